import { loadByIds } from './accountIds.ts'
import { among, where } from './conditions.ts'
import type { Reader } from './reader.ts'
import { findMessageEnds } from './traces.ts'

/** Transactions found by their own hashes or by messages, and their traces. */
export type Members = {
  /** For each given list of hashes, the row numbers of its transactions. */
  readonly groups: readonly (readonly bigint[])[]
  /** Traces with transactions from every list. */
  readonly traces: readonly bigint[]
}

/**
 * Finds transactions by hash and by message.
 * @param messages hashes or normalized hashes of messages
 */
export function findMembers(
  reader: Reader,
  transactions: readonly Buffer[],
  messages: readonly Buffer[],
): Members {
  const groups = [
    ...(transactions.length > 0 ? [numbersOf(reader, transactions)] : []),
    ...(messages.length > 0 ? [findMessageEnds(reader, messages)] : []),
  ]
  const traces = groups.map((group) => tracesOf(reader, group))
  const [first = new Set<bigint>(), ...others] = traces
  return { groups, traces: [...first].filter((trace) => others.every((other) => other.has(trace))) }
}

function numbersOf(reader: Reader, hashes: readonly Buffer[]): bigint[] {
  const { sql, values } = where([among('hash', hashes)])
  return reader.all<{ id: bigint }>(`SELECT id FROM transactions${sql}`, values).map(({ id }) => id)
}

function tracesOf(reader: Reader, transactions: readonly bigint[]): ReadonlySet<bigint> {
  const rows = loadByIds<{ trace: bigint }>(reader, 'SELECT trace FROM transactions', 'id', transactions)
  return new Set(rows.map(({ trace }) => trace))
}
