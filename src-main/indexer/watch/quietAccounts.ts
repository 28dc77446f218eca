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

/** An account whose history the lists can continue. */
type Kept = Pick<WatchedEntry, 'known'>

/** The changed accounts according to the lists of blocks. */
export type QuietAccounts = {
  /** The histories of accounts without a new transaction, as of the head. */
  readonly quiet: readonly AccountHistory[]
  /** Returns whether the lists have a transaction of an account that was looked for. */
  hasChanged(account: Buffer): boolean
}

const NOTHING: QuietAccounts = { quiet: [], hasChanged: () => false }

/** Returns the number of queries for the lists of `blocks` masterchain blocks. */
function listQueries(blocks: number, shards: number): number {
  return blocks * (BLOCK_QUERIES + SHARD_BLOCK_QUERIES * shards)
}

/**
 * Looks for new transactions of accounts up to the head in the lists of blocks, where that costs less than a query for
 * each account. Accounts that were read long before the others are left out if the blocks since then cost more than
 * they save. Rejects as sessions do.
 * @param others accounts that are looked for in the same lists, and for which alone no list is read
 */
export async function findQuiet(
  session: NetworkSession,
  entries: readonly Kept[],
  others: readonly Kept[] = [],
): Promise<QuietAccounts> {
  const head = await session.last()
  const recent = historiesSince(entries, head.seqno)
  // At least one shard: a few accounts need no look at the shards.
  if (firstBlock(recent, head.seqno, 1) === undefined) return NOTHING
  const first = firstBlock(recent, head.seqno, (await session.shards(head)).length)
  if (first === undefined) return NOTHING
  const changed = await findChangedAccounts(session, seqnosFrom(first, head.seqno))
  const looked = [...recent, ...historiesSince(others, head.seqno)].filter(
    ({ mcSeqno }) => mcSeqno >= first - 1,
  )
  const hasChanged = (account: Buffer) => changed.has(account.toString('latin1'))
  return {
    hasChanged,
    quiet: looked
      .filter(({ account }) => !hasChanged(account))
      .map(({ account, newestLt, oldestLt, isComplete, searchedSeqno }) => {
        return { account, mcSeqno: head.seqno, newestLt, oldestLt, isComplete, searchedSeqno }
      }),
  }
}

function historiesSince(entries: readonly Kept[], head: number): readonly AccountHistory[] {
  return entries.flatMap(({ known }) =>
    known && known.newestLt > 0n && known.mcSeqno > head - MAX_BLOCKS && known.mcSeqno < head ? [known] : [],
  )
}

/** Returns the first block from which on the lists save most queries; undefined if they save none. */
function firstBlock(recent: readonly AccountHistory[], head: number, shards: number): number | undefined {
  const seqnos = recent.map(({ mcSeqno }) => mcSeqno).sort((a, b) => b - a)
  let first: number | undefined
  let most = 0
  for (const [at, seqno] of seqnos.entries()) {
    const saved = at + 1 - listQueries(head - seqno, shards)
    if (saved <= most) continue
    most = saved
    first = seqno + 1
  }
  return first
}

function* seqnosFrom(first: number, last: number): Generator<number, void, undefined> {
  for (let seqno = first; seqno <= last; seqno++) yield seqno
}
