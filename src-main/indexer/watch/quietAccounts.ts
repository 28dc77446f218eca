import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { AccountHistory } from '../../store/parsedBlock.ts'
import { findChangedAccounts } from '../readThrough/hashSearch.ts'
import type { WatchedEntry } from './watchedEntry.ts'

/**
 * Finds watched accounts without a new transaction in one of two ways. A query for each account costs as many queries
 * as there are accounts. The transaction lists of all new blocks cost, for each masterchain block, its lookup, its
 * shards and its own list, and for each of its shard blocks a header and a list. The lists are read where that is less:
 * with 4 shards, for more than 11 accounts for each new masterchain block.
 */

/** Queries for a masterchain block, and for each shard block that it commits to, if there is one for each shard. */
const BLOCK_QUERIES = 3
const SHARD_BLOCK_QUERIES = 2

/** Maximum number of masterchain blocks whose lists are read: accounts that were read earlier are asked for. */
const MAX_BLOCKS = 300

/** Returns the number of queries for the lists of `blocks` masterchain blocks. */
function listQueries(blocks: number, shards: number): number {
  return blocks * (BLOCK_QUERIES + SHARD_BLOCK_QUERIES * shards)
}

/**
 * Returns the histories of accounts that have no new transaction up to the head, as of the head. Returns none where a
 * query for each account costs less. Rejects as sessions do.
 */
export async function findQuiet(
  session: NetworkSession,
  entries: readonly WatchedEntry[],
): Promise<readonly AccountHistory[]> {
  const head = await session.last()
  const recent = entries.flatMap(({ known }) =>
    known && known.newestLt > 0n && known.mcSeqno > head.seqno - MAX_BLOCKS && known.mcSeqno < head.seqno
      ? [known]
      : [],
  )
  if (recent.length === 0) return []
  const first = Math.min(...recent.map(({ mcSeqno }) => mcSeqno)) + 1
  const shards = await session.shards(head)
  if (recent.length <= listQueries(head.seqno - first + 1, shards.length)) return []
  const changed = await findChangedAccounts(session, seqnosFrom(first, head.seqno))
  return recent
    .filter(({ account }) => !changed.has(account.toString('latin1')))
    .map(({ account, newestLt, oldestLt, isComplete, searchedSeqno }) => {
      return { account, mcSeqno: head.seqno, newestLt, oldestLt, isComplete, searchedSeqno }
    })
}

function* seqnosFrom(first: number, last: number): Generator<number, void, undefined> {
  for (let seqno = first; seqno <= last; seqno++) yield seqno
}
