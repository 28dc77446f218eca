import type { WatchedAccount } from '#shared/schema/indexer.ts'
import { readWatchDepth, type WatchDepth } from '#shared/schema/watchDepth.ts'
import type { IndexStore, KnownHistory, WatchedRow } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { type HistoryPieces, readPieces } from '../readThrough/accountBackfill.ts'
import type { HistoryReader } from '../readThrough/accountHistory.ts'
import { rawAddress } from '../stdAddress.ts'
import { type BackOff, createBackOff } from './backOff.ts'

/** A history that is kept up to date: of a watched account, or of a token contract of one. */
export type KeptHistory = {
  readonly account: StdAddress
  depth: WatchDepth
  /** The stored history, as of the last look; undefined before the first. */
  known: KnownHistory | undefined
  /** Number of transactions of that history. */
  size: number
  openTraces: number
  /** Why something is not read. */
  detail: string | undefined
  /** Monotonic time of the next check, ms. */
  dueAt: number
  /** Checks in a row that failed. */
  failures: number
  readonly pieces: HistoryPieces
  readonly parts: BackOff
}

/** A watched account with its progress in this run. */
export type WatchedEntry = KeptHistory & {
  row: WatchedRow
  state: Exclude<WatchedAccount['state'], 'offline'>
  /** Whether the last check ran into its time limit. */
  isLate: boolean
  /** Whether a check was asked for since the last one began. */
  isAsked: boolean
  /** The account's token contracts by keyOf. */
  readonly contracts: Map<string, KeptHistory>
  /** Monotonic time of the next look for token contracts, ms. */
  contractsDueAt: number
  /** Aborts when the account is no longer watched. */
  readonly stop: AbortController
}

/** Interval of an account's checks, ms: at rest it costs at most one query in this time. */
const CHECK_MS = 60_000
/** Pause of a trace or account that stays unread after a fetch, ms: first and longest. */
const PART_MS = 5_000
const LAST_PART_MS = 600_000

/** Creates a history that is due at once. */
export function createKeptHistory(
  reader: HistoryReader,
  account: StdAddress,
  depth: WatchDepth,
): KeptHistory {
  return {
    account,
    depth,
    known: undefined,
    size: 0,
    openTraces: 0,
    detail: undefined,
    dueAt: Number.NEGATIVE_INFINITY,
    failures: 0,
    pieces: readPieces(reader, account),
    parts: createBackOff(PART_MS, LAST_PART_MS, () => performance.now()),
  }
}

/** Creates the entry of a row, due at once. */
export function createEntry(reader: HistoryReader, row: WatchedRow): WatchedEntry {
  return {
    ...createKeptHistory(reader, row.account, depthOf(row)),
    row,
    state: 'waiting',
    isLate: false,
    isAsked: false,
    contracts: new Map(),
    contractsDueAt: Number.NEGATIVE_INFINITY,
    stop: new AbortController(),
  }
}

/** Returns the key of an account in a map. */
export function keyOf(account: StdAddress): string {
  return Buffer.from(account).toString('latin1')
}

/** Returns a row's depth; that of the newest transactions only if its text has no meaning. */
export function depthOf({ depth }: WatchedRow): WatchDepth {
  return readWatchDepth(depth) ?? { kind: 'transactions', count: 1 }
}

/** Returns whether a history is due. */
export function isDue({ dueAt }: Pick<KeptHistory, 'dueAt'>): boolean {
  return dueAt <= performance.now()
}

/** Makes an account due, with its token contracts. A check that runs, and has an older head, does not count. */
export function makeDue(entry: WatchedEntry): void {
  entry.isAsked = true
  entry.dueAt = Number.NEGATIVE_INFINITY
  makeContractsDue(entry)
}

/** Sets the time of the next check of an account, unless one was asked for meanwhile. */
export function rest(entry: WatchedEntry, dueAt: number): void {
  if (!entry.isAsked) entry.dueAt = dueAt
}

/** Makes the token contracts of an account due. */
export function makeContractsDue(entry: WatchedEntry): void {
  entry.contractsDueAt = Number.NEGATIVE_INFINITY
  for (const contract of entry.contracts.values()) contract.dueAt = Number.NEGATIVE_INFINITY
}

/** Returns the time of the check after one, ms. All accounts share it, so that lists of blocks serve them together. */
export function nextTick(startedAt: number): number {
  return (Math.floor(startedAt / CHECK_MS) + 1) * CHECK_MS
}

/** Reads the stored form of a history. Rejects with StoreError. */
export async function readStored(
  store: Pick<IndexStore, 'accountHistory' | 'historySize'>,
  kept: KeptHistory,
): Promise<void> {
  const known = await store.accountHistory(kept.account)
  const hasChanged = known?.newestLt !== kept.known?.newestLt || known?.oldestLt !== kept.known?.oldestLt
  if (hasChanged) kept.size = await store.historySize(kept.account)
  kept.known = known
}

/** Returns whether the stored history is as deep as the user wants it. */
export function isDeepEnough({ depth, known, size }: KeptHistory): boolean {
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
