import type { Reader } from './reader.ts'

/** A trace that began with an external message. */
export type StartedTrace = {
  readonly isComplete: boolean
  /** Numbers of its known transactions, by lt. */
  readonly transactions: readonly bigint[]
}

/** Maximum number of returned transactions. */
const MAX_TRANSACTIONS = 4_000

/** Finds the trace that began with an external message of this normalized hash; undefined if no block has it. */
export function findTraceByExternal(reader: Reader, hashNorm: Buffer): StartedTrace | undefined {
  const [root] = reader.all<{ trace: bigint; pending: bigint }>(
    `SELECT t.trace, tr.pending FROM messages m
      JOIN transactions t ON t.in_msg = m.id JOIN traces tr ON tr.id = t.trace
      WHERE m.id IN (SELECT id FROM messages WHERE hash = ? UNION SELECT id FROM messages WHERE hash_norm = ?)
      ORDER BY t.lt LIMIT 1`,
    [hashNorm, hashNorm],
  )
  if (!root) return undefined
  const rows = reader.all<{ id: bigint }>('SELECT id FROM transactions WHERE trace = ? ORDER BY lt LIMIT ?', [
    root.trace,
    MAX_TRANSACTIONS,
  ])
  return { isComplete: root.pending === 0n, transactions: rows.map(({ id }) => id) }
}
