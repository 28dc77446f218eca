import type { BlockLimits, ParamLimits } from '../../chain/config/blockLimits.ts'
import type { TransactionDescr } from '../../chain/block/transactionDescr.ts'

/** How full a block is. */
export type LoadClass = 'underload' | 'normal' | 'full'

/** Counts what a block holds against the limits of parameter 22 or 23. */
export class BlockLoad {
  readonly #limits: BlockLimits
  #bytes = 0
  #gas = 0
  #ltDelta = 0

  constructor(limits: BlockLimits) {
    this.#limits = limits
  }

  addTransaction(bytes: number, description: TransactionDescr): void {
    this.#bytes += bytes
    if ('computePhase' in description && description.computePhase.type === 'vm') {
      this.#gas += Number(description.computePhase.gasUsed)
    }
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
