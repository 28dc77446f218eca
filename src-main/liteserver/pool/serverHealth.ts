import type { ProofError } from '../errors.ts'
import type { PoolLimits } from './poolOptions.ts'

/** Most doublings of a quarantine. */
const QUARANTINE_DOUBLINGS = 5

/**
 * How a server failed: `lost` is a connection, or a poll, that failed; `silent` a query of a request without an answer.
 */
export type FailureKind = 'lost' | 'silent'

/** Decides when a server must not be used: after failures for a while, after a false answer for long. */
export class ServerHealth {
  readonly #limits: Pick<PoolLimits, 'backOffMs' | 'maxBackOffMs' | 'quarantineMs'>
  /** Failed connections and polls since the last poll that was answered. */
  #lostInRow = 0
  /** Queries of requests without an answer, since the last one with an answer. */
  #silentInRow = 0
  #backOffUntil = 0
  #quarantinedUntil = 0
  #quarantines = 0
  #lastError: Error | undefined

  constructor(limits: Pick<PoolLimits, 'backOffMs' | 'maxBackOffMs' | 'quarantineMs'>) {
    this.#limits = limits
  }

  /** Clock time before which the server must not be used. */
  get unavailableUntil(): number {
    return Math.max(this.#backOffUntil, this.#quarantinedUntil)
  }

  /** Whether it gave no answer to the last queries of requests: it has to show first that it answers again. */
  get isOnTrial(): boolean {
    return this.#silentInRow > 0
  }

  /** The error of the present quarantine, or of the last failure. */
  get lastError(): Error | undefined {
    return this.#lastError
  }

  hasFailed(now: number): boolean {
    return this.#lostInRow > 0 || now < this.#backOffUntil
  }

  isQuarantined(now: number): boolean {
    return now < this.#quarantinedUntil
  }

  /** Records that the server answers at all, which says nothing about the queries of requests. */
  noteAlive(): void {
    this.#lostInRow = 0
  }

  /** Records an answer to a query of a request. */
  noteAnswered(): void {
    this.#lostInRow = 0
    this.#silentInRow = 0
    this.#backOffUntil = 0
  }

  /** Records the error, unless the server is quarantined. */
  noteError(now: number, error: Error): void {
    if (!this.isQuarantined(now)) this.#lastError = error
  }

  /** Backs the server off, longer after each failure in a row. */
  noteFailure(now: number, error: Error, kind: FailureKind): void {
    this.#lastError = error
    // Concurrent queries fail together, which counts as one failure.
    if (now < this.#backOffUntil) return
    const { backOffMs, maxBackOffMs } = this.#limits
    this.#backOffUntil = now + Math.min(backOffMs * 2 ** (this.#lostInRow + this.#silentInRow), maxBackOffMs)
    if (kind === 'silent') this.#silentInRow++
    else this.#lostInRow++
  }

  /** Quarantines the server, longer each time. Returns false if this error has already done so. */
  quarantine(now: number, error: ProofError): boolean {
    if (this.#lastError === error) return false
    const doublings = Math.min(this.#quarantines++, QUARANTINE_DOUBLINGS)
    this.#quarantinedUntil = now + this.#limits.quarantineMs * 2 ** doublings
    this.#lastError = error
    return true
  }
}
