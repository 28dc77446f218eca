import { AdnlError } from '../adnl/adnlError.ts'
import { LiteConnectionError, LiteTimeoutError, NoServerError, type ProofError } from '../errors.ts'
import { type Clock, pause } from './clock.ts'
import { ConcurrencyWindow } from './concurrencyWindow.ts'
import { withDeadline } from './deadline.ts'
import { LatencyStats, type MeasuredTimes } from './latencyStats.ts'
import { Limiter } from './limiter.ts'
import type { ConnectLiteServer, LiteServerAddress } from './liteConnection.ts'
import type { PoolLimits } from './poolOptions.ts'
import { RateGate } from './rateGate.ts'
import { RecentCount } from './recentCount.ts'
import { Retention } from './retention.ts'
import { RateLimitedError, type UnprovedClaimError } from './serverFaults.ts'
import { type FailureKind, ServerHealth } from './serverHealth.ts'
import { ServerLink } from './serverLink.ts'

/**
 * Milliseconds without any answer after which a server with a waiting query counts as silent, and the same in multiples
 * of its usual time.
 */
const SILENCE_MS = 1_000
const SILENCE_FACTOR = 4
/** Milliseconds that a query waits for the server's rate if another one accepts it sooner. */
const TURN_MS = 250

/** How a query is sent. */
export type AskOptions = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /**
   * `head`: a question of a request like `data`, but a server can name its head and hang on everything else; `poll`: it
   * asks only whether the server answers at all, which says nothing about the queries of requests; `wait`: the server
   * is asked to wait, so that the time says nothing.
   */
  readonly kind?: 'data' | 'head' | 'poll' | 'wait'
  /** Waits for its turn also if another server accepts it sooner: it has left the queues of the others already. */
  readonly stays?: boolean | undefined
}

/** A kind of refusal: of the query's rate, of data that the server does not have, of anything else. */
export type RefusalKind = 'rate' | 'missing' | 'other'

/** Counters of a server since the pool was opened. */
export type PoolServerCounts = {
  /** Queries that were sent to it. */
  readonly queries: number
  /** Its answers whose check held; polls are not checked. */
  readonly proved: number
  /** Broken or refused connections. */
  readonly failures: number
  /** Queries that were refused for their rate. */
  readonly rateRefusals: number
  /** Queries that were refused because it does not have, or find in time, what they ask for. */
  readonly missingRefusals: number
  readonly otherRefusals: number
  readonly timeouts: number
  /** Heads that it named and then refused to prove. */
  readonly unprovedHeads: number
  readonly proofFailures: number
  /** Queries that went to it because another server had not answered yet. */
  readonly hedges: number
  /** Of these, the ones that it answered first. */
  readonly hedgesWon: number
}

/** When a query left our own queue. */
type QueryProgress = { sentAt?: number }

/** One liteserver of the config: its connection, opened on demand, its queue, and its health. */
export class PoolServer {
  /** Position in the config's list. */
  readonly index: number
  readonly address: LiteServerAddress
  /** Masterchain seqno that it last claimed. */
  seqno: number | undefined
  /** Clock time of that claim. */
  seenAt: number | undefined
  /** How far it was behind the best one at that time; undefined if none was known. */
  lag: { readonly blocks: number; readonly seconds: number | undefined } | undefined
  /** Whether that head was too far behind to be used. */
  isLagging = false
  /** What it keeps of old blocks. */
  readonly retention = new Retention()
  /** Whether it is archival; undefined before the first check. */
  archival: boolean | undefined
  readonly #clock: Clock
  readonly #limits: PoolLimits
  readonly #hasSooner: (server: PoolServer) => boolean
  readonly #limiter: Limiter
  readonly #link: ServerLink
  readonly #health: ServerHealth
  readonly #latency = new LatencyStats()
  readonly #rate = new RateGate()
  /** Queries of requests that wait to be sent, in the order in which they came. */
  readonly #unsent = new Set<QueryProgress>()
  readonly #window: ConcurrencyWindow
  /** Clock times at which the running queries of requests were sent. */
  readonly #sent = new Set<{ readonly at: number }>()
  #answeredAt = Number.NEGATIVE_INFINITY
  readonly #recent = new RecentCount()
  #counts = {
    queries: 0,
    proved: 0,
    failures: 0,
    timeouts: 0,
    rateRefusals: 0,
    missingRefusals: 0,
    otherRefusals: 0,
    unprovedHeads: 0,
    proofFailures: 0,
    hedges: 0,
    hedgesWon: 0,
  }

  constructor(
    index: number,
    address: LiteServerAddress,
    context: {
      readonly clock: Clock
      readonly limits: PoolLimits
      readonly connect: ConnectLiteServer
      /** Returns whether another server accepts a query sooner. */
      readonly hasSooner: (server: PoolServer) => boolean
    },
  ) {
    this.index = index
    this.address = address
    this.#clock = context.clock
    this.#limits = context.limits
    this.#link = new ServerLink({
      address,
      clock: context.clock,
      connect: context.connect,
      timeoutMs: context.limits.queryTimeoutMs,
    })
    this.#health = new ServerHealth(context.limits)
    this.#hasSooner = context.hasSooner
    this.#window = new ConcurrencyWindow(context.limits.concurrentQueries)
    this.#limiter = new Limiter({
      concurrent: this.#window.width,
      queued: context.limits.queuedQueries,
    })
  }

  /** `host:port`, for errors and logs. */
  get name(): string {
    return `${this.address.host}:${this.address.port}`
  }

  get counts(): PoolServerCounts {
    return { ...this.#counts }
  }

  /** Number of queries that were sent to it in the last minute, polls included. */
  get recentQueries(): number {
    return this.#recent.total(this.#clock.now())
  }

  get inFlight(): number {
    return this.#limiter.running
  }

  get queued(): number {
    return this.#limiter.waiting
  }

  /** Moving average of an answer's time, milliseconds. */
  get latencyMs(): number | undefined {
    return this.#latency.mean
  }

  /** The time within which 95 of 100 of its answers come, milliseconds; undefined before the first. */
  get slowMs(): number | undefined {
    return this.#latency.percentile95
  }

  /** The times within which 50 and 95 of 100 recent answers came, milliseconds; undefined before the first. */
  get measuredMs(): MeasuredTimes | undefined {
    return this.#latency.measured
  }

  /** Whether the server itself named the rate that it accepts. */
  get isRateStated(): boolean {
    return this.#rate.isStated
  }

  /** Queries a second that it accepts; undefined while it has refused none. */
  get queriesPerSecond(): number | undefined {
    return this.#rate.perSecond
  }

  /** Maximum number of concurrent queries at present. */
  get width(): number {
    const { queriesPerSecond, slowMs } = this
    if (queriesPerSecond === undefined || slowMs === undefined) return this.#window.width
    // Its rate bounds the queries: as many are under way as it then answers late.
    const ofRate = Math.ceil((queriesPerSecond * slowMs) / 1_000)
    return Math.max(this.#window.width, Math.min(ofRate, this.#limits.concurrentQueries))
  }

  /** Milliseconds until it accepts one more query than those that wait for it. */
  get rateWaitMs(): number {
    return this.#rate.waitMs(this.#clock.now(), this.#unsent.size)
  }

  /** Whether queries wait for it much longer than usual while it answers none. */
  get isSilent(): boolean {
    const [oldest] = this.#sent
    if (oldest === undefined || this.#answeredAt > oldest.at) return false
    const patience = Math.max(SILENCE_MS, (this.#latency.percentile95 ?? 0) * SILENCE_FACTOR)
    return this.#clock.now() - oldest.at > patience
  }

  /** Whether it gave no answer to the last queries of requests: it has to show first that it answers again. */
  get isOnTrial(): boolean {
    return this.#health.isOnTrial
  }

  /** Clock time before which the server must not be used. */
  get unavailableUntil(): number {
    return this.#health.unavailableUntil
  }

  get failed(): boolean {
    return this.#health.hasFailed(this.#clock.now())
  }

  /** The error of the present quarantine, or of the last failure. */
  get lastError(): Error | undefined {
    return this.#health.lastError
  }

  get isQuarantined(): boolean {
    return this.#health.isQuarantined(this.#clock.now())
  }

  /**
   * Sends a query and returns the answer's bytes, and when it was sent. Rejects with LiteTimeoutError,
   * LiteConnectionError, NoServerError (queue full, rate reached, or closed) or the signal's reason; the first two back
   * the server off.
   */
  async ask(
    data: Buffer,
    { signal, timeoutMs = this.#limits.queryTimeoutMs, kind = 'data', stays = false }: AskOptions = {},
  ): Promise<{ readonly bytes: Buffer; readonly sentAt: number }> {
    const progress: QueryProgress = {}
    const isOfRequest = kind === 'data' || kind === 'head'
    if (isOfRequest) this.#unsent.add(progress)
    try {
      const bytes = await withDeadline(this.#clock, { timeoutMs, stage: 'query', signal }, (within) =>
        isOfRequest
          ? this.#limiter.run(() => this.#sendInTurn(data, within, { timeoutMs, progress, stays }), within)
          : this.#send(data, within, { timeoutMs, kind }),
      )
      if (kind === 'data') this.#noteAnswered()
      else this.#health.noteAlive()
      return { bytes, sentAt: progress.sentAt ?? this.#clock.now() }
    } catch (error) {
      if (error instanceof LiteTimeoutError) {
        if (isOfRequest && !this.#hadTime(progress, timeoutMs)) {
          throw new RateLimitedError(this.name, `no turn within ${timeoutMs} ms`, { cause: error })
        }
        // A question that waits can end late: whether the server still answers, polls and other queries show.
        if (kind === 'wait') this.#counts.timeouts++
        else this.#fail(error, isOfRequest ? 'silent' : 'lost', 'timeouts')
      } else if (error instanceof LiteConnectionError) this.#fail(error, 'lost', 'failures')
      // The connection's own limits were reached.
      else if (error instanceof AdnlError) throw new NoServerError(error.message, { cause: error })
      throw error
    } finally {
      this.#unsent.delete(progress)
    }
  }

  /** Returns whether the server had at least half of a query's time: the rest of it passed in our own queue. */
  #hadTime({ sentAt }: QueryProgress, timeoutMs: number): boolean {
    return sentAt !== undefined && this.#clock.now() - sentAt >= timeoutMs / 2
  }

  /** Sends a query of a request as soon as the server's rate allows it. */
  async #sendInTurn(
    data: Buffer,
    signal: AbortSignal,
    {
      timeoutMs,
      progress,
      stays,
    }: { readonly timeoutMs: number; readonly progress: QueryProgress; readonly stays: boolean },
  ): Promise<Buffer> {
    for (let wait = this.#turnMs(progress); wait > 0; wait = this.#turnMs(progress)) {
      if (!stays && wait > TURN_MS && this.#hasSooner(this)) {
        throw new RateLimitedError(this.name, `it accepts the next query in ${wait} ms`)
      }
      // The rate can change meanwhile.
      await pause(this.#clock, Math.min(wait, TURN_MS), signal)
    }
    this.#unsent.delete(progress)
    this.#rate.take(this.#clock.now())
    progress.sentAt = this.#clock.now()
    const connection = await this.#link.open()
    signal.throwIfAborted()
    const sent = { at: this.#noteSent() }
    this.#sent.add(sent)
    try {
      const bytes = await this.#link.query(connection, data, { signal, timeoutMs })
      this.#latency.note(this.#clock.now() - sent.at)
      return bytes
    } catch (error) {
      // An answer that did not come would have taken longer than this.
      const waited = this.#clock.now() - sent.at
      if (!(error instanceof LiteConnectionError) && waited > (this.latencyMs ?? 0))
        this.#latency.note(waited)
      throw error
    } finally {
      this.#sent.delete(sent)
    }
  }

  async #send(
    data: Buffer,
    signal: AbortSignal,
    { timeoutMs, kind }: { readonly timeoutMs: number; readonly kind: 'poll' | 'wait' },
  ): Promise<Buffer> {
    const connection = await this.#link.open()
    signal.throwIfAborted()
    const sentAt = this.#noteSent()
    const bytes = await this.#link.query(connection, data, { signal, timeoutMs })
    if (kind === 'poll') this.#latency.note(this.#clock.now() - sentAt)
    return bytes
  }

  /** Returns the time until a waiting query may be sent, ms: those that came before it go first. */
  #turnMs(query: QueryProgress): number {
    let ahead = 0
    for (const other of this.#unsent) {
      if (other === query) break
      ahead++
    }
    return Math.ceil(this.#rate.waitMs(this.#clock.now(), ahead))
  }

  /** Returns the time at which a query is sent now. */
  #noteSent(): number {
    const now = this.#clock.now()
    this.#counts.queries++
    this.#recent.note(now)
    return now
  }

  #noteAnswered(): void {
    this.#answeredAt = this.#clock.now()
    this.#health.noteAnswered()
    this.#window.widen()
    this.#limiter.setConcurrent(this.width)
  }

  /** Records a query, sent at that time, that was not refused for its rate. */
  noteAccepted(sentAt: number): void {
    this.#rate.noteAccepted(this.#clock.now(), sentAt)
  }

  /** Records an answer whose check held. */
  noteProved(): void {
    this.#counts.proved++
  }

  /** Records a query that went to this server because another one had not answered yet. */
  noteHedge(): void {
    this.#counts.hedges++
  }

  /** Records that this server answered such a query first. */
  noteHedgeWon(): void {
    this.#counts.hedgesWon++
  }

  /** Records a refusal of anything but the rate. */
  noteRefusal(kind: Exclude<RefusalKind, 'rate'>): void {
    this.#counts[`${kind}Refusals`]++
  }

  /**
   * Records that the server refused a query for its rate: it gets fewer.
   * @param sentAt when the query was sent
   * @param stated queries a second, if the refusal names them
   */
  noteRateRefusal(sentAt: number, stated?: number): void {
    const now = this.#clock.now()
    this.#counts.rateRefusals++
    this.#rate.noteRefusal(now, { sentAt, stated })
    this.#window.halve(now)
    this.#limiter.setConcurrent(this.width)
  }

  /** Records the error, unless the server is already quarantined. */
  noteError(error: Error): void {
    this.#health.noteError(this.#clock.now(), error)
  }

  /** Stops using the server for a while: it named a head and does not prove it, which is not proved to be false. */
  backOff(error: UnprovedClaimError): void {
    this.#fail(error, 'lost', 'unprovedHeads')
  }

  /** Stops using the server for a long time after a false answer. A repeated call with the same error counts once. */
  quarantine(error: ProofError): void {
    if (!this.#health.quarantine(this.#clock.now(), error)) return
    this.#counts.proofFailures++
    this.#link.drop()
  }

  close(): void {
    this.#link.close()
  }

  #fail(error: Error, kind: FailureKind, count: 'timeouts' | 'failures' | 'unprovedHeads'): void {
    // The quarantine itself closes the connection, which is not a failure of the server.
    if (this.isQuarantined) return
    this.#counts[count]++
    const now = this.#clock.now()
    if (kind === 'silent') {
      this.#window.halve(now)
      this.#limiter.setConcurrent(this.width)
    }
    this.#health.noteFailure(now, error, kind)
  }
}
