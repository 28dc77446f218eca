import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import type { WatchedAccounts, WatchedPage } from '#shared/schema/indexer.ts'
import { readWatchDepth, USUAL_WATCH_DEPTH } from '#shared/schema/watchDepth.ts'
import { StoreError, type WatchedRow } from '../../store/indexStore.ts'
import type { AccountHistory } from '../../store/parsedBlock.ts'
import { type DiskLimit, DiskLimitError } from '../diskLimit.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import { accountOf } from '../jobOfRequest.ts'
import { type HistoryReader, readHistory } from '../readThrough/accountHistory.ts'
import { stopReasonOf } from '../stopReason.ts'
import { createWakeSignal } from '../wakeSignal.ts'
import { createCheckLanes } from './checkLanes.ts'
import { findQuiet } from './quietAccounts.ts'
import { type PartSources, readParts } from './readParts.ts'
import { createEntry, depthOf, isDeepEnough, readStored, type WatchedEntry } from './watchedEntry.ts'
import { FIRST_PAGE, keyOf, pageOf, watchedAnswer } from './watchedList.ts'

/** Accounts whose histories are read back to a depth and kept up to date. They are saved, and continue after a restart. */
export type AccountWatch = {
  /** Returns a page of them in the order in which they were added. Rejects with ApiError 422 and StoreError. */
  list(page: WatchedPage): Promise<WatchedAccounts>
  /** Adds an account, or changes its depth, and checks it at once. Rejects with ApiError 409 and 422. */
  watch(values: { readonly account: string; readonly depth?: string | undefined }): Promise<WatchedAccounts>
  /** Removes an account; what was read stays. Returns the first page of the others. Rejects with ApiError 404 and 422. */
  unwatch(values: { readonly account: string }): Promise<WatchedAccounts>
  /** Checks what failed once more, after a change of the disk limit. */
  wake(): void
  close(): Promise<void>
}

/** Dependencies of watching. */
export type WatchContext = PartSources &
  HistoryReader & {
    readonly network: IndexNetwork
    readonly diskLimit: DiskLimit
    /** Returns the number of fetches for requests and for watched accounts. */
    fetching(): number
  }

/** Interval of an account's checks, ms: at rest it costs at most one query in this time. */
const CHECK_MS = 60_000
/** Pause while no liteserver is alive, ms. */
const OFFLINE_MS = 5_000
/** Longest pause of an account whose checks fail, ms. */
const LONGEST_MS = 600_000
/** Time limit for one check, ms: it then goes on with what it has read. */
const LIMIT_MS = 60_000
/** Time limit for reading the lists of blocks, ms: then each account is asked for. */
const PASS_MS = 30_000
/** Longest wait for requests of users before a check, and between two looks, ms. */
const YIELD_MS = 2_000
const LOOK_MS = 50
const MAX_WATCHED = 10_000

/** Loads the watched accounts and starts to check them. Rejects with StoreError. */
export async function openAccountWatch(context: WatchContext): Promise<AccountWatch> {
  return new RunningWatch(context, await context.store.watchedAccounts())
}

class RunningWatch implements AccountWatch {
  readonly #context: WatchContext
  readonly #entries: Map<string, WatchedEntry>
  readonly #wakeSignal = createWakeSignal()
  readonly #lanes = createCheckLanes(() => this.#wakeSignal.wake())
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  /** Idle accounts for which the lists of blocks are being read. */
  #passing = new Set<WatchedEntry>()
  #pass: Promise<void> | undefined
  #passedTick = 0
  /** Number of the watch's own fetches. */
  #fetches = 0

  constructor(context: WatchContext, rows: readonly WatchedRow[]) {
    this.#context = context
    this.#entries = new Map(rows.map((row) => [keyOf(row.account), createEntry(context, row)]))
    this.#running = this.#run()
  }

  async list(page: WatchedPage): Promise<WatchedAccounts> {
    return this.#answer(pageOf(this.#entries, page))
  }

  async watch({ account: text, depth }: Parameters<AccountWatch['watch']>[0]): Promise<WatchedAccounts> {
    const account = accountOf(text)
    const known = this.#entries.get(keyOf(account))
    const wanted = depth ?? known?.row.depth ?? USUAL_WATCH_DEPTH
    if (!readWatchDepth(wanted))
      throw new ApiError(422, 'depth is all, a number of transactions or a date such as 2026-01-31')
    if (!known && this.#entries.size >= MAX_WATCHED)
      throw new ApiError(409, `${MAX_WATCHED} accounts are watched already`)
    const row = { account, depth: wanted, addedAt: known?.row.addedAt ?? Math.floor(Date.now() / 1000) }
    await this.#context.store.saveWatched(row)
    // Another request can have added it meanwhile.
    const entry = this.#entries.get(keyOf(account)) ?? createEntry(this.#context, row)
    entry.row = row
    entry.depth = depthOf(row)
    entry.dueAt = Number.NEGATIVE_INFINITY
    if (entry.state === 'current') entry.state = 'reading'
    this.#entries.set(keyOf(account), entry)
    this.#wakeSignal.wake()
    return this.#answer([entry])
  }

  async unwatch({ account: text }: { readonly account: string }): Promise<WatchedAccounts> {
    const account = accountOf(text)
    const entry = this.#entries.get(keyOf(account))
    if (!entry) throw new ApiError(404, `${text} is not watched`)
    await this.#context.store.removeWatched(account)
    this.#entries.delete(keyOf(account))
    entry.stop.abort(new Error('the account is no longer watched'))
    return this.#answer(pageOf(this.#entries, FIRST_PAGE))
  }

  wake(): void {
    for (const entry of this.#entries.values()) if (entry.failures > 0) entry.dueAt = Number.NEGATIVE_INFINITY
    this.#wakeSignal.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the index is being closed'))
    this.#wakeSignal.wake()
    await this.#running
  }

  #answer(entries: readonly WatchedEntry[]): Promise<WatchedAccounts> {
    return watchedAnswer(this.#context.store, entries, {
      all: this.#entries,
      isOffline: isUnreachable(this.#context.network),
    })
  }

  async #run(): Promise<void> {
    const closed = this.#closing.signal
    if (this.#context.store.isReadOnly) return
    while (!closed.aborted) {
      const isOffline = isUnreachable(this.#context.network)
      if (!isOffline) this.#startDue()
      await this.#wakeSignal.wait(isOffline ? OFFLINE_MS : this.#pause())
    }
    await Promise.all([this.#pass, this.#lanes.ended()])
  }

  /** Returns the time until the next check, ms. Monotonic: a changed clock of the machine does not matter. */
  #pause(): number {
    const dueAt = this.#next()?.dueAt ?? Infinity
    return Math.min(CHECK_MS, Math.max(0, dueAt - performance.now()))
  }

  /** Returns the account that is due first, of those that can be checked while the others are. */
  #next(): WatchedEntry | undefined {
    let next: WatchedEntry | undefined
    for (const entry of this.#entries.values()) {
      const canStart = this.#lanes.hasRoom(entry) && !this.#passing.has(entry)
      if (canStart && entry.dueAt < (next?.dueAt ?? Infinity)) next = entry
    }
    return next
  }

  /** Starts the checks that are due, as many as there is room for. The end of one wakes the loop. */
  #startDue(): void {
    this.#startPass()
    for (let next = this.#next(); next && isDue(next); next = this.#next()) {
      const entry = next
      this.#lanes.start(entry, async () => {
        await this.#yieldToUsers()
        await this.#checkOrFail(entry)
      })
    }
  }

  /** Looks for idle accounts without a new transaction, once between two checks; the others wait for it. */
  #startPass(): void {
    const tick = nextTick(performance.now())
    if (tick === this.#passedTick) return
    const idle = [...this.#entries.values()].filter(
      (entry) => entry.state === 'current' && isDue(entry) && !this.#lanes.has(entry),
    )
    if (idle.length === 0) return
    this.#passedTick = tick
    this.#passing = new Set(idle)
    const pass = this.#passQuiet(idle).catch(() => {
      // Each account is then asked for.
    })
    this.#pass = pass.finally(() => {
      this.#passing.clear()
      this.#wakeSignal.wake()
    })
  }

  /** Notes which accounts have no new transaction, if that costs less than to ask for each. */
  async #passQuiet(idle: readonly WatchedEntry[]): Promise<void> {
    const { network } = this.#context
    const startedAt = performance.now()
    const covered = await this.#covered(idle)
    const isCovered = new Set(covered.map(({ account }) => keyOf(account)))
    const others = idle.filter(({ row }) => !isCovered.has(keyOf(row.account)))
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PASS_MS)])
    const quiet = others.length > 0 ? await findQuiet(network.session({ signal }), others) : []
    const passed = [...covered, ...quiet]
    if (passed.length === 0) return
    await this.#write(passed)
    for (const { account } of passed) {
      const entry = this.#entries.get(keyOf(account))
      if (!entry) continue
      const before = entry.known?.newestLt
      await this.#look(entry)
      // New transactions, and an open trace, which can go on without the account, need a check.
      if (entry.known?.newestLt === before && entry.openTraces === 0) entry.dueAt = nextTick(startedAt)
    }
  }

  /** Returns the histories that covered blocks continue up to the newest known block. */
  async #covered(idle: readonly WatchedEntry[]): Promise<readonly AccountHistory[]> {
    const { network, store } = this.#context
    const last = store.coverage().at(-1)
    if (!last || last.last < (network.bestSeqno() ?? Infinity)) return []
    const found: AccountHistory[] = []
    for (const { row } of idle) {
      const known = await store.accountHistory(row.account)
      if (!known?.newest || known.newestLt === 0n || known.mcSeqno + 1 < last.first) continue
      const { oldestLt, isComplete, searchedSeqno, newest } = known
      // A trace can have brought a transaction of a later block, with a gap before it.
      if (newest.mcSeqno > last.last) continue
      const newestLt = newest.lt > known.newestLt ? newest.lt : known.newestLt
      found.push({ account: row.account, mcSeqno: last.last, newestLt, oldestLt, isComplete, searchedSeqno })
    }
    return found
  }

  async #write(histories: readonly AccountHistory[]): Promise<void> {
    const { parser, store, onWritten } = this.#context
    onWritten(await store.writeHistory(await parser.history({ transactions: [], states: [], histories })))
  }

  /** Waits while requests of users are fetched, for a bounded time: watching goes on under constant load. */
  async #yieldToUsers(): Promise<void> {
    const until = performance.now() + YIELD_MS
    const isWaiting = () => this.#context.fetching() > this.#fetches && performance.now() < until
    while (isWaiting() && !this.#closing.signal.aborted) await sleep(LOOK_MS, undefined, { ref: false })
  }

  async #checkOrFail(entry: WatchedEntry): Promise<void> {
    const startedAt = performance.now()
    const limit = AbortSignal.timeout(LIMIT_MS)
    const ended = AbortSignal.any([this.#closing.signal, entry.stop.signal])
    try {
      const hasMore = await this.#check(entry, AbortSignal.any([ended, limit]))
      entry.failures = 0
      entry.isLate = false
      entry.state = hasMore ? 'reading' : 'current'
      // Accounts with more to read take turns.
      entry.dueAt = hasMore ? performance.now() : nextTick(startedAt)
    } catch (error) {
      if (ended.aborted) return
      entry.failures++
      entry.isLate = limit.aborted
      entry.state = 'failed'
      entry.detail = limit.aborted ? LATE : reasonOf(error)
      entry.dueAt = performance.now() + Math.min(LONGEST_MS, OFFLINE_MS * 2 ** (entry.failures - 1))
    }
  }

  /** Reads one piece of a history, or what its traces lack. Resolves to whether there is more to read. */
  async #check(entry: WatchedEntry, signal: AbortSignal): Promise<boolean> {
    const { network, diskLimit } = this.#context
    await diskLimit.check()
    if (entry.known === undefined) await this.#look(entry)
    const isDeep = isDeepEnough(entry)
    if (!isDeep || entry.state === 'waiting') entry.state = 'reading'
    if (entry.failures > 0) entry.detail = undefined
    const session = network.session({ signal })
    if (!isDeep) {
      await entry.pieces.next(session)
      await this.#look(entry)
      if (!isDeepEnough(entry)) return true
    } else if ((await session.last()).seqno !== entry.known?.mcSeqno) {
      await readHistory(this.#context, session, entry.row.account, 0)
      await this.#look(entry)
    }
    const { open, trouble, hasProgress } = await this.#readParts(entry, signal)
    entry.openTraces = open
    if (trouble !== undefined || open === 0) entry.detail = trouble
    return hasProgress
  }

  async #readParts(entry: WatchedEntry, signal: AbortSignal): ReturnType<typeof readParts> {
    const { readThrough, detection } = this.#context
    const own = async <T>(fetch: Promise<T>): Promise<T> => {
      this.#fetches++
      return fetch.finally(() => this.#fetches--)
    }
    const sources = {
      ...this.#context,
      readThrough: {
        trace: (...args: Parameters<typeof readThrough.trace>) => own(readThrough.trace(...args)),
      },
      detection: { detect: (...args: Parameters<typeof detection.detect>) => own(detection.detect(...args)) },
    }
    return readParts(sources, entry.row.account, { signal, backOff: entry.parts })
  }

  #look(entry: WatchedEntry): Promise<void> {
    return readStored(this.#context.store, entry)
  }
}

function isDue({ dueAt }: WatchedEntry): boolean {
  return dueAt <= performance.now()
}

/** Returns the time of the check after one, ms. All accounts share it, so that lists of blocks serve them together. */
function nextTick(startedAt: number): number {
  return (Math.floor(startedAt / CHECK_MS) + 1) * CHECK_MS
}

const LATE = `the network did not give more within ${LIMIT_MS / 1000} s`

function reasonOf(error: unknown): string {
  const isOwn = error instanceof StoreError || error instanceof DiskLimitError
  return isOwn ? stopReasonOf(error).reason : messageOf(error)
}
