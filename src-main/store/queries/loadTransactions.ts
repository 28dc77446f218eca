import { unpackDescription } from '../description.ts'
import { HASH, MESSAGE_KINDS } from '../packing/layout.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import { type BlockRef, loadBlockRefs } from './blocks.ts'
import { loadCodeHashes } from './cellParts.ts'
import { accountStatus } from './codes.ts'
import { joinHashes } from './joinedHashes.ts'
import { loadMessagesOf, type Parties } from './loadMessages.ts'
import type { Reader } from './reader.ts'
import type { MessageRecord, StateContents, TransactionRecord } from './records.ts'
import { BROKEN_TRACE } from './traces.ts'

type TransactionRow = {
  id: bigint
  account: bigint
  lt: bigint
  mc_seqno: bigint
  now: bigint
  in_msg: bigint | null
  prev_lt: bigint
  orig_status: bigint
  end_status: bigint
  total_fees: bigint
  total_fees_extra: Buffer | null
  block: bigint
  trace_state: bigint | null
  hashes: Buffer
  after_balance: bigint | null
  after_extra: Buffer | null
  after_status: bigint | null
  after_code: bigint | null
  p_balance: bigint | null
  p_extra: Buffer | null
  p_status: bigint | null
  p_code: bigint | null
  p_block: bigint | null
  /** 1 if the block was not read as a whole; NULL if the state is known. */
  after_is_open: bigint | null
  p_is_open: bigint | null
}

/**
 * Hashes read together with the description. `after…` is the account's state after its last transaction of a block,
 * `p…` that of the previous transaction.
 */
const HASHES = joinHashes(
  {
    hash: 't.hash',
    prevHash: 't.prev_hash',
    stateBefore: 't.state_before',
    stateAfter: 't.state_after',
    trace: 'r.hash',
    external: 'e.hash',
    externalNorm: 'e.hash_norm',
    afterFrozen: 't.after_frozen',
    afterData: 't.after_data',
    pAfter: 'p.state_after',
    pFrozen: 'p.after_frozen',
    pData: 'p.after_data',
  },
  't.description',
)

/** A trace begins with an external message, a message of the system, or a tick-tock transaction. */
const EXTERNAL_IN = MESSAGE_KINDS.indexOf('external-in')

const SELECT = `SELECT t.id, t.account, t.lt, t.mc_seqno, t.now, t.in_msg, t.prev_lt,
    t.orig_status, t.end_status, t.total_fees, t.total_fees_extra, t.block, tr.state AS trace_state,
    t.after_balance, t.after_extra, t.after_status, t.after_code,
    p.after_balance AS p_balance, p.after_extra AS p_extra, p.after_status AS p_status, p.after_code AS p_code,
    p.block AS p_block,
    CASE WHEN t.after_status IS NULL
      THEN (SELECT gen_utime IS NULL FROM blocks WHERE id = t.block) END AS after_is_open,
    CASE WHEN p.after_status IS NULL
      THEN (SELECT gen_utime IS NULL FROM blocks WHERE id = p.block) END AS p_is_open,
    ${HASHES.sql} AS hashes
  FROM transactions t
    LEFT JOIN traces tr ON tr.id = t.trace
    LEFT JOIN transactions r ON r.id = tr.root_tx
    LEFT JOIN messages e ON e.id = r.in_msg AND e.kind = ${EXTERNAL_IN}
    LEFT JOIN transactions p ON p.account = t.account AND p.lt = t.prev_lt`

/** Rows that transactions refer to, by number. */
type Known = {
  readonly accounts: Parties
  readonly blocks: ReadonlyMap<bigint, BlockRef>
  readonly codes: ReadonlyMap<bigint | null, Buffer>
}

/** Loads transactions with their messages, in the order of `ids`; unknown numbers are omitted. */
export function loadTransactions(reader: Reader, ids: readonly bigint[]): TransactionRecord[] {
  const rows = loadByIds<TransactionRow>(reader, SELECT, 't.id', ids)
  const received = rows.flatMap(({ in_msg }) => (in_msg === null ? [] : [in_msg]))
  const { messages, sent } = loadMessagesOf(
    reader,
    received,
    rows.map(({ id }) => id),
  )
  const of = (column: 'account' | 'block') => rows.map((row) => row[column])
  const known = {
    accounts: loadAddresses(reader, of('account')),
    blocks: loadBlockRefs(reader, of('block')),
    codes: loadCodeHashes(
      reader,
      rows.flatMap(({ after_code, p_code }) => [after_code, p_code]),
    ),
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const inMsg = row.in_msg === null ? undefined : messages.get(row.in_msg)
    return [transactionRecord(row, known, inMsg, sent.get(id) ?? [])]
  })
}

function transactionRecord(
  row: TransactionRow,
  { accounts, blocks, codes }: Known,
  inMsg: MessageRecord | undefined,
  outMsgs: readonly MessageRecord[],
): TransactionRecord {
  const account = accounts.get(row.account)
  if (account === undefined) throw new Error(`the index has no account ${row.account}`)
  const block = blocks.get(row.block)
  if (block === undefined) throw new Error(`the index has no block ${row.block}`)
  /** For hashes that are never NULL: the previous hash of an account's first transaction is zeros. */
  const whole = (name: 'hash' | 'prevHash' | 'stateBefore' | 'stateAfter') =>
    HASHES.hash(name, row.hashes) ?? ZEROS
  return {
    account,
    hash: whole('hash'),
    lt: row.lt,
    prevHash: whole('prevHash'),
    prevLt: row.prev_lt,
    now: Number(row.now),
    origStatus: accountStatus(row.orig_status),
    endStatus: accountStatus(row.end_status),
    totalFees: row.total_fees,
    totalFeesExtra: row.total_fees_extra ?? undefined,
    description: unpackDescription(HASHES.rest(row.hashes)),
    block,
    mcSeqno: Number(row.mc_seqno),
    traceId: HASHES.hash('trace', row.hashes),
    isTraceBroken: row.trace_state === BROKEN_TRACE,
    traceExternalHash: HASHES.hash('external', row.hashes),
    traceExternalHashNorm: HASHES.hash('externalNorm', row.hashes),
    inMsg,
    outMsgs,
    before: { hash: whole('stateBefore'), known: stateBefore(row, codes), isRead: isBeforeRead(row) },
    after: { hash: whole('stateAfter'), known: stateAfter(row, codes), isRead: isAfterRead(row) },
    finality: 'finalized',
  }
}

const ZEROS = Buffer.alloc(HASH)

function stateAfter(row: TransactionRow, codes: Known['codes']): StateContents | undefined {
  const { after_balance: balance, after_extra: extra, after_status: status, hashes } = row
  const codeHash = codes.get(row.after_code)
  return stateOf({ balance, extra, status, codeHash, hashes }, 'afterFrozen', 'afterData')
}

/** Returns the state after the previous transaction, if it is the state before this one. */
function stateBefore(row: TransactionRow, codes: Known['codes']): StateContents | undefined {
  const { p_balance: balance, p_extra: extra, p_status: status, hashes } = row
  const found = HASHES.hash('stateBefore', hashes)
  if (!found || !HASHES.hash('pAfter', hashes)?.equals(found)) return undefined
  const codeHash = codes.get(row.p_code)
  return stateOf({ balance, extra, status, codeHash, hashes }, 'pFrozen', 'pData')
}

/** A block that was read as a whole has the state after its last transaction of the account, if the account exists. */
function isAfterRead(row: TransactionRow): boolean {
  return row.after_is_open !== 1n || accountStatus(row.end_status) === 'nonexist'
}

function isBeforeRead({ prev_lt, orig_status, block, p_block, p_is_open }: TransactionRow): boolean {
  if (prev_lt === 0n || accountStatus(orig_status) === 'nonexist') return true
  return p_block !== null && (p_block === block || p_is_open !== 1n)
}

type StateColumns = {
  readonly balance: bigint | null
  readonly extra: Buffer | null
  readonly status: bigint | null
  readonly codeHash: Buffer | undefined
  readonly hashes: Buffer
}
type HashName = Parameters<typeof HASHES.hash>[0]

function stateOf(
  { balance, extra, status, codeHash, hashes }: StateColumns,
  frozen: HashName,
  data: HashName,
): StateContents | undefined {
  if (status === null || balance === null) return undefined
  return {
    balance,
    extra: extra ?? undefined,
    status: accountStatus(status),
    frozenHash: HASHES.hash(frozen, hashes),
    dataHash: HASHES.hash(data, hashes),
    codeHash,
  }
}

/** Loads the hashes of transactions, in any order. */
export function loadHashes(reader: Reader, ids: readonly bigint[]): Buffer[] {
  return loadByIds<{ hash: Buffer }>(reader, 'SELECT hash FROM transactions', 'id', ids).map(
    ({ hash }) => hash,
  )
}
