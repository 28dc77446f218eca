import { NoServerError, ProofError } from '../errors.ts'
import type { MasterchainInfo } from '../tl/serverInfo.ts'
import { type Clock, systemClock } from './clock.ts'
import { type HealthPoll, pollHealth } from './healthPoll.ts'
import type { ConnectLiteServer, LiteServerAddress } from './liteConnection.ts'
import { DEFAULT_POOL_LIMITS, type PoolLimits } from './poolOptions.ts'
import { PoolServer } from './poolServer.ts'
import { type PoolStats, poolStats } from './poolStats.ts'
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
}

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
  #best: number | undefined
  #indexed = 0
  #usedAt: number
  #closed = false

  constructor(options: LitePoolOptions) {
    const clock = options.clock ?? systemClock
    const limits = { ...DEFAULT_POOL_LIMITS, ...options.limits }
    this.clock = clock
    this.limits = limits
    this.#random = options.random ?? Math.random
    this.#usedAt = clock.now()
    this.servers = options.servers.map(
      (address, index) => new PoolServer(index, address, { clock, limits, connect: options.connect }),
    )
    this.#polls = this.servers.map((server) =>
      pollHealth(server, {
        clock,
        limits,
        isInUse: () => this.#isInUse(),
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

  /** Raises `best`; called with proved seqnos (or claimed ones without verification). */
  noteBest(seqno: number): void {
    if (this.#best === undefined || seqno > this.#best) this.#best = seqno
  }

  /** Records the head that a server claims. */
  noteHead(server: PoolServer, seqno: number): void {
    server.seqno = seqno
    server.lag = Math.max(0, this.known - seqno)
  }

  /** Returns whether a server answers, is not quarantined, and is at most `maxLag` blocks behind. */
  isAlive(server: PoolServer): boolean {
    return (
      !server.failed &&
      server.seqno !== undefined &&
      server.lag <= this.limits.maxLag &&
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
    const fitting = this.alive.filter(
      (server) => !criteria.exclude?.has(server) && (!criteria.archival || server.archival),
    )
    return chooseServer(fitting, this.#random)
  }

  /**
   * Returns an available server. While some were not polled yet it waits for them, at most `firstServerMs`. Rejects
   * with the ProofError of a server if all are quarantined, otherwise with NoServerError.
   */
  async waitForServer(criteria: ServerCriteria = {}, signal?: AbortSignal): Promise<PoolServer> {
    this.#noteUse()
    const deadline = this.clock.now() + this.limits.firstServerMs
    for (;;) {
      signal?.throwIfAborted()
      if (this.#closed) throw new NoServerError('the network is closed')
      const server = this.choose(criteria)
      if (server) return server
      const left = deadline - this.clock.now()
      if (left <= 0 || this.#polled.size === this.servers.length) throw this.#noServer(criteria)
      await this.#nextPoll(left, signal)
    }
  }

  stats(): PoolStats {
    return poolStats(this)
  }

  close(): void {
    this.#closed = true
    for (const poll of this.#polls) poll.stop()
    for (const server of this.servers) server.close()
    this.#wakeWaiting()
  }

  #isInUse(): boolean {
    return this.clock.now() - this.#usedAt < this.limits.idleAfterMs
  }

  #noteUse(): void {
    const wasInUse = this.#isInUse()
    this.#usedAt = this.clock.now()
    if (!wasInUse) for (const poll of this.#polls) poll.wake()
  }

  #nextPoll(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancelTimer()
        signal?.removeEventListener('abort', done)
        this.#waiting.delete(done)
        resolve()
      }
      const cancelTimer = this.clock.after(timeoutMs, done)
      signal?.addEventListener('abort', done, { once: true })
      this.#waiting.add(done)
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
    return new NoServerError(`no ${kind} of ${this.servers.length} is available`, { cause })
  }
}
