import { base64Prefix } from '../dialect.ts'

/** Messages without created_lt are listed by the text of their hashes, no longer by the bytes. */
export const migration0002 = (): readonly string[] => [
  'DROP INDEX external_messages',
  'DROP INDEX external_messages_by_destination',
  'DROP INDEX external_messages_by_opcode',
  `CREATE INDEX external_messages ON messages (${base64Prefix('hash')}) WHERE created_lt IS NULL`,
  `CREATE INDEX external_messages_by_destination ON messages (destination, ${base64Prefix('hash')})
    WHERE created_lt IS NULL`,
  `CREATE INDEX external_messages_by_opcode ON messages (opcode, ${base64Prefix('hash')}) WHERE created_lt IS NULL`,
]
