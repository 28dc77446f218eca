import { type EventType, FINALITIES, type Finality } from '#shared/schema/streaming.ts'
import { Lru } from '../../platform/lru.ts'

/** Maximum number of traces whose deliveries are recorded; the oldest are dropped. */
const MAX_TRACES = 1_024

type Sent = { readonly level: Finality; readonly content: string }
type Trace = { readonly sent: Map<EventType, Sent>; isFinal: boolean }

/**
 * Records the traces that a client received: equal content is not sent twice, levels only grow, and an invalidation
 * goes to clients that have non-final data (docs/streaming §3, §8).
 */
export class DeliveredTraces {
  readonly #traces = new Lru<string, Trace>(MAX_TRACES)

  /** Returns whether the client lacks this content of a trace. */
  isNew(key: string, type: EventType, level: Finality, content: string): boolean {
    const before = this.#traces.get(key)?.sent.get(type)
    if (!before) return true
    const [now, then] = [FINALITIES.indexOf(level), FINALITIES.indexOf(before.level)]
    return now > then || (now === then && content !== before.content)
  }

  /** Records content that was queued for the client. */
  add(key: string, type: EventType, level: Finality, content: string): void {
    const trace = this.#traces.getOrMake(key, () => ({ sent: new Map(), isFinal: false }))
    trace.sent.set(type, { level, content })
    trace.isFinal ||= level === 'finalized'
  }

  /** Drops the record of a trace; returns whether the client has non-final data of it. */
  invalidate(key: string): boolean {
    const trace = this.#traces.get(key)
    this.#traces.delete(key)
    return trace !== undefined && !trace.isFinal
  }

  /** Drops all records; returns the keys of traces that are not final. */
  clear(): string[] {
    const open = [...this.#traces.entries()].flatMap(([key, { isFinal }]) => (isFinal ? [] : [key]))
    this.#traces.clear()
    return open
  }
}
