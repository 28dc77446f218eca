import type { Cell } from '@ton/core'
import type { BlockExtra } from '../../chain/block/blockExtra.ts'
import { loadInMsgDescr } from '../../chain/block/inMsgDescr.ts'
import { loadMsgEnvelope } from '../../chain/block/msgEnvelope.ts'
import { loadShardAccountBlocks } from '../../chain/block/shardAccountBlocks.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { keyOfUint, uintOfKey } from '../../chain/hashmap/key.ts'
import { openCell } from '../../chain/tlb.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import type { TransactionMetadata } from '../tl/transactions.ts'
import { isFullId, requireLoadableBlock } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { metadataOf } from './messageMetadata.ts'
import { readBlockExtra } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'
import { serializeRoots } from './transactions.ts'

type Request = TlRequest<LiteApi['listBlockTransactions']>

const MAX_ANSWER_TRANSACTIONS = 256

const WANT_PROOF = 32
const REVERSE_ORDER = 64
const AFTER = 128
const WITH_METADATA = 256

/** Answers `liteServer.listBlockTransactions`. */
export function listBlockTransactions(
  context: LiteContext,
  request: Request,
): TlResponse<LiteApi['listBlockTransactions']> {
  const { id, count } = request
  const root = requireRoot(context, id)
  const recorder = new ProofRecorder()
  const extra = readBlockExtra(recorder, root)
  const page = readPage(recorder, extra, request)
  const mode = request.mode & ~WITH_METADATA
  const ids = page.transactions.map(({ account, lt, cell }) => {
    const metadata =
      request.mode & WITH_METADATA ? readInMsgMetadata(recorder, extra.inMsgDescr, cell) : undefined
    return {
      mode: mode | (metadata ? WITH_METADATA : 0),
      ...(mode & 1 && { account }),
      ...(mode & 2 && { lt: BigInt.asIntN(64, lt) }),
      ...(mode & 4 && { hash: cell.hash() }),
      ...(metadata && { metadata }),
    }
  })
  const proof = mode & WANT_PROOF ? serializeBoc(recorder.proveLoaded(root)) : Buffer.alloc(0)
  return { id, reqCount: count, incomplete: page.incomplete, ids, proof }
}

/**
 * Answers `liteServer.listBlockTransactionsExt`: whole transactions, one root for each. Metadata appears only
 * in the proof.
 */
export function listBlockTransactionsExt(
  context: LiteContext,
  request: Request,
): TlResponse<LiteApi['listBlockTransactionsExt']> {
  const { id, count, mode } = request
  const root = requireRoot(context, id)
  const recorder = new ProofRecorder()
  const extra = readBlockExtra(recorder, root)
  const page = readPage(recorder, extra, request)
  const cells = page.transactions.map(({ cell }) => cell)
  if (mode & WITH_METADATA) for (const cell of cells) readInMsg(recorder, extra.inMsgDescr, cell)
  return {
    id,
    reqCount: count,
    incomplete: page.incomplete,
    transactions: serializeRoots(cells),
    proof: mode & (WANT_PROOF | WITH_METADATA) ? serializeBoc(recorder.proveLoaded(root)) : Buffer.alloc(0),
  }
}

function requireRoot(context: LiteContext, id: BlockIdExt): Cell {
  if (!isFullId(id)) throw liteError('invalid block id requested')
  return context.store.root(requireLoadableBlock(context, id))
}

type Page = {
  /** False only if the end was reached: a full page is incomplete even if it happens to be the last one. */
  readonly incomplete: boolean
  readonly transactions: readonly { readonly account: Buffer; readonly lt: bigint; readonly cell: Cell }[]
}

/** Returns up to `count` transactions in the order of (account, lt), or in reverse. */
function readPage(recorder: ProofRecorder, extra: BlockExtra, { count, mode, after }: Request): Page {
  const limit = Math.min(count | 0, MAX_ANSWER_TRANSACTIONS)
  const reverse = (mode & REVERSE_ORDER) !== 0
  const from = mode & AFTER ? after : undefined
  const slice = recorder.open(extra.accountBlocks, 'ShardAccountBlocks')
  const blocks = loadShardAccountBlocks(slice).watched(recorder.record)
  const transactions: { account: Buffer; lt: bigint; cell: Cell }[] = []
  if (limit <= 0) return { incomplete: true, transactions }
  for (const { key: account, value } of blocks.entries({ reverse, from: from?.account })) {
    const isFirst = from?.account.equals(account)
    const bound = isFirst ? { from: keyOfUint(from?.lt ?? 0n, 64), after: true } : {}
    for (const { key, value: cell } of value.transactions
      .watched(recorder.record)
      .entries({ reverse, ...bound })) {
      transactions.push({ account, lt: uintOfKey(key, 64), cell })
      if (transactions.length === limit) return { incomplete: true, transactions }
    }
  }
  return { incomplete: false, transactions }
}

/**
 * Returns the metadata of the transaction that started the chain of messages; undefined for external
 * messages.
 */
function readInMsgMetadata(
  recorder: ProofRecorder,
  inMsgDescr: Cell,
  transaction: Cell,
): TransactionMetadata | undefined {
  const envelope = readInMsg(recorder, inMsgDescr, transaction)
  return envelope && metadataOf(loadMsgEnvelope(openCell(envelope, 'MsgEnvelope')))
}

/**
 * Returns the envelope of a transaction's internal inbound message. Reads the transaction, the envelope and
 * the path to it.
 */
function readInMsg(recorder: ProofRecorder, inMsgDescr: Cell, transaction: Cell): Cell | undefined {
  const message = readInMessage(recorder, transaction)
  if (!message) return undefined
  const descr = loadInMsgDescr(recorder.open(inMsgDescr, 'InMsgDescr')).watched(recorder.record)
  const inMsg = descr.get(message.hash())
  if (!inMsg) {
    const hash = message.hash().toString('hex').toUpperCase()
    throw liteError(`no InMsg in InMsgDescr for message with hash ${hash}`, 0)
  }
  if (inMsg.kind !== 'imm' && inMsg.kind !== 'fin' && inMsg.kind !== 'deferred-fin') return undefined
  recorder.record(inMsg.inMsg)
  return inMsg.inMsg
}

/** Reads the first reference of a transaction: `^[ in_msg:(Maybe ^(Message Any)) … ]`. */
function readInMessage(recorder: ProofRecorder, transaction: Cell): Cell | undefined {
  const below = recorder.open(transaction, 'Transaction').loadRef()
  return recorder.open(below, 'Transaction').loadMaybeRef() ?? undefined
}
