import { AdnlError } from '../adnl/adnlError.ts'
import { LiteConnectionError, LiteTimeoutError, NoServerError, type ProofError } from '../errors.ts'
import type { Clock } from './clock.ts'
import { withDeadline } from './deadline.ts'
import { Limiter } from './limiter.ts'
import type { ConnectLiteServer, LiteConnection, LiteServerAddress } from './liteConnection.ts'
import type { PoolLimits } from './poolOptions.ts'

/** Weight of the newest sample in the moving average of latencies. */
const LATENCY_WEIGHT = 0.2

/** Counters of a server since the pool was opened. */
export type PoolServerCounts = {
  readonly queries: number
  /** Broken or refused connections. */
  readonly failures: number
  readonly timeouts: number
  readonly proofFailures: number
}

/** One liteserver of the config: its connection, opened on demand, its queue, and its health. */
export class PoolServer {
  /** Position in the config's list. */
  readonly index: number
  readonly address: LiteServerAddress
  /** Masterchain seqno that it last claimed. */
  seqno: number | undefined
  /** Number of blocks that it was behind the best one at that time. */
  lag = 0
  /** Whether it is archival; undefined before the first check. */
  archival: boolean | undefined
  readonly #clock: Clock
  readonly #limits: PoolLimits
  readonly #connect: ConnectLiteServer
  readonly #limiter: Limiter
  #connection: LiteConnection | undefined
  #connecting: Promise<LiteConnection> | undefined
  #closed = false
  #failuresInRow = 0
  #backOffUntil = 0
  #quarantinedUntil = 0
  #lastError: Error | undefined
  #latencyMs: number | undefined
  #counts = { queries: 0, failures: 0, timeouts: 0, proofFailures: 0 }

  constructor(
    index: number,
    address: LiteServerAddress,
    context: { readonly clock: Clock; readonly limits: PoolLimits; readonly connect: ConnectLiteServer },
  ) {
    this.index = index
    this.address = address
    this.#clock = context.clock
    this.#limits = context.limits
    this.#connect = context.connect
    this.#limiter = new Limiter({
      concurrent: context.limits.concurrentQueries,
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

  get inFlight(): number {
    return this.#limiter.running
  }

  get queued(): number {
    return this.#limiter.waiting
  }

  /** Moving average of an answer's time, milliseconds. */
  get latencyMs(): number | undefined {
    return this.#latencyMs
  }

  /** Clock time before which the server must not be used. */
  get unavailableUntil(): number {
    return Math.max(this.#backOffUntil, this.#quarantinedUntil)
  }

  get failed(): boolean {
    return this.#failuresInRow > 0
  }

  /** The error of the present quarantine, or of the last failure. */
  get lastError(): Error | undefined {
    return this.#lastError
  }

  get isQuarantined(): boolean {
    return this.#clock.now() < this.#quarantinedUntil
  }

  /**
   * Sends a query and returns the answer's bytes. Rejects with LiteTimeoutError, LiteConnectionError, NoServerError
   * (queue full, or closed) or the signal's reason; the first two back the server off.
   */
  async ask(
    data: Buffer,
    options: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number } = {},
  ): Promise<Buffer> {
    const timeoutMs = options.timeoutMs ?? this.#limits.queryTimeoutMs
    this.#counts.queries++
    try {
      const answer = await withDeadline(
        this.#clock,
        { timeoutMs, stage: 'query', signal: options.signal },
        (signal) =>
          this.#limiter.run(async () => {
            const connection = await this.#open()
            signal.throwIfAborted()
            const sentAt = this.#clock.now()
            const bytes = await connection.query(data, { signal, timeoutMs })
            this.#noteLatency(this.#clock.now() - sentAt)
            return bytes
          }, signal),
      )
      this.#failuresInRow = 0
      this.#backOffUntil = 0
      return answer
    } catch (error) {
      if (error instanceof LiteTimeoutError) this.#fail(error, 'timeouts')
      else if (error instanceof LiteConnectionError) this.#fail(error, 'failures')
      // The connection's own limits were reached.
      else if (error instanceof AdnlError) throw new NoServerError(error.message, { cause: error })
      throw error
    }
  }

  /** Records the error, unless the server is already quarantined. */
  noteError(error: Error): void {
    if (!this.isQuarantined) this.#lastError = error
  }

  /** Stops using the server for a while: its answers are inconsistent, though not proved false. */
  backOff(error: Error): void {
    this.#fail(error, 'failures')
  }

  /** Stops using the server for a long time after a false answer. A repeated call with the same error counts once. */
  quarantine(error: ProofError): void {
    if (this.#lastError === error) return
    this.#counts.proofFailures++
    const doublings = Math.min(this.#counts.proofFailures - 1, 5)
    this.#quarantinedUntil = this.#clock.now() + this.#limits.quarantineMs * 2 ** doublings
    this.#lastError = error
    this.#drop()
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  #drop(): void {
    const connection = this.#connection
    this.#connection = undefined
    connection?.close()
  }

  /** Returns the open connection. Concurrent callers share the attempt to open it, which has its own deadline. */
  #open(): Promise<LiteConnection> {
    if (this.#closed) return Promise.reject(new NoServerError('the network is closed'))
    if (this.#connection && !this.#connection.closed) return Promise.resolve(this.#connection)
    this.#connecting ??= withDeadline(
      this.#clock,
      { timeoutMs: this.#limits.queryTimeoutMs, stage: 'connect' },
      (signal) => this.#connect({ ...this.address, signal, timeoutMs: this.#limits.queryTimeoutMs }),
    )
      .then((connection) => {
        if (this.#closed) {
          connection.close()
          throw new NoServerError('the network is closed')
        }
        this.#connection = connection
        connection.onClose(() => {
          if (this.#connection === connection) this.#connection = undefined
        })
        return connection
      })
      .finally(() => {
        this.#connecting = undefined
      })
    return this.#connecting
  }

  #fail(error: Error, kind: 'timeouts' | 'failures'): void {
    // The quarantine itself closes the connection, which is not a failure of the server.
    if (this.isQuarantined) return
    this.#counts[kind]++
    this.#lastError = error
    const now = this.#clock.now()
    // Concurrent queries fail together, which counts as one failure.
    if (now < this.#backOffUntil) return
    const backOff = Math.min(this.#limits.backOffMs * 2 ** this.#failuresInRow, this.#limits.maxBackOffMs)
    this.#failuresInRow++
    this.#backOffUntil = now + backOff
  }

  #noteLatency(ms: number): void {
    this.#latencyMs =
      this.#latencyMs === undefined ? ms : this.#latencyMs * (1 - LATENCY_WEIGHT) + ms * LATENCY_WEIGHT
  }
}
