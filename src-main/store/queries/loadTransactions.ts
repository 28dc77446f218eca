import { unpackDescription } from '../description.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import { accountStatus } from './codes.ts'
import { loadMessages, loadSentMessages, type Parties } from './loadMessages.ts'
import type { Reader } from './reader.ts'
import type { MessageRecord, StateContents, TransactionRecord } from './records.ts'

type TransactionRow = {
  id: bigint
  account: bigint
  lt: bigint
  hash: Buffer
  mc_seqno: bigint
  now: bigint
  in_msg: bigint | null
  prev_hash: Buffer
  prev_lt: bigint
  orig_status: bigint
  end_status: bigint
  total_fees: bigint
  total_fees_extra: Buffer | null
  state_before: Buffer
  state_after: Buffer
  description: Buffer
  workchain: bigint
  shard: bigint
  seqno: bigint
  trace_id: Buffer | null
} & AfterRow &
  PreviousRow

/** The account's state after its last transaction of a block. */
type AfterRow = {
  after_balance: bigint | null
  after_extra: Buffer | null
  after_status: bigint | null
  after_frozen: Buffer | null
  after_data: Buffer | null
  code_hash: Buffer | null
}

/** The same of the transaction before. */
type PreviousRow = {
  p_after: Buffer | null
  p_balance: bigint | null
  p_extra: Buffer | null
  p_status: bigint | null
  p_frozen: Buffer | null
  p_data: Buffer | null
  p_code_hash: Buffer | null
}

const SELECT = `SELECT t.id, t.account, t.lt, t.hash, t.mc_seqno, t.now, t.in_msg, t.prev_hash, t.prev_lt,
    t.orig_status, t.end_status, t.total_fees, t.total_fees_extra, t.state_before, t.state_after, t.description,
    t.after_balance, t.after_extra, t.after_status, t.after_frozen, t.after_data, c.hash AS code_hash,
    b.workchain, b.shard, b.seqno, r.hash AS trace_id,
    p.state_after AS p_after, p.after_balance AS p_balance, p.after_extra AS p_extra, p.after_status AS p_status,
    p.after_frozen AS p_frozen, p.after_data AS p_data, pc.hash AS p_code_hash
  FROM transactions t
    JOIN blocks b ON b.id = t.block
    LEFT JOIN codes c ON c.id = t.after_code
    LEFT JOIN traces tr ON tr.id = t.trace
    LEFT JOIN transactions r ON r.id = tr.root_tx
    LEFT JOIN transactions p ON p.account = t.account AND p.lt = t.prev_lt
    LEFT JOIN codes pc ON pc.id = p.after_code`

/** Transactions with their messages, in the order of their numbers; numbers of none are left out. */
export function loadTransactions(reader: Reader, ids: readonly bigint[]): TransactionRecord[] {
  const rows = loadByIds<TransactionRow>(reader, SELECT, 't.id', ids)
  const received = rows.flatMap(({ in_msg }) => (in_msg === null ? [] : [in_msg]))
  const messages = loadMessages(reader, received)
  const sent = loadSentMessages(
    reader,
    rows.map(({ id }) => id),
  )
  const parties: Parties = loadAddresses(
    reader,
    rows.map(({ account }) => account),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const inMsg = row.in_msg === null ? undefined : messages.get(row.in_msg)
    return [transactionRecord(row, parties, inMsg, sent.get(id) ?? [])]
  })
}

function transactionRecord(
  row: TransactionRow,
  parties: Parties,
  inMsg: MessageRecord | undefined,
  outMsgs: readonly MessageRecord[],
): TransactionRecord {
  const account = parties.get(row.account)
  if (account === undefined) throw new Error(`the index has no account ${row.account}`)
  return {
    account,
    hash: row.hash,
    lt: row.lt,
    prevHash: row.prev_hash,
    prevLt: row.prev_lt,
    now: Number(row.now),
    origStatus: accountStatus(row.orig_status),
    endStatus: accountStatus(row.end_status),
    totalFees: row.total_fees,
    totalFeesExtra: row.total_fees_extra ?? undefined,
    description: unpackDescription(row.description),
    block: { workchain: Number(row.workchain), shard: row.shard, seqno: Number(row.seqno) },
    mcSeqno: Number(row.mc_seqno),
    traceId: row.trace_id ?? undefined,
    inMsg,
    outMsgs,
    before: { hash: row.state_before, known: stateBefore(row) },
    after: { hash: row.state_after, known: stateAfter(row) },
    finality: 'finalized',
  }
}

function stateAfter(row: AfterRow): StateContents | undefined {
  if (row.after_status === null || row.after_balance === null) return undefined
  return {
    balance: row.after_balance,
    extra: row.after_extra ?? undefined,
    status: accountStatus(row.after_status),
    frozenHash: row.after_frozen ?? undefined,
    dataHash: row.after_data ?? undefined,
    codeHash: row.code_hash ?? undefined,
  }
}

/** The state that the transaction before left, if it is the one that this one found. */
function stateBefore(row: TransactionRow): StateContents | undefined {
  if (row.p_after === null || !row.p_after.equals(row.state_before)) return undefined
  return stateAfter({
    after_balance: row.p_balance,
    after_extra: row.p_extra,
    after_status: row.p_status,
    after_frozen: row.p_frozen,
    after_data: row.p_data,
    code_hash: row.p_code_hash,
  })
}

export function loadHashes(reader: Reader, ids: readonly bigint[]): Buffer[] {
  return loadByIds<{ hash: Buffer }>(reader, 'SELECT hash FROM transactions', 'id', ids).map(
    ({ hash }) => hash,
  )
}
