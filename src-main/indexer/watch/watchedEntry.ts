import type { WatchedAccount } from '#shared/schema/indexer.ts'
import { readWatchDepth, type WatchDepth } from '#shared/schema/watchDepth.ts'
import type { IndexStore, KnownHistory, WatchedRow } from '../../store/indexStore.ts'
import { type HistoryPieces, readPieces } from '../readThrough/accountBackfill.ts'
import type { HistoryReader } from '../readThrough/accountHistory.ts'
import { rawAddress } from '../stdAddress.ts'
import { type BackOff, createBackOff } from './backOff.ts'

/** A watched account with its progress in this run. */
export type WatchedEntry = {
  row: WatchedRow
  depth: WatchDepth
  state: Exclude<WatchedAccount['state'], 'offline'>
  /** The stored history, as of the last look; undefined before the first. */
  known: KnownHistory | undefined
  /** Number of transactions of that history. */
  size: number
  openTraces: number
  detail: string | undefined
  /** Monotonic time of the next check, ms. */
  dueAt: number
  /** Checks in a row that failed. */
  failures: number
  /** Whether the last check ran into its time limit. */
  isLate: boolean
  readonly pieces: HistoryPieces
  readonly parts: BackOff
  /** Aborts when the account is no longer watched. */
  readonly stop: AbortController
}

/** Pause of a trace or account that stays unread after a fetch, ms: first and longest. */
const PART_MS = 5_000
const LAST_PART_MS = 600_000

/** Creates the entry of a row, due at once. Throws for a depth that a newer program wrote. */
export function createEntry(reader: HistoryReader, row: WatchedRow): WatchedEntry {
  return {
    row,
    depth: depthOf(row),
    state: 'waiting',
    known: undefined,
    size: 0,
    openTraces: 0,
    detail: undefined,
    dueAt: Number.NEGATIVE_INFINITY,
    failures: 0,
    isLate: false,
    pieces: readPieces(reader, row.account),
    parts: createBackOff(PART_MS, LAST_PART_MS, () => performance.now()),
    stop: new AbortController(),
  }
}

/** Returns a row's depth; that of the newest transactions only if its text has no meaning. */
export function depthOf({ depth }: WatchedRow): WatchDepth {
  return readWatchDepth(depth) ?? { kind: 'transactions', count: 1 }
}

/** Reads the stored history of an entry. Rejects with StoreError. */
export async function readStored(store: IndexStore, entry: WatchedEntry): Promise<void> {
  const known = await store.accountHistory(entry.row.account)
  const hasChanged = known?.newestLt !== entry.known?.newestLt || known?.oldestLt !== entry.known?.oldestLt
  if (hasChanged) entry.size = await store.historySize(entry.row.account)
  entry.known = known
}

/** Returns whether the stored history is as deep as the user wants it. */
export function isDeepEnough({ depth, known, size }: WatchedEntry): boolean {
  if (!known) return false
  if (isWhole(known)) return true
  switch (depth.kind) {
    case 'all':
      return false
    case 'transactions':
      return size >= depth.count
    case 'since':
      return known.oldest !== undefined && known.oldest.now < depth.utime
  }
}

/** Returns whether nothing can be read below a history: an account that does not exist has none to follow. */
function isWhole({ isComplete, newestLt, before }: KnownHistory): boolean {
  return isComplete || newestLt === 0n || before.lt === 0n
}

/** Converts an entry to the API's form. */
export function watchedJson(entry: WatchedEntry, isOffline: boolean): WatchedAccount {
  const { row, state, known, size, openTraces, detail } = entry
  return {
    account: rawAddress(row.account),
    depth: row.depth,
    added_at: row.addedAt,
    state: isOffline ? 'offline' : state,
    transactions: size,
    oldest_utime: known?.oldest?.now ?? null,
    newest_utime: known?.newest?.now ?? null,
    is_complete: known !== undefined && isWhole(known),
    read_seqno: known?.mcSeqno ?? null,
    open_traces: openTraces,
    detail: detail ?? null,
  }
}
