import { UnfinishedError } from '../../indexer/indexer.ts'
import { abortable } from '../../liteserver/network/abortable.ts'

/** Maximum number of requests whose work goes on without a client; further ones end with their client's time limit. */
const MAX_REQUESTS = 8
/** Maximum time of that work, ms. */
const WORK_MS = 120_000

/**
 * The work of requests whose time limit ended before the network gave everything. It goes on without a client, so that
 * the same request finds its data when it is repeated.
 */
export class UnfinishedRequests {
  readonly #running = new Map<string, Promise<void>>()

  /**
   * Resolves when no equal request is at work; its repetition then reads what was fetched, as of the present head.
   * Rejects with the reason of `signal`.
   */
  async settled(key: string, signal: AbortSignal): Promise<void> {
    const running = this.#running.get(key)
    if (running) await abortable(running, signal)
  }

  /**
   * Lets the work of a request go on. Its failure is not reported: the repeated request meets the same one, or succeeds.
   * @param work is repeated after UnfinishedError, until its signal aborts
   */
  goOn(key: string, work: (deadline: AbortSignal) => Promise<unknown>): void {
    if (this.#running.has(key) || this.#running.size >= MAX_REQUESTS) return
    const running = untilFinished(work, AbortSignal.timeout(WORK_MS)).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
  }
}

async function untilFinished(
  work: (deadline: AbortSignal) => Promise<unknown>,
  deadline: AbortSignal,
): Promise<void> {
  while (!deadline.aborted) {
    try {
      await work(deadline)
      return
    } catch (error) {
      if (!(error instanceof UnfinishedError)) return
    }
  }
}
