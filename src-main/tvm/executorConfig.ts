import type { Cell } from '@ton/core'
import { configParamCell, parseConfigParam, readConfigParam } from '../chain/config/configCodecs.ts'
import { configParam, withConfigParam } from '../chain/config/configParams.ts'

// The executor is that of @ton/sandbox 0.41 (ton-blockchain/ton at f801e1c1, December 2025). A network can be newer:
// docs/compatibility.md lists the differences.

/** The newest global version whose rules the executor implements. */
export const EXECUTOR_VERSION = 13

/** The parameter of the size limits. */
export const SIZE_LIMITS = 43

/**
 * Returns a configuration in the form that the executor reads. Removes from parameter 43 the fields added in
 * 2026 (`max_transaction_library_loads`, the limits of the third version): with them the executor rejects
 * every transaction. Returns `config` itself if there is nothing to remove.
 * @param config root of the dictionary
 * @throws TlbError if parameter 43 is malformed
 */
export function executorConfig(config: Cell): Cell {
  const cell = configParam(config, SIZE_LIMITS)
  if (!cell) return config
  const limits = parseConfigParam(SIZE_LIMITS, cell)
  if (!limits.v2) return config
  const v2 = { ...limits.v2, maxTransactionLibraryLoads: undefined }
  const known = configParamCell(SIZE_LIMITS, { ...limits, v2, v3: undefined })
  return known.hash().equals(cell.hash()) ? config : withConfigParam(config, SIZE_LIMITS, known)
}

/** Returns the global version in a configuration's parameter 8, or 0 if it is not set. */
export function globalVersion(config: Cell): number {
  return readConfigParam(config, 8)?.version ?? 0
}
