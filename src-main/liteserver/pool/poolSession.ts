import { LiteConnectionError, LiteServerError, ProvingError } from '../errors.ts'
import { askServer, type CheckedQuery } from './askServer.ts'
import type { LitePool } from './litePool.ts'
import type { PoolServer } from './poolServer.ts'
import { isServerFault } from './serverFaults.ts'

/** Options of a session. */
export type PoolSessionOptions = {
  /** True: only archival servers. */
  readonly archival?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * The liteservers of one request: it stays on one server while that one answers correctly, and changes to another if it
 * fails, lies, or lacks the requested data.
 */
export class PoolSession {
  readonly pool: LitePool
  readonly signal: AbortSignal | undefined
  readonly #answered: number[] = []
  #archival: boolean | undefined
  #current: PoolServer | undefined

  constructor(pool: LitePool, options: PoolSessionOptions = {}) {
    this.pool = pool
    this.signal = options.signal
    this.#archival = options.archival
  }

  /** Indices of the servers that answered so far, each once, in order. */
  get servers(): readonly number[] {
    return this.#answered
  }

  /** Sends a query and returns the result of its `check`. Retries and rejects as `run` does. */
  ask<Q, R, V>(query: CheckedQuery<Q, R, V>): Promise<V> {
    return this.run((server) => askServer(server, query, this.signal))
  }

  /**
   * Sends a query to several servers at once, including the session's own, to each one once. Resolves with the first
   * answer; if all fail, rejects with a refusal if there was one, otherwise with any of the errors.
   */
  async askSeveral<Q, R, V>(count: number, query: CheckedQuery<Q, R, V>): Promise<V> {
    const chosen = new Set([await this.#server()])
    while (chosen.size < count) {
      const other = this.pool.choose({ archival: this.#archival, exclude: chosen })
      if (!other) break
      chosen.add(other)
    }
    const answers = [...chosen].map(async (server) => {
      try {
        const value = await askServer(server, query, this.signal)
        this.#noteAnswer(server)
        return value
      } catch (error) {
        if (error instanceof LiteServerError) this.#noteAnswer(server)
        throw error
      }
    })
    try {
      return await Promise.any(answers)
    } catch (error) {
      if (!(error instanceof AggregateError)) throw error
      throw error.errors.find((one) => one instanceof LiteServerError) ?? error.errors[0]
    }
  }

  /**
   * Runs a task, which can be several queries, on the session's server. If that one lies, fails, is silent or has
   * fallen behind, the task runs again on another one, at most `limits.attempts` times. If it refuses, the task runs
   * once more, on an archival server if there is any: a refusal proves nothing.
   * Rejects with the task's last error, or with the first server's refusal if the second failed to answer.
   */
  async run<V>(task: (server: PoolServer) => Promise<V>): Promise<V> {
    const tried = new Set<PoolServer>()
    let refusal: LiteServerError | undefined
    let server = await this.#server()
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await task(server)
        this.#noteAnswer(server)
        return value
      } catch (error) {
        this.signal?.throwIfAborted()
        if (error instanceof LiteServerError) {
          this.#noteAnswer(server)
          if (refusal) throw error
          refusal = error
        } else if (error instanceof ProvingError || !isServerFault(error)) throw error
        tried.add(server)
        const isLast = attempt >= this.pool.limits.attempts
        const next = isLast ? undefined : this.#next(server, tried, error, attempt)
        if (!next) throw refusal ?? error
        server = next
        this.#current = next
      }
    }
  }

  async #server(): Promise<PoolServer> {
    const current = this.#current
    if (current && this.pool.isAlive(current)) return current
    this.#current = await this.pool.waitForServer({ archival: this.#archival }, this.signal)
    return this.#current
  }

  #noteAnswer(server: PoolServer): void {
    if (!this.#answered.includes(server.index)) this.#answered.push(server.index)
  }

  #next(
    server: PoolServer,
    tried: ReadonlySet<PoolServer>,
    error: unknown,
    attempt: number,
  ): PoolServer | undefined {
    if (error instanceof LiteServerError && !server.archival) {
      const archival = this.pool.choose({ archival: true, exclude: tried })
      // The session stays there: its further queries will be about old blocks too.
      if (archival) this.#archival = true
      if (archival) return archival
    }
    const other = this.pool.choose({ archival: this.#archival, exclude: tried })
    // If there is no other server, a broken connection is opened again once.
    return other ?? (error instanceof LiteConnectionError && attempt === 1 ? server : undefined)
  }
}
