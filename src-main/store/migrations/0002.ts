import { base64Prefix } from '../dialect.ts'

/** Lists messages without created_lt by the base64 text of their hashes instead of the bytes. */
export const migration0002 = (): readonly string[] => [
  'DROP INDEX external_messages',
  'DROP INDEX external_messages_by_destination',
  'DROP INDEX external_messages_by_opcode',
  `CREATE INDEX external_messages ON messages (${base64Prefix('hash')}) WHERE created_lt IS NULL`,
  `CREATE INDEX external_messages_by_destination ON messages (destination, ${base64Prefix('hash')})
    WHERE created_lt IS NULL`,
  `CREATE INDEX external_messages_by_opcode ON messages (opcode, ${base64Prefix('hash')}) WHERE created_lt IS NULL`,
]
