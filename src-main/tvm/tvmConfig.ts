import { beginCell, type Cell } from '@ton/core'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { buildConfig, configEntries } from '../chain/config/configParams.ts'
import { executorConfig, globalVersion } from './executorConfig.ts'

/**
 * Parameters that the emulator itself reads: basic configuration, workchains, prices, special contracts, size
 * limits, precompiled contracts.
 */
const NEEDED = new Set([8, 12, 18, 19, 20, 21, 24, 25, 31, 43, 45])
/** Texts kept per configuration: one per set of further parameters that some contract reads. */
const MAX_TEXTS = 32

/**
 * A configuration as the emulator takes it, without what a run does not read: the emulator parses it on each run, and
 * a whole one is 150 KB.
 *
 * In the place of a parameter that is left out stands a library cell with that parameter's hash. A contract that
 * opens it ends with that library missing; `paramOf` says which parameter it was, and the run is done again with it.
 */
export type TvmConfig = {
  readonly root: Cell
  /** The bag of cells in base64, with these parameters besides those that are always needed. */
  text(params?: ReadonlySet<number>): string
  /** The whole configuration, for get-methods. */
  readonly wholeText: string
  /** The whole configuration as the executor of transactions reads it: see executorConfig. */
  executorText(): string
  /** The network's global version: see EXECUTOR_VERSION. */
  globalVersion(): number
  /** The parameter whose cell has this hash (lower-case hexadecimal), if it may be left out. */
  paramOf(hash: string): number | undefined
}

/** library_reference: tag 2 and the hash of the cell that it stands for. */
function standIn(cell: Cell): Cell {
  return beginCell().storeUint(2, 8).storeBuffer(cell.hash()).endCell({ exotic: true })
}

/** `root` is that of the dictionary of parameters, Hashmap 32 ^Cell. @throws TlbError if it is none */
export function createTvmConfig(root: Cell): TvmConfig {
  const params = new Map([...configEntries(root)].map(({ id, value }) => [id, value]))
  const optional = [...params].filter(([id]) => !NEEDED.has(id))
  const byHash = new Map(optional.map(([id, cell]) => [cell.hash().toString('hex'), id]))
  const texts = new Map<string, string>()
  let whole: string | undefined
  let forExecutor: string | undefined
  return {
    root,
    text(added = new Set()) {
      const key = [...added].toSorted((a, b) => a - b).join()
      const known = texts.get(key)
      if (known) return known
      const slim = new Map(params)
      for (const [id, cell] of optional) if (!added.has(id)) slim.set(id, standIn(cell))
      const made = bocBase64(buildConfig(slim))
      const oldest = texts.keys().next()
      if (texts.size >= MAX_TEXTS && !oldest.done) texts.delete(oldest.value)
      texts.set(key, made)
      return made
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
