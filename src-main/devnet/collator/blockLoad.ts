import type { TransactionDescr } from '../../chain/block/transactionDescr.ts'
import type { BlockLimits, ParamLimits } from '../../chain/config/blockLimits.ts'

/** How full a block is. */
export type LoadClass = 'underload' | 'normal' | 'full'

/** What a transaction adds beside itself: dictionary forks, its message's descriptor, the account's new state. */
const TRANSACTION_BYTES = 500
/** What an outgoing message adds beside itself: its envelope, descriptors, a place in the queue. */
const MESSAGE_BYTES = 500

/** Counts what a block holds against the limits of parameter 22 or 23. */
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

  /** A message that only passes through. */
  addMessage(): void {
    this.#bytes += MESSAGE_BYTES
  }

  setLtDelta(delta: bigint): void {
    this.#ltDelta = Number(delta)
  }

  /** `full` from a soft limit on, `underload` while everything is below what the limits call so. */
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
