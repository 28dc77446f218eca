import type { LiteQuery } from '../tl/liteQuery.ts'
import { FIXED_BASE, TO_TARGET } from './blockProof.ts'
import { FROM_KEY_BLOCK } from './config.ts'

/** The maximum length of a query whose answer is cached. */
const MAX_QUERY_BYTES = 1024

/** Returns whether the answer to a query never changes, because the query names its block. */
export function isFixed(query: LiteQuery, bytes: Buffer): boolean {
  if (bytes.length > MAX_QUERY_BYTES) return false
  switch (query.name) {
    case 'getBlockHeader':
    case 'getShardInfo':
    case 'getAllShardsInfo':
    case 'getOneTransaction':
    case 'getTransactions':
    case 'lookupBlock':
    case 'lookupBlockWithProof':
    case 'listBlockTransactions':
    case 'listBlockTransactionsExt':
    case 'getValidatorStats':
    case 'getLibrariesWithProof':
    case 'getShardBlockProof':
    case 'getBlockOutMsgQueueSize':
    case 'getDispatchQueueInfo':
    case 'getDispatchQueueMessages':
      return true
    case 'getAccountState':
    case 'getAccountStatePrunned':
      // -1 requests the newest block.
      return query.request.id.seqno >= 0
    case 'getConfigAll':
    case 'getConfigParams':
      return (query.request.mode & FROM_KEY_BLOCK) === 0
    case 'getBlockProof':
      return (query.request.mode & TO_TARGET) !== 0 && (query.request.mode & FIXED_BASE) !== 0
    default:
      // Blocks and states are large and quick to read; the other answers depend on the head or the clock.
      return false
  }
}
