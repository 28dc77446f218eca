import { MASTERCHAIN } from '../../chain/blockId.ts'
import { type ForkError, NoServerError, ProofError } from '../errors.ts'
import type { MasterchainInfo } from '../tl/serverInfo.ts'
import { type Clock, systemClock } from './clock.ts'
import { HeadTimes } from './headTimes.ts'
import { type HealthPoll, pollHealth } from './healthPoll.ts'
import { HedgeBudget } from './hedgeBudget.ts'
import type { ConnectLiteServer, LiteServerAddress } from './liteConnection.ts'
import { DEFAULT_POOL_LIMITS, type PoolLimits } from './poolOptions.ts'
import { PoolServer } from './poolServer.ts'
import { type PoolStats, poolStats } from './poolStats.ts'
import type { OldData } from './retention.ts'
import { chooseServer } from './serverChoice.ts'

/** Options of a pool. */
export type LitePoolOptions = {
  /** In the order of the global config: a server's index is its position here. */
  readonly servers: readonly LiteServerAddress[]
  readonly connect: ConnectLiteServer
  readonly limits?: Partial<PoolLimits>
  readonly clock?: Clock
  /** Returns a number in [0, 1), as Math.random. */
  readonly random?: () => number
  /** Called with every head that a server claims when it is polled; the head is not proved. */
  readonly onHead?: (server: PoolServer, info: MasterchainInfo) => void
}

/** Criteria for choosing a server. */
export type ServerCriteria = {
  /** True: only archival servers. */
  readonly archival?: boolean | undefined
  readonly exclude?: ReadonlySet<PoolServer> | undefined
  /** The server that is used now: it stays unless another one is much better. */
  readonly present?: PoolServer | undefined
  /** Data that it should have: servers that are known to lack it are chosen only if there is no other. */
  readonly needs?: OldData | undefined
}

/** Number of masterchain blocks behind the head from which a block counts as old. */
const OLD_BLOCKS = 100
/** Milliseconds before a query goes to a second server as well: limits, and the value while nothing was measured. */
const HEDGE_LEAST_MS = 50
const HEDGE_MOST_MS = 3_000
const HEDGE_UNKNOWN_MS = 1_000
/**
 * Milliseconds within which another server must accept a query that leaves the queue of one: a place in another queue is
 * no better, and a query that leaves each of them gets no answer at all.
 */
const SOON_MS = 250
/** Seconds of heads from which their rate is known well enough. */
const RATE_SPAN_S = 4
/** Servers with even times would otherwise be hedged just before they answer. */
const HEDGE_MARGIN = 1.1

/**
 * The liteservers of one network: their health, and the choice of a server for each query. It checks no proofs: the
 * owner reports the best seqno, against which lag is measured, and false answers.
 */
export class LitePool {
  readonly servers: readonly PoolServer[]
  readonly clock: Clock
  readonly limits: PoolLimits
  readonly #random: () => number
  readonly #polls: HealthPoll[]
  readonly #polled = new Set<PoolServer>()
  readonly #waiting = new Set<() => void>()
  readonly #atUse = new Set<() => void>()
  readonly #headTimes = new HeadTimes()
  /** Servers whose head came before the network's heads and their rate were known. */
  readonly #unjudged = new Set<PoolServer>()
  readonly #hedges = new HedgeBudget()
  #best: number | undefined
  #indexed = 0
  readonly #openedAt: number
  #usedAt: number
  #closed = false
  #stopped: ForkError | undefined

  constructor(options: LitePoolOptions) {
    const clock = options.clock ?? systemClock
    const limits = { ...DEFAULT_POOL_LIMITS, ...options.limits }
    this.clock = clock
    this.limits = limits
    this.#random = options.random ?? Math.random
    this.#openedAt = clock.now()
    this.#usedAt = this.#openedAt
    this.servers = options.servers.map(
      (address, index) =>
        new PoolServer(index, address, {
          clock,
          limits,
          connect: options.connect,
          hasSooner: (server) => this.#hasSooner(server),
        }),
    )
    this.#polls = this.servers.map((server) =>
      pollHealth(server, {
        clock,
        limits,
        isInUse: () => this.isInUse,
        count: options.servers.length,
        onHead: (polled, info) => {
          this.noteHead(polled, info.last.seqno)
          options.onHead?.(polled, info)
        },
        onPolled: (polled) => {
          this.#polled.add(polled)
          this.#wakeWaiting()
        },
      }),
    )
  }

  /** Milliseconds since the pool was opened. */
  get ageMs(): number {
    return this.clock.now() - this.#openedAt
  }

  /** The highest proved masterchain seqno (or the highest claimed one without verification). */
  get best(): number | undefined {
    return this.#best
  }

  /** The highest masterchain seqno that is known to exist: `best`, or one that an earlier run has proved. */
  get known(): number {
    return Math.max(this.#best ?? 0, this.#indexed)
  }

  /** Raises `known` to a block that an earlier run has proved. */
  noteIndexed(seqno: number): void {
    this.#indexed = Math.max(this.#indexed, seqno)
  }

  /**
   * Raises `best`; called with proved seqnos (or claimed ones without verification).
   * @param utime the time of the block, Unix seconds, if it is proved
   */
  noteBest(seqno: number, utime?: number): void {
    if (this.#best === undefined || seqno > this.#best) this.#best = seqno
    if (utime === undefined) return
    this.#headTimes.note(seqno, utime)
    if (!this.#isRateKnown) return
    for (const server of this.#unjudged) this.#judge(server)
    this.#unjudged.clear()
  }

  /** Records the head that a server claims. */
  noteHead(server: PoolServer, seqno: number): void {
    server.seqno = seqno
    server.seenAt = this.clock.now()
    if (!this.#isRateKnown) this.#unjudged.add(server)
    else this.#unjudged.delete(server)
    const blocks = Math.max(0, this.known - seqno)
    const seconds = this.#headTimes.secondsBehind(seqno, this.known)
    server.lag = this.known > 0 ? { blocks, seconds } : undefined
    server.isLagging = this.isFarBehind(seqno)
  }

  /** Whether heads of some seconds tell the rate of blocks: their times are whole seconds. */
  get #isRateKnown(): boolean {
    return this.#headTimes.spanSeconds >= RATE_SPAN_S
  }

  /** Judges the head that a server had before the heads of the network were known, as of that time. */
  #judge(server: PoolServer): void {
    const { seqno, seenAt } = server
    if (seqno === undefined || seenAt === undefined) return
    const passed = (this.clock.now() - seenAt) / 1_000
    const since = this.#headTimes.blocksIn(passed) ?? 0
    const blocks = Math.max(0, this.known - seqno - (passed > 0 ? since : 0))
    const seconds = Math.max(0, (this.#headTimes.secondsBehind(seqno, this.known) ?? 0) - passed)
    server.lag = { blocks, seconds }
    server.isLagging = blocks > this.limits.maxLag && seconds > this.limits.maxLagSeconds
  }

  /**
   * Returns whether a head is too old to be used: more than `maxLag` blocks and more than `maxLagSeconds` behind. The
   * time decides on networks with several blocks a second, the number on those with few.
   */
  isFarBehind(seqno: number): boolean {
    if (this.known - seqno <= this.limits.maxLag) return false
    const seconds = this.#headTimes.secondsBehind(seqno, this.known)
    return seconds === undefined || seconds > this.limits.maxLagSeconds
  }

  /** Returns whether a server answers, is not quarantined, and is not far behind. */
  isAlive(server: PoolServer): boolean {
    return (
      !server.failed &&
      server.seqno !== undefined &&
      !server.isLagging &&
      this.clock.now() >= server.unavailableUntil
    )
  }

  /** Whether every server has been polled, successfully or not. */
  get isEveryServerPolled(): boolean {
    return this.servers.every((server) => server.seqno !== undefined || this.#polled.has(server))
  }

  /** Servers that named their head and are not quarantined for a false answer. */
  get answering(): readonly PoolServer[] {
    return this.servers.filter((server) => server.seqno !== undefined && !server.isQuarantined)
  }

  get alive(): readonly PoolServer[] {
    return this.servers.filter((server) => this.isAlive(server))
  }

  /** Returns an available server, or undefined. */
  choose(criteria: ServerCriteria = {}): PoolServer | undefined {
    if (this.#stopped) return undefined
    const fitting = this.alive.filter(
      (server) => !criteria.exclude?.has(server) && (!criteria.archival || server.archival),
    )
    const { needs } = criteria
    const keeping = needs ? fitting.filter(({ retention }) => retention.canHave(needs)) : fitting
    return chooseServer(keeping.length > 0 ? keeping : fitting, this.#random, criteria.present)
  }

  /** Returns whether data is so old that a refusal shows what a server keeps, and not that it is behind. */
  isOld({ workchain, seqno }: OldData): boolean {
    // Blocks of a workchain are about as many as those of the masterchain, or more.
    return workchain !== MASTERCHAIN || this.known - seqno > OLD_BLOCKS
  }

  /** Returns how many blocks the network makes in `seconds`; undefined before its rate is known. */
  blocksIn(seconds: number): number | undefined {
    return this.#headTimes.blocksIn(seconds)
  }

  /** Returns the proved time of the newest block, Unix seconds, if it is block `seqno`. */
  timeOfHead(seqno: number): number | undefined {
    return this.#headTimes.timeOf(seqno)
  }

  /** Returns a server that gave no answers lately and has no query now, for a query that another one answers too. */
  onTrial(exclude: PoolServer): PoolServer | undefined {
    return this.alive.find((server) => server !== exclude && server.isOnTrial && server.inFlight === 0)
  }

  /** Returns after which time a query to `server` goes to a second one as well, ms. */
  hedgeMs(server: PoolServer): number {
    const usual = server.slowMs === undefined ? HEDGE_UNKNOWN_MS : server.slowMs * HEDGE_MARGIN
    return Math.min(HEDGE_MOST_MS, Math.max(HEDGE_LEAST_MS, usual))
  }

  noteQuery(): void {
    this.#hedges.noteQuery()
  }

  /** Returns whether a query may go to a second server now, and counts it. */
  takeHedge(): boolean {
    return this.#hedges.take()
  }

  /** Resolves when sessions use the network, at once if they do. Rejects with the signal's reason. */
  async whenInUse(signal: AbortSignal): Promise<void> {
    while (!this.isInUse) {
      signal.throwIfAborted()
      await this.#woken(this.#atUse, { signal })
    }
    signal.throwIfAborted()
  }

  /**
   * Returns an available server. While some were not polled yet it waits for them, at most `firstServerMs`. Rejects
   * with the ProofError of a server if all are quarantined, otherwise with NoServerError.
   */
  async waitForServer(criteria: ServerCriteria = {}, signal?: AbortSignal): Promise<PoolServer> {
    this.noteUse()
    const deadline = this.clock.now() + this.limits.firstServerMs
    for (;;) {
      signal?.throwIfAborted()
      if (this.#closed) throw new NoServerError('the network is closed')
      if (this.#stopped) throw this.#stopped
      const server = this.choose(criteria)
      if (server) return server
      const left = deadline - this.clock.now()
      if (left <= 0 || this.#polled.size === this.servers.length) throw this.#noServer(criteria)
      await this.#woken(this.#waiting, { timeoutMs: left, signal })
    }
  }

  stats(): PoolStats {
    return poolStats(this)
  }

  /** Stops using all servers: requests for one reject with `error` from now on. */
  stop(error: ForkError): void {
    this.#stopped ??= error
    for (const poll of this.#polls) poll.stop()
    this.#wakeWaiting()
  }

  /** The error that stopped the pool. */
  get stopped(): ForkError | undefined {
    return this.#stopped
  }

  close(): void {
    this.#closed = true
    for (const poll of this.#polls) poll.stop()
    for (const server of this.servers) server.close()
    this.#wakeWaiting()
  }

  /** Whether sessions were used within `idleAfterMs`. */
  get isInUse(): boolean {
    return this.clock.now() - this.#usedAt < this.limits.idleAfterMs
  }

  /** Records that a session is used. */
  noteUse(): void {
    const wasInUse = this.isInUse
    this.#usedAt = this.clock.now()
    if (wasInUse) return
    for (const poll of this.#polls) poll.wake()
    for (const done of [...this.#atUse]) done()
  }

  #hasSooner(server: PoolServer): boolean {
    return this.alive.some((other) => other !== server && !other.isSilent && other.rateWaitMs <= SOON_MS)
  }

  /** Resolves when one of `callbacks` is called, after the time limit, or when the signal is aborted. */
  #woken(
    callbacks: Set<() => void>,
    { timeoutMs, signal }: { readonly timeoutMs?: number; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancelTimer()
        signal?.removeEventListener('abort', done)
        callbacks.delete(done)
        resolve()
      }
      const cancelTimer = timeoutMs === undefined ? () => {} : this.clock.after(timeoutMs, done)
      signal?.addEventListener('abort', done, { once: true })
      callbacks.add(done)
    })
  }

  #wakeWaiting(): void {
    for (const done of [...this.#waiting]) done()
  }

  #noServer(criteria: ServerCriteria): Error {
    const dishonest = this.servers.find(
      (server) => server.isQuarantined && server.lastError instanceof ProofError,
    )
    if (dishonest?.lastError && this.servers.every((server) => server.isQuarantined))
      return dishonest.lastError
    const kind = criteria.archival ? 'archival liteserver' : 'liteserver'
    const cause = this.servers.find((server) => server.lastError)?.lastError
    const reason = cause ? `: ${cause.message}` : ''
    return new NoServerError(`no ${kind} of ${this.servers.length} is available${reason}`, { cause })
  }
}
