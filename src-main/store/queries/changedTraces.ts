import { MESSAGE_KINDS } from '../packing/layout.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccounts, loadAddresses, loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** A transaction of a masterchain block. */
export type BlockTransaction = {
  readonly id: bigint
  readonly account: StdAddress
  readonly trace: bigint
}

/** The progress of a trace. */
export type TraceProgressRow = {
  readonly id: bigint
  /** Hash of the first known transaction; `message` is the hash of the message that it received. */
  readonly root: Buffer
  readonly message: Buffer | undefined
  /** Normalized hash of that message, if it is external. */
  readonly externalNorm: Buffer | undefined
  readonly isComplete: boolean
  readonly transactions: number
}

/**
 * Returns the transactions of a masterchain block with its shard blocks, by lt; only the first `limit` of a larger
 * block.
 */
export function findBlockTransactions(reader: Reader, mcSeqno: number, limit: number): BlockTransaction[] {
  const rows = reader.all<{ id: bigint; account: bigint; trace: bigint }>(
    'SELECT id, account, trace FROM transactions WHERE mc_seqno = ? ORDER BY lt, account LIMIT ?',
    [mcSeqno, limit],
  )
  const addresses = loadAddresses(reader, new Set(rows.map(({ account }) => account)))
  return rows.flatMap(({ id, account, trace }) => {
    const address = addresses.get(account)
    return address ? [{ id, account: address, trace }] : []
  })
}

const EXTERNAL_IN = BigInt(MESSAGE_KINDS.indexOf('external-in'))

/** Returns the traces of these numbers, in any order. */
export function loadTraceProgressRows(reader: Reader, ids: Iterable<bigint>): TraceProgressRow[] {
  type Row = {
    id: bigint
    nodes: bigint
    pending: bigint
    root: Buffer
    hash: Buffer | null
    hash_norm: Buffer | null
    kind: bigint | null
  }
  const rows = loadByIds<Row>(
    reader,
    `SELECT tr.id, tr.nodes, tr.pending, r.hash AS root, m.hash, m.hash_norm, m.kind
      FROM traces tr JOIN transactions r ON r.id = tr.root_tx LEFT JOIN messages m ON m.id = r.in_msg`,
    'tr.id',
    ids,
  )
  return rows.map(({ id, nodes, pending, root, hash, hash_norm, kind }) => ({
    id,
    root,
    message: hash ?? undefined,
    externalNorm: kind === EXTERNAL_IN ? (hash_norm ?? hash ?? undefined) : undefined,
    isComplete: pending === 0n,
    transactions: Number(nodes),
  }))
}

/** Returns the accounts of traces by the traces' numbers. */
export function loadTraceAccounts(
  reader: Reader,
  traces: readonly bigint[],
): ReadonlyMap<bigint, readonly StdAddress[]> {
  const rows = loadByIds<{ trace: bigint; account: bigint }>(
    reader,
    'SELECT DISTINCT trace, account FROM transactions',
    'trace',
    traces,
  )
  const addresses = loadAddresses(reader, new Set(rows.map(({ account }) => account)))
  const byTrace = new Map<bigint, StdAddress[]>(traces.map((trace) => [trace, []]))
  for (const { trace, account } of rows) {
    const address = addresses.get(account)
    if (address) byTrace.get(trace)?.push(address)
  }
  return byTrace
}

/** Returns the numbers of a trace's transactions on these accounts, by lt. */
export function findTransactionsOfAccounts(
  reader: Reader,
  trace: bigint,
  accounts: readonly StdAddress[],
): bigint[] {
  const wanted = new Set(findAccounts(reader, accounts).map(({ id }) => id))
  const rows = reader.all<{ id: bigint; account: bigint }>(
    'SELECT id, account FROM transactions WHERE trace = ? ORDER BY lt',
    [trace],
  )
  return rows.filter(({ account }) => wanted.has(account)).map(({ id }) => id)
}
