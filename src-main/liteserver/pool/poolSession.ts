import { LiteConnectionError, LiteServerError, LiteTimeoutError, NoServerError, ProofError } from '../errors.ts'
import type { TlFunction } from '../tl/function.ts'
import { encodeLiteQuery } from '../tl/liteQuery.ts'
import { TlError } from '../tl/tlError.ts'
import type { LitePool } from './litePool.ts'
import type { PoolServer } from './poolServer.ts'

export type PoolSessionOptions = {
  /** True: only servers that keep old blocks. */
  readonly archival?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export type AskOptions = {
  /** The masterchain block that the question builds on: a server known to be behind is told to wait for it. */
  readonly needsSeqno?: number | undefined
  /** The only server to ask, whatever happens: for questions about a server itself. */
  readonly only?: PoolServer | undefined
  /** Puts the question to one server once. For what must not be done twice. */
  readonly once?: boolean | undefined
}

/** How long a server may wait for a masterchain block that it doesn't have yet, ms. */
const WAIT_FOR_BLOCK_MS = 3_000

/**
 * The liteservers as one request sees them: it stays on one server while that one answers truly, and changes to
 * another when it fails, lies, or doesn't have what is asked for.
 */
export class PoolSession {
  readonly pool: LitePool
  readonly #options: PoolSessionOptions
  readonly #answered: number[] = []
  #archival: boolean | undefined
  #current: PoolServer | undefined

  constructor(pool: LitePool, options: PoolSessionOptions = {}) {
    this.pool = pool
    this.#options = options
    this.#archival = options.archival
  }

  /** Indices of the servers that answered so far, each once, in order. */
  get servers(): readonly number[] {
    return this.#answered
  }

  get signal(): AbortSignal | undefined {
    return this.#options.signal
  }

  /** The server that the session is on now. Rejects as LitePool.waitForServer. */
  async server(): Promise<PoolServer> {
    const current = this.#current
    if (current && this.pool.isAlive(current)) return current
    this.#current = await this.pool.waitForServer({ archival: this.#archival }, this.#options.signal)
    return this.#current
  }

  /** Leaves the server that the session is on, so that the next question goes to another. */
  leave(server: PoolServer): void {
    if (this.#current === server) this.#current = undefined
  }

  /**
   * Puts a question and gives what `check` makes of the answer. `check` throws ProofError for a false one: that
   * server is set aside and the question goes to another, as it does when a server fails or is silent. An answer of
   * "not ready" goes once to another server, an archival one if there is any.
   *
   * Rejects with LiteServerError (the server's own), ProofError, LiteTimeoutError, LiteConnectionError,
   * NoServerError or the signal's reason.
   */
  async ask<Q, R, V>(
    fn: TlFunction<Q, R>,
    request: Q,
    check: (answer: R, server: PoolServer) => V | Promise<V>,
    options: AskOptions = {},
  ): Promise<V> {
    const tried = new Set<PoolServer>()
    let refusal: LiteServerError | undefined
    let failure: unknown
    let server = options.only ?? (await this.server())
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askOne(server, fn, request, check, options)
      } catch (error) {
        const cause = this.#judge(server, error)
        const last = options.only || options.once || attempt >= this.pool.limits.attempts
        if (cause instanceof LiteServerError) {
          if (refusal || last || !isNotReady(cause)) throw refusal ?? cause
          refusal = cause
        } else {
          if (last || !isServersFault(cause)) throw refusal ?? cause
          failure = cause
        }
        tried.add(server)
        const next = this.#next(server, tried, refusal !== undefined) ?? this.#again(server, cause, attempt)
        if (!next) throw refusal ?? failure
        server = next
        this.#current = next
      }
    }
  }

  async #askOne<Q, R, V>(
    server: PoolServer,
    fn: TlFunction<Q, R>,
    request: Q,
    check: (answer: R, server: PoolServer) => V | Promise<V>,
    options: AskOptions,
  ): Promise<V> {
    const { needsSeqno } = options
    const isBehind = needsSeqno !== undefined && server.seqno !== undefined && server.seqno < needsSeqno
    const wait = isBehind ? { seqno: needsSeqno, timeoutMs: WAIT_FOR_BLOCK_MS } : undefined
    const data = encodeLiteQuery(fn, request, wait)
    const bytes = await server.ask(data, { signal: this.#options.signal })
    if (!this.#answered.includes(server.index)) this.#answered.push(server.index)
    return check(fn.decodeResponse(bytes), server)
  }

  /** Names the server in the error of a false answer, and sets the server aside. */
  #judge(server: PoolServer, error: unknown): unknown {
    const lie = error instanceof TlError ? new ProofError('tl', error.message, { cause: error }) : error
    if (!(lie instanceof ProofError)) return lie
    const named = lie.at(server.name)
    server.setAside(named)
    return named
  }

  #next(server: PoolServer, tried: ReadonlySet<PoolServer>, isRefused: boolean): PoolServer | undefined {
    const { pool } = this
    if (isRefused && !server.archival) {
      const archival = pool.choose({ archival: true, exclude: tried })
      if (archival) {
        this.#archival = true
        return archival
      }
    }
    return pool.choose({ archival: this.#archival, exclude: tried })
  }

  /** A connection that broke may be opened anew when there is nobody else to ask. */
  #again(server: PoolServer, cause: unknown, attempt: number): PoolServer | undefined {
    return cause instanceof LiteConnectionError && attempt === 1 ? server : undefined
  }
}

/** Errors that say "I don't have it": another server may. */
export function isNotReady(error: LiteServerError): boolean {
  return error.code === 651 || error.code === 652 || /not in db|gc'd|not found/i.test(error.message)
}

function isServersFault(error: unknown): boolean {
  return (
    error instanceof ProofError ||
    error instanceof LiteTimeoutError ||
    error instanceof LiteConnectionError ||
    error instanceof NoServerError
  )
}
