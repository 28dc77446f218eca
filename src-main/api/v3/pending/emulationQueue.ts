import { messageOf } from '#shared/messageOf.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import type { SentMessage } from '../../v2/context.ts'
import type { Emulation } from './traceEmulator.ts'

export type EmulationQueueOptions = {
  /** Rejects if the network or the TVM fails. */
  emulate(queued: QueuedMessage, signal: AbortSignal): Promise<Emulation>
  onEmulated(sent: SentMessage, emulation: Emulation): void
  onFailed(sent: SentMessage, reason: string): void
}

/** `seqno`: the newest masterchain block that was known when the message was sent. */
export type QueuedMessage = { readonly sent: SentMessage; readonly seqno: number | undefined }

/** Each further one at a time would start a TVM thread of 36 MB under load. */
const MAX_RUNNING = 1
const MAX_WAITING = 64
/** With more messages than this in the queue, emulation is paced. */
const CALM_QUEUE = 8
/** Pause after an emulation under load, as a multiple of its duration, and at most this long, ms. */
const PACE = 4
const MAX_PACE_MS = 500
const EMULATION_MS = 20_000
/** How long `settled` waits for emulations that run, ms. */
const SETTLE_MS = 2_000

/** Emulates sent messages one at a time, with pauses while many wait, and holds a bounded number of them. */
export class EmulationQueue {
  readonly #options: EmulationQueueOptions
  readonly #running = new Map<string, Promise<void>>()
  readonly #waiting: QueuedMessage[] = []
  readonly #closing = new AbortController()
  #pause: NodeJS.Timeout | undefined

  constructor(options: EmulationQueueOptions) {
    this.#options = options
  }

  /** Checks whether the message of this key waits or runs. */
  has(key: string): boolean {
    return this.#running.has(key) || this.#waiting.some(({ sent }) => bytesToHex(sent.hashNorm) === key)
  }

  /** Adds a message. Returns false if another message was removed for it because the queue was full. */
  add(message: QueuedMessage): boolean {
    const isFull = this.#waiting.length >= MAX_WAITING
    // The oldest is the likeliest to be in a block already.
    if (isFull) this.#waiting.shift()
    this.#waiting.push(message)
    this.#startNext()
    return !isFull
  }

  /** Removes the waiting messages of these keys. */
  discard(keys: ReadonlySet<string>): void {
    const left = this.#waiting.filter(({ sent }) => !keys.has(bytesToHex(sent.hashNorm)))
    if (left.length < this.#waiting.length) this.#waiting.splice(0, this.#waiting.length, ...left)
  }

  /** Resolves when no emulation runs, or two seconds have passed. */
  async settled(): Promise<void> {
    const late = Promise.withResolvers<void>()
    const deadline = setTimeout(late.resolve, SETTLE_MS)
    let isLate = false
    void late.promise.then(() => {
      isLate = true
    })
    while (this.#running.size > 0 && !isLate) await Promise.race([late.promise, ...this.#running.values()])
    clearTimeout(deadline)
  }

  close(): void {
    this.#closing.abort(new Error('the chain was closed'))
    clearTimeout(this.#pause)
    this.#waiting.length = 0
  }

  #startNext(): void {
    while (!this.#pause && this.#running.size < MAX_RUNNING) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#running.set(bytesToHex(next.sent.hashNorm), this.#run(next))
    }
  }

  #run(message: QueuedMessage): Promise<void> {
    const { emulate, onEmulated, onFailed } = this.#options
    const { sent } = message
    const closed = this.#closing.signal
    const startedAt = performance.now()
    return emulate(message, AbortSignal.any([closed, AbortSignal.timeout(EMULATION_MS)]))
      .then(
        (emulation) => onEmulated(sent, emulation),
        (error: unknown) => {
          if (!closed.aborted) onFailed(sent, `it could not be emulated: ${messageOf(error)}`)
        },
      )
      .finally(() => {
        this.#running.delete(bytesToHex(sent.hashNorm))
        if (closed.aborted) return
        if (this.#waiting.length > CALM_QUEUE) this.#pauseAfter(performance.now() - startedAt)
        this.#startNext()
      })
  }

  /** Leaves the processors to the blocks: most waiting messages are in one before they could be emulated. */
  #pauseAfter(emulationMs: number): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined
        this.#startNext()
      },
      Math.min(PACE * emulationMs, MAX_PACE_MS),
    )
    this.#pause.unref()
  }
}
