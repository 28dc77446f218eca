import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { openState } from '../../../src-main/devnet/collator/openedState.ts'

const HEARTBEAT_MS = 500

/** Makes a devnet's blocks: at once while a message is on its way, otherwise from time to time. */
export class BlockMaker {
  readonly #devnet: Devnet
  readonly #running: Promise<void>
  #closed = false
  #wake = () => {}

  constructor(devnet: Devnet) {
    this.#devnet = devnet
    this.#running = this.#run()
  }

  /** There is a new message. */
  wake(): void {
    this.#wake()
  }

  /** Resolves when no more blocks are made; rejects where one could not be made. */
  close(): Promise<void> {
    this.#closed = true
    this.#wake()
    return this.#running
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      await this.#devnet.step()
      if (!(await this.#isBusy())) await this.#rest()
      // Whoever asks while blocks are made wants to be heard.
      else await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #isBusy(): Promise<boolean> {
    if (this.#devnet.waitingMessages > 0) return true
    const { store } = this.#devnet
    for (const id of [store.head(), ...store.tops()]) {
      if (openState(await store.state({ id, head: undefined })).queueSize > 0) return true
    }
    return false
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, HEARTBEAT_MS)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#closed || this.#devnet.waitingMessages > 0) this.#wake()
    })
  }
}
