import { NoServerError } from '../errors.ts'

type Waiter = { readonly start: () => void }

/** Runs at most `concurrent` tasks at once, and queues at most `queued` in order; further ones are refused. */
export class Limiter {
  #concurrent: number
  readonly #queued: number
  readonly #waiting = new Set<Waiter>()
  #running = 0

  constructor(limits: { readonly concurrent: number; readonly queued: number }) {
    this.#concurrent = limits.concurrent
    this.#queued = limits.queued
  }

  /** Changes the number of tasks that run at once; running ones continue. */
  setConcurrent(concurrent: number): void {
    this.#concurrent = concurrent
    while (this.#running < this.#concurrent && this.#waiting.size > 0) this.#startNext()
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Returns the task's result. Rejects with NoServerError, without starting it, if the queue is full, and with the
   * signal's reason if it is aborted while the task waits.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(signal)
    try {
      return await task()
    } finally {
      this.#running--
      if (this.#running < this.#concurrent) this.#startNext()
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#running < this.#concurrent) {
      this.#running++
      return
    }
    if (this.#waiting.size >= this.#queued) {
      throw new NoServerError(`${this.#waiting.size} queries already wait for this liteserver`)
    }
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      const onAbort = () => {
        this.#waiting.delete(waiter)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.add(waiter)
    })
  }

  /** Passes a free slot to the task that has waited longest. */
  #startNext(): void {
    for (const waiter of this.#waiting) {
      this.#waiting.delete(waiter)
      this.#running++
      waiter.start()
      return
    }
  }
}
