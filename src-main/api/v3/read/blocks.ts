import type { V3Values } from '#shared/schema/v3/operations.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { bufferOf } from '../../../platform/bufferOf.ts'
import {
  type BlockFilter,
  type BlockRecord,
  findBlocks,
  findShardState,
  loadBlocks,
} from '../../../store/queries/blocks.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import { findTransactions } from '../../../store/queries/transactions.ts'
import type { MissingData } from '../reading.ts'
import { transactionParties } from '../render/addressBook.ts'
import { blockJson } from '../render/blockJson.ts'
import {
  currentRange,
  ifComplete,
  ifListCovered,
  isFullyIndexed,
  missingMasterchainBlocks,
  UNKNOWN,
} from './completeness.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { transactionsBody } from './transactions.ts'
import { pageValues, windows } from './values.ts'

const MASTERCHAIN = { workchain: -1, shard: BigInt.asIntN(64, FULL_SHARD) }
const NO_BLOCKS = 'blocks not found'

/**
 * Reads the first and the last block: `last` is the network's newest one, `first` the first indexed one. Without a
 * liteserver only an index that is known to have the newest block can answer.
 */
export function readMasterchainInfo(_: V3Values<'masterchainInfo'>, context: ReadContext): Outcome {
  const { reader, options } = context
  const end = (sort: 'asc' | 'desc') =>
    loadBlocks(reader, findBlocks(reader, MASTERCHAIN, { limit: 1, offset: 0, sort }))[0]
  const isKnown = options.offline ? isFullyIndexed(context) : currentRange(context) !== undefined
  const last = isKnown ? end('desc') : options.newest && withBuffers(options.newest)
  if (!last) return { kind: 'missing', missing: [{ kind: 'newestBlock' }] }
  return found({ last: blockJson(last), first: blockJson(end('asc') ?? last) })
}

/** Bytes that came through a thread's port are plain arrays. */
function withBuffers(block: BlockRecord): BlockRecord {
  const { rootHash, fileHash, randSeed, createdBy } = block
  return {
    ...block,
    rootHash: bufferOf(rootHash),
    fileHash: bufferOf(fileHash),
    randSeed: bufferOf(randSeed),
    createdBy: bufferOf(createdBy),
  }
}

export function readBlocks(values: V3Values<'blocks'>, context: ReadContext): Outcome {
  const { workchain, shard, seqno, root_hash, file_hash, mc_seqno } = values
  const filter: BlockFilter = {
    workchain,
    shard,
    seqno,
    rootHash: root_hash && bufferOf(root_hash),
    fileHash: file_hash && bufferOf(file_hash),
    mcSeqno: mc_seqno,
    ...windows(values),
  }
  const { reader } = context
  const page = pageValues(values)
  const blocks = loadBlocks(reader, findBlocks(reader, filter, page))
  const answer = () => found({ blocks: blocks.map(blockJson) })
  const wanted = mc_seqno ?? (workchain === MASTERCHAIN.workchain ? seqno : undefined)
  if (wanted !== undefined) return ifComplete(context, missingMasterchainBlocks(context, wanted), answer)
  const isOne = root_hash ?? file_hash ?? (workchain !== undefined && shard !== undefined && seqno)
  // At most one block has a given hash or id.
  if (isOne !== undefined && isOne !== false && blocks.length > 0) return answer()
  const end = blocks.length === page.limit ? blocks.at(-1) : undefined
  const last = end && { lt: end.startLt, now: end.genUtime }
  return ifListCovered(context, { ...windows(values), page, last }, answer)
}

/** Maximum number of transactions of a page. */
const MOST_TRANSACTIONS = 1000

/** Returns blocks with their transactions, as the published documents have it (compatibility-v3 §5.3). */
export function readShardState(
  { seqno }: V3Values<'masterchainBlockShardState'>,
  context: ReadContext,
): Outcome {
  const { reader } = context
  return ifComplete(context, shardStateNeeds(context, seqno), () => {
    const { blocks: ids, tops } = findShardState(reader, seqno)
    if (tops === 0) return notFound(NO_BLOCKS)
    if (ids.length < tops) return UNKNOWN
    const page = { limit: MOST_TRANSACTIONS, offset: 0, sort: 'desc' } as const
    const transactions = loadTransactions(reader, findTransactions(reader, { blocks: ids }, page))
    return withDetails(
      context,
      { transactions, states: transactions, parties: transactionParties(transactions) },
      () =>
        found({ blocks: loadBlocks(reader, ids).map(blockJson), ...transactionsBody(context, transactions) }),
    )
  })
}

/** A shard without a new block has the one that an earlier masterchain block committed, usually the last one. */
function shardStateNeeds(context: ReadContext, seqno: number): MissingData[] {
  const missing = missingMasterchainBlocks(context, seqno)
  if (missing.length > 0) return missing
  const { blocks, tops } = findShardState(context.reader, seqno)
  return blocks.length < tops ? missingMasterchainBlocks(context, seqno - 1) : []
}

export function readBlockShards(values: V3Values<'masterchainBlockShards'>, context: ReadContext): Outcome {
  const { reader } = context
  const { seqno } = values
  return ifComplete(context, missingMasterchainBlocks(context, seqno), () => {
    if (!isCovered(context.coverage, seqno)) return notFound(NO_BLOCKS)
    const ids = findBlocks(reader, { mcSeqno: seqno }, pageValues(values))
    // As in toncenter, a page beyond the last block is a 404.
    return ids.length === 0 ? notFound(NO_BLOCKS) : found({ blocks: loadBlocks(reader, ids).map(blockJson) })
  })
}
