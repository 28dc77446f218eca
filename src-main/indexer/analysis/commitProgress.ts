import { ConditionWaiters } from './conditionWaiters.ts'

/**
 * Relates a queue of work to the commits of the index that add to it, for the queue's status and for requests that wait
 * for their rows. `Part` names parts of the queue that are empty at different times.
 */
export class CommitProgress<Part extends string> {
  readonly #waiters = new ConditionWaiters()
  /** Number of commits whose work in a part is done. */
  readonly #done = new Map<Part, number>()
  readonly #isHopeless: () => boolean
  #commits = 1
  #counted = 0
  #mayHaveMore = true
  #isFailing = false

  /** @param isHopeless returns whether waiting is useless now, beside failures */
  constructor(isHopeless: () => boolean) {
    this.#isHopeless = isHopeless
  }

  /** Number of commits so far. */
  get commits(): number {
    return this.#commits
  }

  /** Whether the last count of the queue includes the work of all commits. */
  get isCounted(): boolean {
    return this.#counted === this.#commits && !this.#mayHaveMore
  }

  /** Whether a change can have more work than is queued: see queueMore. */
  get mayHaveMore(): boolean {
    return this.#mayHaveMore
  }

  /** Records a commit. */
  committed(): void {
    this.#commits++
    this.#mayHaveMore = true
  }

  /** Records a change that can queue more work. */
  changed(): void {
    this.#mayHaveMore = true
  }

  /** Records a count of the queue when there were `seen` commits; `empty` are the parts without work. */
  count(seen: number, empty: readonly Part[]): void {
    this.#isFailing = false
    this.#counted = seen
    for (const part of empty) this.#done.set(part, Math.max(this.#done.get(part) ?? 0, seen))
    this.check()
  }

  /** Records that the work fails: nothing waits for it until the next count. */
  fail(): void {
    this.#isFailing = true
    this.check()
  }

  /** Queues more work; `queue` returns whether there is still more. */
  async queueMore(queue: () => Promise<boolean>): Promise<void> {
    // Newly queued work is not counted yet.
    this.#counted = 0
    // A change during the call can add more.
    this.#mayHaveMore = false
    if (await queue()) this.#mayHaveMore = true
  }

  /** Resolves when a part of the work of all commits so far is done or hopeless, after `timeoutMs`, or when aborted. */
  wait(part: Part, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const wanted = this.#commits
    const isOver = () => (this.#done.get(part) ?? 0) >= wanted || this.#isFailing || this.#isHopeless()
    return this.#waiters.wait(isOver, timeoutMs, signal)
  }

  /** Ends the waits that are hopeless. */
  check(): void {
    this.#waiters.check()
  }
}
