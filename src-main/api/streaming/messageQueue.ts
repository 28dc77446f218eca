import type { StreamMessage } from './message.ts'

/** Maximum number of a client's waiting messages (docs/streaming §8). */
export const MAX_QUEUED = 64
/** Maximum size of all together, bytes; a single message can be larger. */
const MAX_QUEUED_BYTES = 16 << 20

/** Messages that wait for a client to read; new ones are dropped if the queue is full. */
export class MessageQueue {
  readonly #messages: StreamMessage[] = []
  readonly #limit: number
  #bytes = 0

  /** @param limit maximum number of messages */
  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return this.#messages.length
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds a message; returns false if it was dropped. */
  push(message: StreamMessage): boolean {
    const { length } = message.json
    const isFull = this.#messages.length >= this.#limit || this.#bytes + length > MAX_QUEUED_BYTES
    if (isFull && this.#messages.length > 0) return false
    this.#messages.push(message)
    this.#bytes += length
    return true
  }

  shift(): StreamMessage | undefined {
    const message = this.#messages.shift()
    if (message) this.#bytes -= message.json.length
    return message
  }

  clear(): void {
    this.#messages.length = 0
    this.#bytes = 0
  }
}
