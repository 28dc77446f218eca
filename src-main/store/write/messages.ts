import { RecentMap } from '../../platform/recentMap.ts'
import { MESSAGE_FLAGS, MESSAGE_KINDS } from '../packing/layout.ts'
import type { ParsedMessage } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'

/** Rows of messages, one for each message: its sender and its receivers can be written in any order. */
export type MessageRows = {
  /** Returns the row of a transaction's incoming message, and that of the transaction that sent it, if it is stored. */
  received(message: ParsedMessage): { readonly id: number; readonly sender: number | undefined }
  /**
   * Returns the row of a message that the transaction `sender` sent. `wasThere` is true if a receiver can be stored.
   */
  sent(message: ParsedMessage, sender: number): { readonly id: number; readonly wasThere: boolean }
  /** Clears the cache after a rollback. */
  reset(): void
}

const LARGEST = 1n << 63n
/** Maximum number of cached internal messages that were sent and not yet received. */
const CACHE_SIZE = 16_384

/** Prepares the statements of messages on the writer's connection. */
export function createMessageRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
): MessageRows {
  const find = connection
    .prepare<[Buffer], [number, number | null]>('SELECT id, out_tx FROM messages WHERE hash = ?')
    .raw()
  const insertRow = insertInto(
    connection,
    'messages',
    [
      'hash',
      'hash_norm',
      'kind',
      'source',
      'destination',
      'out_tx',
      'value',
      'extra',
      'fwd_fee',
      'ihr_fee',
      'extra_flags',
      'flags',
      'created_lt',
      'created_at',
      'import_fee',
      'opcode',
      'body',
      'init',
    ],
    'ON CONFLICT (hash) DO NOTHING',
  )
  const setSender = connection.prepare('UPDATE messages SET out_tx = ? WHERE id = ? AND out_tx IS NULL')

  const recentlySent = new RecentMap<{ readonly id: number; readonly sender: number }>(CACHE_SIZE)

  /** Inserts a row; returns undefined if the message has one. */
  function insert(message: ParsedMessage, sender: number | null): number | undefined {
    const { source, destination, importFee } = message
    const inserted = insertRow({
      hash: message.hash,
      hash_norm: message.hashNorm ?? null,
      kind: MESSAGE_KINDS.indexOf(message.kind),
      source: source ? accounts.idOf(source) : null,
      destination: destination ? accounts.idOf(destination) : null,
      out_tx: sender,
      value: message.value ?? null,
      extra: message.extra ?? null,
      fwd_fee: message.fwdFee ?? null,
      ihr_fee: message.ihrFee ?? null,
      extra_flags: message.extraFlags ?? null,
      flags:
        (message.ihrDisabled ? MESSAGE_FLAGS.ihrDisabled : 0) |
        (message.bounce ? MESSAGE_FLAGS.bounce : 0) |
        (message.bounced ? MESSAGE_FLAGS.bounced : 0),
      created_lt: message.createdLt ?? null,
      created_at: message.createdAt ?? null,
      // The sender of an external message can write any number there (compatibility-v3 §4.6).
      import_fee: importFee !== undefined && importFee < LARGEST ? importFee : null,
      opcode: message.opcode ?? null,
      body: cells.contentId(message.body),
      init: message.init ? cells.contentId(message.init) : null,
    })
    return inserted.changes === 0 ? undefined : Number(inserted.lastInsertRowid)
  }

  function there(message: ParsedMessage): readonly [id: number, sender: number | null] {
    const found = find.get(message.hash)
    if (found === undefined) throw new Error(`message ${message.hash.toString('hex')} is not there`)
    return found
  }

  return {
    received(message) {
      if (message.kind === 'internal') {
        const cached = recentlySent.get(message.hash.toString('latin1'))
        if (cached) return cached
        const found = find.get(message.hash)
        if (found) return { id: found[0], sender: found[1] ?? undefined }
      }
      const inserted = insert(message, null)
      if (inserted !== undefined) return { id: inserted, sender: undefined }
      const [id, sender] = there(message)
      return { id, sender: sender ?? undefined }
    },
    sent(message, sender) {
      const inserted = insert(message, sender)
      if (inserted === undefined) {
        const [id, before] = there(message)
        if (before === null) setSender.run(sender, id)
        return { id, wasThere: true }
      }
      if (message.kind === 'internal') {
        recentlySent.set(message.hash.toString('latin1'), { id: inserted, sender })
      }
      return { id: inserted, wasThere: false }
    },
    reset: () => recentlySent.clear(),
  }
}
