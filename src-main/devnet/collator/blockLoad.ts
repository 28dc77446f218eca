import type { TransactionDescr } from '../../chain/block/transactionDescr.ts'
import type { BlockLimits, ParamLimits } from '../../chain/config/blockLimits.ts'

/** The fill level of a block. */
export type LoadClass = 'underload' | 'normal' | 'full'

/**
 * Estimated size of a transaction's other parts: dictionary forks, its message's descriptor, the account's new state.
 */
const TRANSACTION_BYTES = 500
/** Estimated size of an outgoing message's other parts: its envelope, descriptors, its entry in the queue. */
const MESSAGE_BYTES = 500

/** Counts the contents of a block against the limits of parameter 22 or 23. */
export class BlockLoad {
  readonly #limits: BlockLimits
  #bytes = 0
  #gas = 0
  #ltDelta = 0

  constructor(limits: BlockLimits) {
    this.#limits = limits
  }

  addTransaction(bytes: number, outMessages: number, description: TransactionDescr): void {
    this.#bytes += bytes + TRANSACTION_BYTES + outMessages * MESSAGE_BYTES
    if ('computePhase' in description && description.computePhase.type === 'vm') {
      this.#gas += Number(description.computePhase.gasUsed)
    }
  }

  /** Counts a message that is only forwarded. */
  addMessage(): void {
    this.#bytes += MESSAGE_BYTES
  }

  setLtDelta(delta: bigint): void {
    this.#ltDelta = Number(delta)
  }

  /** Returns `full` from a soft limit on, `underload` if everything is below the underload limits. */
  classify(): LoadClass {
    const { bytes, gas, ltDelta } = this.#limits
    const measured: readonly (readonly [number, ParamLimits])[] = [
      [this.#bytes, bytes],
      [this.#gas, gas],
      [this.#ltDelta, ltDelta],
    ]
    if (measured.some(([value, { softLimit }]) => value >= softLimit)) return 'full'
    return measured.every(([value, { underload }]) => value < underload) ? 'underload' : 'normal'
  }
}
