import type { Cell } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { loadShardAccountBlocks } from '../../chain/block/shardAccountBlocks.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { LiteServerError } from '../errors.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { isFullId, requireLoadableBlock, requireLookup } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { readBlockExtra, readHeader } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

const MAX_TRANSACTIONS = 16
const NO_WORKCHAIN = -0x8000_0000

/** Answers `liteServer.getOneTransaction`. */
export function getOneTransaction(
  context: LiteContext,
  { id, account, lt }: TlRequest<LiteApi['getOneTransaction']>,
): TlResponse<LiteApi['getOneTransaction']> {
  if (!isFullId(id)) throw liteError('block id in getOneTransaction() is invalid')
  if (id.workchain !== account.workchain || !shardContainsPrefix(id.shard, accountPrefix(account.id))) {
    throw liteError('requested account id is not contained in the shard of the specified block')
  }
  const root = context.store.root(requireLoadableBlock(context, id))
  const recorder = new ProofRecorder()
  const { refs } = readHeader(recorder, root)
  for (const cell of [refs.master, refs.prev]) if (cell) recorder.record(cell)
  const transaction = findTransaction(recorder, root, account.id, BigInt.asUintN(64, lt))
  return {
    id,
    proof: serializeBoc(recorder.proveLoaded(root)),
    transaction: transaction ? serializeBoc(transaction) : Buffer.alloc(0),
  }
}

/**
 * Answers `liteServer.getTransactions`: back from (lt, hash) along `prev_trans_lt` and `prev_trans_hash`,
 * through as many blocks as needed.
 */
export function getTransactions(
  context: LiteContext,
  { count, account, lt, hash }: TlRequest<LiteApi['getTransactions']>,
): TlResponse<LiteApi['getTransactions']> {
  if (account.workchain === NO_WORKCHAIN) throw liteError('invalid workchain specified')
  const found: { block: BlockIdExt; cell: Cell }[] = []
  let place = { lt: BigInt.asUintN(64, lt), hash }
  while (found.length < Math.min(count, MAX_TRANSACTIONS) && place.lt > 0n) {
    const next = findInChain(context, account, place.lt, found.at(-1)?.block)
    if (!next) {
      if (found.length > 0) break
      throw liteError('cannot locate transaction in block with specified logical time')
    }
    if (!next.cell.hash().equals(place.hash)) throw liteError('transaction hash mismatch')
    const previous = previousTransaction(next.cell)
    if (previous.lt >= place.lt) {
      throw liteError('previous transaction time is not less than the current one')
    }
    found.push(next)
    place = previous
  }
  return {
    ids: found.map(({ block }) => block),
    transactions: serializeRoots(found.map(({ cell }) => cell)),
  }
}

/** Returns a bag of cells; empty for no roots, as in the reference server. */
export function serializeRoots(roots: readonly Cell[]): Buffer {
  return roots.length > 0 ? serializeBoc(roots) : Buffer.alloc(0)
}

/** Finds the transaction at `lt`, first in the block of its successor. */
function findInChain(
  context: LiteContext,
  account: { readonly workchain: number; readonly id: Buffer },
  lt: bigint,
  near: BlockIdExt | undefined,
): { block: BlockIdExt; cell: Cell } | undefined {
  const { store } = context
  const nearBlock = near && store.find(near)
  if (near && nearBlock) {
    const cell = findTransaction(new ProofRecorder(), store.root(nearBlock), account.id, lt)
    if (cell) return { block: near, cell }
  }
  try {
    const block = requireLookup(context, account.workchain, accountPrefix(account.id), { lt })
    const cell = findTransaction(new ProofRecorder(), store.root(block), account.id, lt)
    return cell && { block: block.id, cell }
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
    if (near) return undefined
    // The reference server keeps the text of the reason and drops its code.
    throw liteError(`cannot compute block with specified transaction: ${error.message}`)
  }
}

/**
 * Returns a transaction of a block. Notes the cells that the reference server reads to find it, without the
 * transaction itself.
 */
export function findTransaction(
  recorder: ProofRecorder,
  root: Cell,
  account: Buffer,
  lt: bigint,
): Cell | undefined {
  const { accountBlocks } = readBlockExtra(recorder, root)
  const slice = recorder.open(accountBlocks, 'ShardAccountBlocks')
  const block = loadShardAccountBlocks(slice).watched(recorder.record).get(account)
  return block?.transactions.watched(recorder.record).get(keyOfUint(lt, 64))
}

/** Reads `transaction$0111 account_addr:bits256 lt:uint64 prev_trans_hash:bits256 prev_trans_lt:uint64 …` */
function previousTransaction(transaction: Cell): { lt: bigint; hash: Buffer } {
  const slice = transaction.beginParse()
  slice.skip(4 + 256 + 64)
  const hash = slice.loadBuffer(32)
  return { hash, lt: slice.loadUintBig(64) }
}
