import { messageOf } from '#shared/messageOf.ts'
import {
  LiteConnectionError,
  LiteServerError,
  LiteTimeoutError,
  NoServerError,
  UnprovedRefusalError,
} from '../../liteserver/errors.ts'
import { abortable } from '../../liteserver/network/abortable.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { Limiter } from '../../liteserver/pool/limiter.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import { DiskLimitError } from '../diskLimit.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import { CoverageError, type FetchOptions, UnfinishedError } from '../indexer.ts'
import { formatRanges } from '../ranges.ts'

/** Time limit for a fetch, ms. */
const DEADLINE_MS = 20_000
/** Maximum number of concurrent fetches, and of waiting ones. */
const CONCURRENT = 32
const QUEUED = 64
/** Maximum number of concurrent fetches that are not shared. */
const ALONE = 2
/** Errors of liteservers that do not answer. */
const SILENCE = [NoServerError, LiteConnectionError, LiteTimeoutError]

/** Work of a fetch; resolves as ReadThrough does. */
export type Fetch = (session: NetworkSession, signal: AbortSignal) => Promise<boolean>

/** Fetches from the network; equal concurrent ones are shared. */
export class SharedFetches {
  readonly #network: IndexNetwork
  readonly #store: Pick<IndexStore, 'coverage' | 'isReadOnly'>
  readonly #deadlineMs: number
  readonly #flights = new Map<string, Promise<boolean>>()
  readonly #limiter = new Limiter({ concurrent: CONCURRENT, queued: QUEUED })
  readonly #alone = new Limiter({ concurrent: ALONE, queued: QUEUED })
  readonly #closing = new AbortController()

  /** @param deadlineMs time limit for a fetch */
  constructor(
    network: IndexNetwork,
    store: Pick<IndexStore, 'coverage' | 'isReadOnly'>,
    deadlineMs = DEADLINE_MS,
  ) {
    this.#network = network
    this.#store = store
    this.#deadlineMs = deadlineMs
  }

  /** Shares one fetch between equal requests for the same head; an aborted request leaves it to the others. */
  run(what: string, { signal, head }: FetchOptions, work: Fetch): Promise<boolean> {
    const key = `${what}@${head ?? ''}`
    if (this.#store.isReadOnly) return Promise.reject(this.#coverageError('this index can only be read'))
    if (isUnreachable(this.#network)) return Promise.reject(this.#coverageError('no liteserver answers'))
    let flight = this.#flights.get(key)
    if (!flight) {
      flight = this.#fetch(work).finally(() => this.#flights.delete(key))
      this.#flights.set(key, flight)
    }
    return abortable(flight, signal)
  }

  /**
   * Runs a fetch of one client, which ends with its signal. Few run at once.
   * @param deadlineMs time limit, which begins with the work
   */
  async runAlone<T>(
    signal: AbortSignal,
    deadlineMs: number,
    work: (session: NetworkSession, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#store.isReadOnly) throw this.#coverageError('this index can only be read')
    const client = AbortSignal.any([signal, this.#closing.signal])
    const start = () => this.#work(AbortSignal.any([client, AbortSignal.timeout(deadlineMs)]), work)
    return this.#alone.run(start, client)
  }

  /** Number of running and waiting fetches. */
  get size(): number {
    return this.#flights.size
  }

  /** Aborts all fetches. */
  close(): void {
    this.#closing.abort(new Error('the index is being closed'))
  }

  async #fetch(work: Fetch): Promise<boolean> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#deadlineMs)])
    return this.#work(signal, (session) => this.#limiter.run(() => work(session, signal), signal))
  }

  /** Runs work with a session that ends with a signal; rejects with CoverageError where the network is the reason. */
  async #work<T>(
    signal: AbortSignal,
    work: (session: NetworkSession, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(this.#network.session({ signal }), signal)
    } catch (error) {
      // Of the fetch, or of a part of it.
      if (isTimeout(error)) throw this.#unfinishedError(error)
      // A refusal is not a proof: absence is proved by the head, or by a proof of the account.
      if (error instanceof LiteServerError)
        throw this.#coverageError(`the liteserver refuses: ${messageOf(error)}`, { cause: error })
      if (error instanceof UnprovedRefusalError) throw this.#coverageError(messageOf(error), { cause: error })
      if (error instanceof DiskLimitError || error instanceof StoreError)
        throw this.#coverageError(messageOf(error), { cause: error })
      if (SILENCE.some((type) => error instanceof type)) throw this.#silenceError(error)
      throw error
    }
  }

  /** While liteservers are alive, the failure of those that were asked passes. */
  #silenceError(cause: unknown): CoverageError {
    if (isUnreachable(this.#network)) return this.#coverageError('no liteserver answers', { cause })
    const reason = `the liteservers that were asked failed: ${messageOf(cause)}`
    return this.#coverageError(reason, { cause, retryAfter: 1 })
  }

  #unfinishedError(cause: unknown): UnfinishedError {
    return new UnfinishedError(withCoverage('the time limit ended the fetch', this.#store), { cause })
  }

  #coverageError(why: string, options?: ConstructorParameters<typeof CoverageError>[1]): CoverageError {
    return new CoverageError(withCoverage(why, this.#store), options)
  }
}

/** Returns the message of an error about missing data: the reason, and what is indexed. */
export function withCoverage(why: string, store: Pick<IndexStore, 'coverage'>): string {
  return `${why}: of the masterchain ${formatRanges(store.coverage())} is indexed`
}

/** Returns whether an AbortSignal.timeout ended the work. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
