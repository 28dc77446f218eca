import type { V3Values } from '#shared/schema/v3/operations.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockFilter, findBlocks, findShardState, loadBlocks } from '../../../store/queries/blocks.ts'
import { findTransactions } from '../../../store/queries/transactions.ts'
import { blockJson } from '../render/blockJson.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import { transactionsBody } from './transactions.ts'
import { bytes, pageValues, windows } from './values.ts'

const MASTERCHAIN = { workchain: -1, shard: BigInt.asIntN(64, FULL_SHARD) }
const NO_BLOCKS = 'blocks not found'

export function readMasterchainInfo(_: V3Values<'masterchainInfo'>, { reader }: ReadContext): Outcome {
  const end = (sort: 'asc' | 'desc') =>
    loadBlocks(reader, findBlocks(reader, MASTERCHAIN, { limit: 1, offset: 0, sort }))[0]
  const [last, first] = [end('desc'), end('asc')]
  return last && first ? found({ last: blockJson(last), first: blockJson(first) }) : notFound(NO_BLOCKS)
}

export function readBlocks(values: V3Values<'blocks'>, { reader }: ReadContext): Outcome {
  const { workchain, shard, seqno, root_hash, file_hash, mc_seqno } = values
  const filter: BlockFilter = {
    workchain,
    shard,
    seqno,
    rootHash: root_hash && bytes(root_hash),
    fileHash: file_hash && bytes(file_hash),
    mcSeqno: mc_seqno,
    ...windows(values),
  }
  const blocks = loadBlocks(reader, findBlocks(reader, filter, pageValues(values)))
  return found({ blocks: blocks.map(blockJson) })
}

/** As many transactions as a page may have. */
const MOST_TRANSACTIONS = 1000

/** With the transactions of these blocks, as the published documents have it (v3-contract §6.3). */
export function readShardState(
  { seqno }: V3Values<'masterchainBlockShardState'>,
  context: ReadContext,
): Outcome {
  const { reader } = context
  const ids = findShardState(reader, seqno)
  if (ids.length === 0) return notFound(NO_BLOCKS)
  const page = { limit: MOST_TRANSACTIONS, offset: 0, sort: 'desc' } as const
  return found({
    blocks: loadBlocks(reader, ids).map(blockJson),
    ...transactionsBody(context, findTransactions(reader, { blocks: ids }, page)),
  })
}

export function readBlockShards(
  values: V3Values<'masterchainBlockShards'>,
  { reader }: ReadContext,
): Outcome {
  const ids = findBlocks(reader, { mcSeqno: values.seqno }, pageValues(values))
  if (ids.length === 0) return notFound(NO_BLOCKS)
  return found({ blocks: loadBlocks(reader, ids).map(blockJson) })
}
