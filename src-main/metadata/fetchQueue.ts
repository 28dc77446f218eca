import { MetadataError } from './metadataError.ts'

export type QueueLimits = {
  /** Maximum number of running tasks. */
  readonly running: number
  /** Maximum number of running tasks of one group. */
  readonly perGroup: number
  /** Maximum number of waiting tasks. */
  readonly waiting: number
}

/** `client`: a client waits for the result; such tasks run first. */
export type QueuePriority = 'client' | 'background'

export type QueueTask<T> = {
  /** A task with the key of a waiting or running task shares that task. */
  readonly key: string
  /** The group that `perGroup` counts: a host. */
  readonly group: string
  readonly priority: QueuePriority
  run(): Promise<T>
}

export type QueueStats = {
  readonly running: number
  readonly waiting: number
  /** Tasks that were refused or removed from a full queue, since the start. */
  readonly dropped: number
}

type Entry<T> = {
  readonly task: QueueTask<T>
  readonly result: PromiseWithResolvers<T>
}

/** Runs tasks, a bounded number at once and per group, and queues a bounded number. */
export class FetchQueue<T> {
  readonly #limits: QueueLimits
  readonly #waiting: Readonly<Record<QueuePriority, Map<string, Entry<T>>>> = {
    client: new Map(),
    background: new Map(),
  }
  readonly #running = new Map<string, Entry<T>>()
  readonly #groups = new Map<string, number>()
  #dropped = 0
  #isClosed = false

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get stats(): QueueStats {
    return { running: this.#running.size, waiting: this.#waitingCount, dropped: this.#dropped }
  }

  /**
   * Adds a task and returns its result. In a full queue a client's task replaces the oldest background task; otherwise
   * a new task is refused. Rejects with MetadataError: busy for a refused or replaced task, off once closed.
   */
  add(task: QueueTask<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(closedError())
    const known = this.#known(task)
    if (known) return known.result.promise
    if (this.#waitingCount >= this.#limits.waiting && !this.#pushOut(task.priority)) {
      this.#dropped++
      return Promise.reject(busyError(this.#limits.waiting))
    }
    const entry: Entry<T> = { task, result: Promise.withResolvers<T>() }
    // A caller need not wait for the result.
    entry.result.promise.catch(() => {})
    // No waiting task can start now, or it would run already.
    if (this.#hasRoom(task.group)) void this.#run(entry)
    else this.#waiting[task.priority].set(task.key, entry)
    return entry.result.promise
  }

  /** Rejects the waiting tasks. Running tasks must be aborted by their owner. */
  close(): void {
    this.#isClosed = true
    for (const waiting of Object.values(this.#waiting)) {
      for (const { result } of waiting.values()) result.reject(closedError())
      waiting.clear()
    }
  }

  get #waitingCount(): number {
    return this.#waiting.client.size + this.#waiting.background.size
  }

  /** Finds the task of this key; moves it ahead if a client now waits for it. */
  #known({ key, priority }: QueueTask<T>): Entry<T> | undefined {
    const found = this.#running.get(key) ?? this.#waiting.client.get(key)
    if (found) return found
    const waiting = this.#waiting.background.get(key)
    if (waiting && priority === 'client') {
      this.#waiting.background.delete(key)
      this.#waiting.client.set(key, waiting)
    }
    return waiting
  }

  #pushOut(priority: QueuePriority): boolean {
    if (priority !== 'client') return false
    for (const [key, { result }] of this.#waiting.background) {
      this.#waiting.background.delete(key)
      this.#dropped++
      result.reject(busyError(this.#limits.waiting))
      return true
    }
    return false
  }

  #hasRoom(group: string): boolean {
    if (this.#running.size >= this.#limits.running) return false
    return (this.#groups.get(group) ?? 0) < this.#limits.perGroup
  }

  #startNext(): void {
    for (const waiting of [this.#waiting.client, this.#waiting.background]) {
      for (const entry of waiting.values()) {
        if (this.#running.size >= this.#limits.running) return
        if (!this.#hasRoom(entry.task.group)) continue
        waiting.delete(entry.task.key)
        void this.#run(entry)
      }
    }
  }

  async #run({ task, result }: Entry<T>): Promise<void> {
    const { key, group } = task
    this.#running.set(key, { task, result })
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1)
    try {
      result.resolve(await task.run())
    } catch (error) {
      result.reject(error)
    }
    this.#running.delete(key)
    const left = (this.#groups.get(group) ?? 1) - 1
    if (left > 0) this.#groups.set(group, left)
    else this.#groups.delete(group)
    if (!this.#isClosed) this.#startNext()
  }
}

function busyError(waiting: number): MetadataError {
  return new MetadataError('busy', `${waiting} URLs already wait to be fetched`)
}

function closedError(): MetadataError {
  return new MetadataError('off', 'fetching was stopped')
}
