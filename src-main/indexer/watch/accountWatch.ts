import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import type { WatchedAccounts, WatchedPage } from '#shared/schema/indexer.ts'
import { readWatchDepth, USUAL_WATCH_DEPTH } from '#shared/schema/watchDepth.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import { StoreError, type WatchedRow } from '../../store/indexStore.ts'
import { type DiskLimit, DiskLimitError } from '../diskLimit.ts'
import { isUnreachable } from '../fetch/retryingClient.ts'
import { accountOf } from '../jobOfRequest.ts'
import { stopReasonOf } from '../stopReason.ts'
import { createWakeSignal } from '../wakeSignal.ts'
import { type AccountCheck, type CheckContext, createAccountCheck } from './accountCheck.ts'
import { createCheckLanes } from './checkLanes.ts'
import { passQuiet } from './quietPass.ts'
import {
  createEntry,
  depthOf,
  isDue,
  keyOf,
  makeDue,
  nextTick,
  rest,
  type WatchedEntry,
} from './watchedEntry.ts'
import { FIRST_PAGE, pageOf, watchedAnswer } from './watchedList.ts'

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
export type WatchContext = CheckContext & {
  readonly diskLimit: DiskLimit
  /** Returns the number of fetches for requests and for watched accounts. */
  fetching(): number
}

/** Longest pause between two looks for accounts that are due, ms. */
const LOOP_MS = 60_000
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
  readonly #check: AccountCheck
  readonly #running: Promise<void>
  /** Idle accounts for which the lists of blocks are being read. */
  #passing = new Set<WatchedEntry>()
  #pass: Promise<void> | undefined
  #passedTick = 0

  constructor(context: WatchContext, rows: readonly WatchedRow[]) {
    this.#context = context
    this.#check = createAccountCheck(context)
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
    makeDue(entry)
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
    return Math.min(LOOP_MS, Math.max(0, dueAt - performance.now()))
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
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PASS_MS)])
    const pass = passQuiet(this.#context, idle, signal).catch(() => {
      // Each account is then asked for.
    })
    this.#pass = pass.finally(() => {
      this.#passing.clear()
      this.#wakeSignal.wake()
    })
  }

  /** Waits while requests of users are fetched, for a bounded time: watching goes on under constant load. */
  async #yieldToUsers(): Promise<void> {
    const until = performance.now() + YIELD_MS
    const isWaiting = () => this.#context.fetching() > this.#check.fetches() && performance.now() < until
    while (isWaiting() && !this.#closing.signal.aborted) await sleep(LOOK_MS, undefined, { ref: false })
  }

  async #checkOrFail(entry: WatchedEntry): Promise<void> {
    const startedAt = performance.now()
    entry.isAsked = false
    const limit = AbortSignal.timeout(LIMIT_MS)
    const ended = AbortSignal.any([this.#closing.signal, entry.stop.signal])
    try {
      const hasMore = await this.#check.check(entry, AbortSignal.any([ended, limit]))
      entry.failures = 0
      entry.isLate = false
      entry.state = hasMore || entry.isAsked ? 'reading' : 'current'
      // Accounts with more to read take turns.
      rest(entry, hasMore ? performance.now() : nextTick(startedAt))
    } catch (error) {
      if (ended.aborted) return
      entry.failures++
      entry.isLate = limit.aborted
      entry.state = 'failed'
      entry.detail = limit.aborted ? LATE : reasonOf(error)
      rest(entry, performance.now() + Math.min(LONGEST_MS, OFFLINE_MS * 2 ** (entry.failures - 1)))
    }
  }
}

const LATE = `the network did not give more within ${LIMIT_MS / 1000} s`

function reasonOf(error: unknown): string {
  if (error instanceof LiteServerError) return `no liteserver gives the rest: ${messageOf(error)}`
  const isOwn = error instanceof StoreError || error instanceof DiskLimitError
  return isOwn ? stopReasonOf(error).reason : messageOf(error)
}
