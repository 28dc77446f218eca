import { LiteConnectionError, LiteServerError, ProvingError } from '../errors.ts'
import { askServer, type CheckedQuery } from './askServer.ts'
import type { LitePool } from './litePool.ts'
import type { PoolServer } from './poolServer.ts'
import { isMissing, neededData, type OldData } from './retention.ts'
import { isServerFault, RateLimitedError } from './serverFaults.ts'

/** Maximum number of refusals for the rate that one task meets: servers can refuse at once, without a pause. */
const MOST_REFUSALS = 32

/** Options of a session. */
export type PoolSessionOptions = {
  /** True: only archival servers. */
  readonly archival?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * A task of one or several queries to a server; `isOpen` returns whether its result is still of use. `stays`: see
 * AskOptions.
 */
type ServerTask<V> = (server: PoolServer, isOpen: () => boolean, stays: boolean) => Promise<V>

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
    return this.run(
      (server, isOpen, stays) => askServer(server, { ...query, isOpen, stays }, this.signal),
      neededData(query.fn.name, query.request),
    )
  }

  /**
   * Sends a query to several servers at once, including the session's own, to each one once. Resolves with the first
   * answer; if all fail, rejects with a refusal if there was one, otherwise with any of the errors.
   */
  async askSeveral<Q, R, V>(count: number, query: CheckedQuery<Q, R, V>): Promise<V> {
    const chosen = new Set([await this.#server(undefined)])
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
   * once more, on an archival server if there is any: a refusal proves nothing. A task that takes unusually long also
   * runs on a second server, and the first result is used; `isOpen` returns false after that. Refusals for the rate are
   * no attempts: when all servers refused, the task waits for its turn, at most about `limits.queryTimeoutMs`.
   * Rejects with the task's last error, or with the first server's refusal if the second failed to answer.
   */
  async run<V>(task: ServerTask<V>, needs?: OldData): Promise<V> {
    const tried = new Set<PoolServer>()
    let refusal: LiteServerError | undefined
    let server = await this.#server(needs)
    const { clock, limits } = this.pool
    const until = clock.now() + limits.queryTimeoutMs
    let failures = 0
    let refusals = 0
    let stays = false
    for (;;) {
      try {
        return await this.#hedged(server, task, { tried, needs, stays })
      } catch (error) {
        this.signal?.throwIfAborted()
        if (error instanceof LiteServerError) {
          // Servers that do not keep old data can be many: another one is asked while one may have it.
          if (refusal && !(needs && this.#isPruned(error, needs, tried))) throw error
          refusal = error
        } else if (error instanceof ProvingError || !isServerFault(error)) throw error
        tried.add(server)
        const isLimited = error instanceof RateLimitedError
        if (isLimited) refusals++
        else failures++
        const isLast = isLimited
          ? refusals >= MOST_REFUSALS || clock.now() >= until
          : failures >= limits.attempts
        const next = isLast ? undefined : this.#next(server, { tried, error, failures, needs })
        if (!next) throw refusal ?? error
        stays ||= tried.has(next)
        server = next
        this.#current = next
      }
    }
  }

  /** Runs a task on `server`, and on a second one too if that takes long. Rejects when all have failed. */
  #hedged<V>(
    server: PoolServer,
    task: ServerTask<V>,
    {
      tried,
      needs,
      stays,
    }: {
      readonly tried: ReadonlySet<PoolServer>
      readonly needs: OldData | undefined
      readonly stays: boolean
    },
  ): Promise<V> {
    const { pool } = this
    pool.noteQuery()
    return new Promise((resolve, reject) => {
      let running = 0
      let isOpen = true
      let refusal: LiteServerError | undefined
      const settle = (finish: () => void) => {
        isOpen = false
        cancelTimer()
        finish()
      }
      const attempt = async (one: PoolServer) => {
        running++
        try {
          const value = await task(one, () => isOpen, stays)
          if (needs) one.retention.noteKept(needs)
          if (!isOpen) return
          if (one !== server) {
            this.#current = one
            one.noteHedgeWon()
          }
          this.#noteAnswer(one)
          settle(() => resolve(value))
        } catch (error) {
          if (error instanceof LiteServerError) {
            refusal ??= error
            this.#noteAnswer(one)
            if (needs && isMissing(error) && pool.isOld(needs)) one.retention.noteMissing(needs)
          }
          if (--running === 0 && isOpen) settle(() => reject(refusal ?? error))
        }
      }
      const second = (other: PoolServer | undefined) => {
        // Where a server limits the rate, a second query would take the turn of another one.
        const isUseful = other && other.rateWaitMs === 0 && (!needs || other.retention.canHave(needs))
        if (!isOpen || !isUseful || !pool.takeHedge()) return
        other.noteHedge()
        void attempt(other)
      }
      const cancelTimer = pool.clock.after(pool.hedgeMs(server), () => {
        second(pool.choose({ archival: this.#archival, exclude: new Set([...tried, server]), needs }))
      })
      void attempt(server)
      second(pool.onTrial(server))
    })
  }

  async #server(needs: OldData | undefined): Promise<PoolServer> {
    this.#current = await this.pool.waitForServer(
      { archival: this.#archival, present: this.#current, needs },
      this.signal,
    )
    return this.#current
  }

  #noteAnswer(server: PoolServer): void {
    if (!this.#answered.includes(server.index)) this.#answered.push(server.index)
  }

  /** Returns whether a refusal only says that the server does not keep the data, and another one may keep it. */
  #isPruned(error: LiteServerError, needs: OldData, tried: ReadonlySet<PoolServer>): boolean {
    if (!isMissing(error) || !this.pool.isOld(needs)) return false
    return this.pool.alive.some((server) => !tried.has(server) && server.retention.canHave(needs))
  }

  #next(
    server: PoolServer,
    {
      tried,
      error,
      failures,
      needs,
    }: {
      readonly tried: ReadonlySet<PoolServer>
      readonly error: unknown
      readonly failures: number
      readonly needs: OldData | undefined
    },
  ): PoolServer | undefined {
    if (error instanceof LiteServerError && !server.archival) {
      const archival = this.pool.choose({ archival: true, exclude: tried, needs })
      // The session stays there: its further queries will be about old blocks too.
      if (archival) this.#archival = true
      if (archival) return archival
    }
    const other = this.pool.choose({ archival: this.#archival, exclude: tried, needs })
    if (other) return other
    // If there is no other server, a broken connection is opened again once, and a limited rate is waited for.
    if (error instanceof RateLimitedError)
      return this.pool.choose({ archival: this.#archival, present: server, needs })
    return error instanceof LiteConnectionError && failures === 1 ? server : undefined
  }
}
