import type { MessageFacts } from '../facts.ts'
import { MESSAGE_FLAGS, MESSAGE_KINDS } from '../packing/layout.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'
import { RecentMap } from './recentMap.ts'

/** One row a message: its sender and its receivers may come in any order. */
export type MessageRows = {
  /** The row of a transaction's incoming message, and of the transaction that sent it, if that is there. */
  received(message: MessageFacts): { readonly id: number; readonly sender: number | undefined }
  /** The row of a message that the transaction `sender` sent. `wasThere`: somebody may have received it already. */
  sent(message: MessageFacts, sender: number): { readonly id: number; readonly wasThere: boolean }
  /** After a rollback. */
  forget(): void
}

const LARGEST = 1n << 63n
/** Internal messages that were sent and not yet received. */
const REMEMBERED = 16_384

export function createMessageRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
): MessageRows {
  const find = connection
    .prepare<[Buffer], [number, number | null]>('SELECT id, out_tx FROM messages WHERE hash = ?')
    .raw()
  const insertRow = connection.prepare(
    `INSERT INTO messages (hash, hash_norm, kind, source, destination, out_tx, value, extra, fwd_fee, ihr_fee,
      extra_flags, flags, created_lt, created_at, import_fee, opcode, body, init)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (hash) DO NOTHING`,
  )
  const setSender = connection.prepare('UPDATE messages SET out_tx = ? WHERE id = ? AND out_tx IS NULL')

  const sentLately = new RecentMap<{ readonly id: number; readonly sender: number }>(REMEMBERED)

  /** Undefined where the message has its row. */
  function insert(message: MessageFacts, sender: number | null): number | undefined {
    const { source, destination, importFee } = message
    const inserted = insertRow.run(
      message.hash,
      message.hashNorm ?? null,
      MESSAGE_KINDS.indexOf(message.kind),
      source ? accounts.idOf(source) : null,
      destination ? accounts.idOf(destination) : null,
      sender,
      message.value ?? null,
      message.extra ?? null,
      message.fwdFee ?? null,
      message.ihrFee ?? null,
      message.extraFlags ?? null,
      (message.ihrDisabled ? MESSAGE_FLAGS.ihrDisabled : 0) |
        (message.bounce ? MESSAGE_FLAGS.bounce : 0) |
        (message.bounced ? MESSAGE_FLAGS.bounced : 0),
      message.createdLt ?? null,
      message.createdAt ?? null,
      // The sender of an external message can write any number there (compatibility-v3 §4.6).
      importFee !== undefined && importFee < LARGEST ? importFee : null,
      message.opcode ?? null,
      cells.contentId(message.body),
      message.init ? cells.contentId(message.init) : null,
    )
    return inserted.changes === 0 ? undefined : Number(inserted.lastInsertRowid)
  }

  function there(message: MessageFacts): readonly [id: number, sender: number | null] {
    const found = find.get(message.hash)
    if (found === undefined) throw new Error(`message ${message.hash.toString('hex')} is not there`)
    return found
  }

  return {
    received(message) {
      if (message.kind === 'internal') {
        const lately = sentLately.get(message.hash.toString('latin1'))
        if (lately) return lately
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
        sentLately.set(message.hash.toString('latin1'), { id: inserted, sender })
      }
      return { id: inserted, wasThere: false }
    },
    forget: () => sentLately.clear(),
  }
}
