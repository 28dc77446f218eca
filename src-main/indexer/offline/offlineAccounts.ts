import type { Cell } from '@ton/core'
import { accountPrefix, FULL_SHARD } from '#shared/ton/shard.ts'
import { loadBlockCells } from '../../chain/block/block.ts'
import { findShard, shardBlockId } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { blockShards, checkHeader } from '../../chain/proof/headerProof.ts'
import { parseCell } from '../../chain/tlb.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import { ProofRecorder } from '../../liteserver/server/proofRecorder.ts'
import { findTransaction } from '../../liteserver/server/transactions.ts'
import type { AccountAnswer } from '../../liteserver/session.ts'
import { readAccountCell } from '../../store/accountCell.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import { accountFinder } from '../../store/lookups.ts'
import { ACCOUNT_STATUSES, type StdAddress } from '../../store/parsedBlock.ts'
import type { Connection } from '../../store/sqlite/driver.ts'
import { notCovered } from './notCovered.ts'
import type { OfflineBlocks } from './offlineBlocks.ts'

/** Accounts and their transactions from covered blocks. */
export type OfflineAccounts = {
  /** Returns the account at a covered masterchain block. Throws CoverageError if the index cannot know that. */
  state(id: BlockIdExt, address: StdAddress): AccountAnswer
  /**
   * Returns transactions from (lt, hash) inclusive, newest first; stops at the first missing one. Throws
   * CoverageError if the first is missing, LiteServerError if it has another hash.
   */
  transactions(address: StdAddress, lt: bigint, hash: Buffer, count: number): readonly Cell[]
}

/** A liteserver's limit for one answer. */
const MAX_TRANSACTIONS = 16
const NONEXIST = ACCOUNT_STATUSES.indexOf('nonexist')
/** Code of a liteserver's refusal without a code of its own. */
const REFUSED = 0

type StateRow = {
  hash: Buffer
  status: bigint
  last_tx_hash: Buffer
  last_tx_lt: bigint
  accountCell: Buffer
  is_whole: bigint
}
type LastRow = { lt: bigint; mc_seqno: bigint; end_status: bigint }
type HistoryRow = { mc_seqno: bigint; newest_lt: bigint }
type TransactionRow = { hash: Buffer; prev_hash: Buffer; prev_lt: bigint; block: bigint }

/** Prepares the lookups on a connection. */
export function openOfflineAccounts(connection: Connection, blocks: OfflineBlocks): OfflineAccounts {
  const idOf = accountFinder(connection)
  const stateOf = connection
    .prepare<[bigint], StateRow>(
      'SELECT hash, status, last_tx_hash, last_tx_lt, account_cell AS accountCell, is_whole FROM latest_states WHERE account = ?',
    )
    .safeIntegers()
  const codeOf = connection
    .prepare<[Buffer], Buffer>('SELECT boc FROM codes WHERE hash = ? AND boc IS NOT NULL')
    .pluck()
  const lastOf = connection
    .prepare<[bigint], LastRow>(
      'SELECT lt, mc_seqno, end_status FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 1',
    )
    .safeIntegers()
  const historyOf = connection
    .prepare<[bigint], HistoryRow>('SELECT mc_seqno, newest_lt FROM account_coverage WHERE account = ?')
    .safeIntegers()
  const transactionOf = connection
    .prepare<[bigint, bigint], TransactionRow>(
      'SELECT hash, prev_hash, prev_lt, block FROM transactions WHERE account = ? AND lt = ?',
    )
    .safeIntegers()

  /**
   * Returns whether the account has no transactions after masterchain block `since` up to and including block
   * `seqno`.
   */
  function isKnownUntil(seqno: number, since: number, account: bigint | undefined): boolean {
    if (since > seqno) return false
    if (blocks.rows.coverage().some((range) => holds(range, Math.max(since, 1)) && holds(range, seqno)))
      return true
    const history = account === undefined ? undefined : historyOf.get(account)
    return history !== undefined && Number(history.mc_seqno) >= seqno
  }

  function state(id: BlockIdExt, address: StdAddress): AccountAnswer {
    const at = shardBlockOf(blocks, id, address)
    const nothing = { ...at, account: undefined, lastTransLt: 0n, lastTransHash: Buffer.alloc(32) }
    const refuse = () =>
      notCovered(`the state of account ${textOf(address)} at block ${id.seqno}`, blocks.rows.coverage())
    // Without such a shard, no account can exist there.
    if (at.shardBlock === id && address.readInt8(0) !== MASTERCHAIN) return nothing
    const account = idOf(address)
    const row = account === undefined ? undefined : stateOf.get(account)
    const last = account === undefined ? undefined : lastOf.get(account)
    // An account without transactions is unchanged since the zero state, which is indexed with block 1.
    const since = last ? Number(last.mc_seqno) : 0
    if (!isKnownUntil(id.seqno, since, account)) throw refuse()
    if (!row || account === undefined) {
      if (last && Number(last.end_status) !== NONEXIST) throw refuse()
      return nothing
    }
    if (last && last.lt > row.last_tx_lt) {
      if (Number(last.end_status) === NONEXIST) return nothing
      throw refuse()
    }
    if (Number(row.status) === NONEXIST) return nothing
    const cell = row.is_whole === 1n ? readAccountCell(row, (code) => codeOf.get(code)) : undefined
    if (!cell) throw refuse()
    return { ...at, account: cell, lastTransLt: row.last_tx_lt, lastTransHash: row.last_tx_hash }
  }

  function transactions(address: StdAddress, lt: bigint, hash: Buffer, count: number): readonly Cell[] {
    const account = idOf(address)
    const found: Cell[] = []
    let next = { lt, hash }
    while (found.length < Math.min(count, MAX_TRANSACTIONS) && next.lt > 0n) {
      const row = account === undefined ? undefined : transactionOf.get(account, BigInt.asIntN(64, next.lt))
      const cell = row && cellOf(row, address, next.lt)
      if (!row || !cell) {
        if (found.length > 0) break
        throw notCovered(`the transaction of ${textOf(address)} at lt ${next.lt}`, blocks.rows.coverage())
      }
      if (!row.hash.equals(next.hash)) throw new LiteServerError(REFUSED, 'transaction hash mismatch')
      found.push(cell)
      next = { lt: row.prev_lt, hash: row.prev_hash }
    }
    return found
  }

  /** Returns undefined if read-through fetched the transaction: its block is then not archived. */
  function cellOf(row: TransactionRow, address: StdAddress, lt: bigint): Cell | undefined {
    const block = blocks.rows.byId(Number(row.block))
    if (!block?.ref) return undefined
    return findTransaction(new ProofRecorder(), blocks.root(block), address.subarray(1), lt)
  }

  return { state, transactions }
}

function holds({ first, last }: SeqnoRange, seqno: number): boolean {
  return first <= seqno && seqno <= last
}

/**
 * Returns the newest block of the account's shard that a masterchain block commits to; the masterchain block itself
 * if there is no such shard.
 */
function shardBlockOf(
  blocks: OfflineBlocks,
  id: BlockIdExt,
  address: StdAddress,
): Pick<AccountAnswer, 'block' | 'shardBlock' | 'shardUtime'> {
  const root = blocks.root(blocks.require(id))
  const { info } = checkHeader(root, id)
  const own = { block: id, shardBlock: id, shardUtime: info.genUtime }
  const workchain = address.readInt8(0)
  if (workchain === MASTERCHAIN && id.shard === FULL_SHARD) return own
  const shards = blockShards(parseCell(root, 'Block', loadBlockCells))
  const shard = findShard(shards, workchain, accountPrefix(address.subarray(1)))
  return shard ? { block: id, shardBlock: shardBlockId(shard), shardUtime: shard.descr.genUtime } : own
}

function textOf(address: StdAddress): string {
  return `${address.readInt8(0)}:${address.toString('hex', 1)}`
}
