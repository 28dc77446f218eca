import { beginCell, type Cell } from '@ton/core'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { buildConfig, configEntries } from '../chain/config/configParams.ts'
import { Lru } from '../platform/lru.ts'
import { executorConfig, globalVersion } from './executorConfig.ts'

/**
 * The parameters that the emulator itself reads: basic configuration, workchains, prices, special contracts, size
 * limits, precompiled contracts.
 */
const NEEDED = new Set([8, 12, 18, 19, 20, 21, 24, 25, 31, 43, 45])
/** The maximum number of cached texts per configuration, one for each set of further parameters. */
const MAX_TEXTS = 32

/**
 * A configuration for the emulator, without the parameters that a run does not read: the emulator parses it
 * on each run, and a whole one takes 150 KB.
 *
 * An omitted parameter is replaced by a library cell with the parameter's hash. A run that opens it ends with
 * that library missing; `paramOf` returns the parameter, and the run is repeated with it.
 */
export type TvmConfig = {
  readonly root: Cell
  /** Returns the bag of cells in base64, with `params` besides the parameters that are always needed. */
  text(params?: ReadonlySet<number>): string
  /** The whole configuration, for get-methods. */
  readonly wholeText: string
  /** Returns the whole configuration in the form for executing transactions: see executorConfig. */
  executorText(): string
  /** Returns the network's global version: see EXECUTOR_VERSION. */
  globalVersion(): number
  /** Returns the omittable parameter whose cell has this hash (lower-case hexadecimal). */
  paramOf(hash: string): number | undefined
}

/** Builds a library_reference: tag 2 and the hash of the cell that it replaces. */
function standIn(cell: Cell): Cell {
  return beginCell().storeUint(2, 8).storeBuffer(cell.hash()).endCell({ exotic: true })
}

/**
 * Returns the TvmConfig of a dictionary of parameters, `Hashmap 32 ^Cell`.
 * @throws TlbError if `root` is not such a dictionary
 */
export function createTvmConfig(root: Cell): TvmConfig {
  const params = new Map([...configEntries(root)].map(({ id, value }) => [id, value]))
  const optional = [...params].filter(([id]) => !NEEDED.has(id))
  const byHash = new Map(optional.map(([id, cell]) => [cell.hash().toString('hex'), id]))
  const texts = new Lru<string, string>(MAX_TEXTS)
  let whole: string | undefined
  let forExecutor: string | undefined
  return {
    root,
    text(added = new Set()) {
      const key = [...added].toSorted((a, b) => a - b).join()
      return texts.getOrMake(key, () => {
        const slim = new Map(params)
        for (const [id, cell] of optional) if (!added.has(id)) slim.set(id, standIn(cell))
        return bocBase64(buildConfig(slim))
      })
    },
    get wholeText() {
      whole ??= bocBase64(root)
      return whole
    },
    executorText() {
      forExecutor ??= bocBase64(executorConfig(root))
      return forExecutor
    },
    globalVersion: () => globalVersion(root),
    paramOf: (hash) => byHash.get(hash),
  }
}
