import type { MessageFacts } from '../facts.ts'
import { MESSAGE_FLAGS, MESSAGE_KINDS } from '../packing/layout.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'

/** One row a message: its sender and its receivers may come in any order. */
export type MessageRows = {
  /** The row of a transaction's incoming message, and of the transaction that sent it, if that is there. */
  received(message: MessageFacts): { readonly id: number; readonly sender: number | undefined }
  /** The row of a message that the transaction `sender` sent. `wasThere`: somebody may have received it already. */
  sent(message: MessageFacts, sender: number): { readonly id: number; readonly wasThere: boolean }
}

const LARGEST = 1n << 63n

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
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setSender = connection.prepare('UPDATE messages SET out_tx = ? WHERE id = ? AND out_tx IS NULL')

  function insert(message: MessageFacts, sender: number | null): number {
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
      // Whoever sends a message from outside may write any number there (v3-contract §5.6).
      importFee !== undefined && importFee < LARGEST ? importFee : null,
      message.opcode ?? null,
      cells.contentId(message.body),
      message.init ? cells.contentId(message.init) : null,
    )
    return Number(inserted.lastInsertRowid)
  }

  return {
    received(message) {
      const found = find.get(message.hash)
      if (found === undefined) return { id: insert(message, null), sender: undefined }
      return { id: found[0], sender: found[1] ?? undefined }
    },
    sent(message, sender) {
      const found = find.get(message.hash)
      if (found === undefined) return { id: insert(message, sender), wasThere: false }
      if (found[1] === null) setSender.run(sender, found[0])
      return { id: found[0], wasThere: true }
    },
  }
}
