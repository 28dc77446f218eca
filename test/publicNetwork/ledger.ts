/** What was asked of a network since the last `reset`. */
export type LedgerEntry = {
  /** Queries by the name of the function; without polls and questions that wait for a head. */
  readonly queries: Readonly<Record<string, number>>
  readonly total: number
  /**
   * Longest chain of queries of which each was sent after an answer to the one before: the round trips that latency
   * cannot hide.
   */
  readonly roundTrips: number
  readonly bytesSent: number
  readonly bytesReceived: number
  /** Answers that were refusals of the rate, of old data, or of unknown functions. */
  readonly refusals: number
  /** Questions that wait for a newer head, and polls. */
  readonly background: number
  /** Queries and refusals of each server that had any, by its place in the global config. */
  readonly servers: Readonly<Record<number, { readonly queries: number; readonly refusals: number }>>
}

/** Counts the queries of all servers of a simulated network. */
export class Ledger {
  #queries: Record<string, number> = {}
  #delivered = 0
  #roundTrips = 0
  #sent = 0
  #received = 0
  #refusals = 0
  #background = 0
  #servers: Record<number, { queries: number; refusals: number }> = {}

  /** Counts a query when it is sent; returns how many answers it waited for, one after the other, itself included. */
  noteQuery(name: string, bytes: number, server: number): number {
    this.#of(server).queries++
    this.#queries[name] = (this.#queries[name] ?? 0) + 1
    this.#sent += bytes
    return this.#delivered + 1
  }

  /** Counts an answer when the client gets it. @param depth of noteQuery */
  noteAnswer(depth: number, bytes: number): void {
    this.#received += bytes
    // Of a query that was sent before a reset the depth counts from another beginning.
    if (depth > this.#delivered + 1) return
    this.#delivered = Math.max(this.#delivered, depth)
    this.#roundTrips = Math.max(this.#roundTrips, depth)
  }

  noteRefusal(server: number): void {
    this.#of(server).refusals++
    this.#refusals++
  }

  noteBackground(): void {
    this.#background++
  }

  get entry(): LedgerEntry {
    return {
      queries: { ...this.#queries },
      total: Object.values(this.#queries).reduce((sum, count) => sum + count, 0),
      roundTrips: this.#roundTrips,
      bytesSent: this.#sent,
      bytesReceived: this.#received,
      refusals: this.#refusals,
      background: this.#background,
      servers: structuredClone(this.#servers),
    }
  }

  reset(): void {
    this.#queries = {}
    this.#delivered = 0
    this.#roundTrips = 0
    this.#sent = 0
    this.#received = 0
    this.#refusals = 0
    this.#background = 0
    this.#servers = {}
  }

  #of(server: number): { queries: number; refusals: number } {
    this.#servers[server] ??= { queries: 0, refusals: 0 }
    return this.#servers[server]
  }
}
