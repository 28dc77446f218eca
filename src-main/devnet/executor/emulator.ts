import type { Cell } from '@ton/core'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { EmulatorModule } from '../../tvm/emulatorModule.ts'
import { executorConfig } from '../../tvm/executorConfig.ts'
import { ExecutorError } from './executorError.ts'

/** Values that are the same for all transactions of a block. */
export type ExecutionEnvironment = {
  /** The root of the configuration's dictionary. */
  readonly config: Cell
  /** The root of the masterchain state's `HashmapE 256 LibDescr`; null if there are no public libraries. */
  readonly libraries: Cell | null
  /** Unix seconds. */
  readonly utime: number
  /** The block's seed; each account's own is derived from it. */
  readonly randSeed: Buffer
  /** The tuple that contracts read by PREVMCBLOCKS and similar instructions, as a VmStackValue: see prevBlocksValue. */
  readonly prevBlocks: Cell | undefined
}

type Module = Pick<EmulatorModule, 'createEmulator' | 'destroyEmulator' | 'emulate'>

/** The parameters of one run. */
export type RunParams = Readonly<Record<string, string | boolean>>

/**
 * An emulator that caches what many runs share. It parses configuration, libraries and earlier blocks once, so they are
 * passed to it only when they have changed.
 */
export class Emulator {
  readonly #module: Module
  readonly #verbosity: number
  #pointer = 0
  #config: Cell | undefined
  #libraries: Cell | null = null
  #prevBlocks: Cell | undefined

  constructor(module: Module, verbosity: number) {
    this.#module = module
    this.#verbosity = verbosity
  }

  /**
   * Runs a message (none for tick and tock) on an account, both in base64. Throws a number if the emulator ends with an
   * exception of its own.
   * @returns JSON
   */
  run(environment: ExecutionEnvironment, account: string, message: string, params: RunParams): string {
    const { config, libraries, prevBlocks, utime, randSeed } = environment
    const isFresh =
      !isSame(this.#config, config) ||
      // Can be replaced, not cleared.
      (libraries === null && this.#libraries !== null) ||
      (prevBlocks === undefined && this.#prevBlocks !== undefined)
    if (isFresh) this.#begin(config)
    const newLibraries = libraries && !isSame(this.#libraries, libraries) ? libraries : undefined
    const newPrevBlocks = prevBlocks && !isSame(this.#prevBlocks, prevBlocks) ? prevBlocks : undefined
    // Unknown until the call returns: it can fail halfway.
    this.#config = undefined
    const answer = this.#module.emulate(
      this.#pointer,
      newLibraries && base64(newLibraries),
      account,
      message,
      JSON.stringify({
        utime,
        rand_seed: randSeed.toString('hex'),
        ignore_chksig: false,
        debug_enabled: false,
        ...(newPrevBlocks && { prev_blocks_info: base64(newPrevBlocks) }),
        ...params,
      }),
    )
    this.#config = config
    this.#libraries = libraries
    this.#prevBlocks = prevBlocks
    return answer
  }

  #begin(config: Cell): void {
    if (this.#pointer !== 0) this.#module.destroyEmulator(this.#pointer)
    this.#config = undefined
    this.#libraries = null
    this.#prevBlocks = undefined
    this.#pointer = this.#module.createEmulator(base64(executorConfig(config)), this.#verbosity)
    if (this.#pointer === 0) throw new ExecutorError('the configuration was not accepted')
    this.#config = config
  }
}

function isSame(known: Cell | null | undefined, cell: Cell): boolean {
  return known === cell || (known?.hash().equals(cell.hash()) ?? false)
}

export function base64(cell: Cell): string {
  return serializeBoc(cell).toString('base64')
}
