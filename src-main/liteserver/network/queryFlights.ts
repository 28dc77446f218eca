import { abortable } from './abortable.ts'

/**
 * Queries under way, so that sessions that need the same proved answer at once share one. Only answers are shared: after
 * a failure each session asks by itself, since it can use other servers.
 */
export class QueryFlights {
  readonly #flights = new Map<string, Promise<unknown>>()

  /**
   * Returns the result of equal work under way, or starts `work`. Rejects as `work` does, and with the signal's reason.
   * @param key names the operation and all that its result depends on
   */
  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const running = this.#flights.get(key) as Promise<T> | undefined
    if (running) {
      try {
        return await abortable(running, signal)
      } catch {
        signal?.throwIfAborted()
        return work()
      }
    }
    const flight = work().finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }
}
