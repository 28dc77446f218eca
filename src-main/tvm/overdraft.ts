import { beginCell, type Cell } from '@ton/core'
import { loadTransaction, storeTransaction } from '../chain/block/transaction.ts'
import { configParamCell, readConfigParam } from '../chain/config/configCodecs.ts'
import { withConfigParam } from '../chain/config/configParams.ts'
import type { SizeLimitsConfig, SizeLimitsV2 } from '../chain/config/sizeLimits.ts'
import { parseCell } from '../chain/tlb.ts'
import { SIZE_LIMITS } from './executorConfig.ts'

// A contract that sends more of an extra currency than it has fails in its action phase with code 38 (or the message
// is skipped, if its mode says so). The executor cannot subtract then and ends with a C++ exception, which JavaScript
// gets as a number. With a limit of zero extra currencies per message it fails in the same phase with another code.

/** Result codes of the action phase: too many different extra currencies in a message; not enough of one. */
const TOO_MANY_EXTRA_CURRENCIES = 44
const NOT_ENOUGH_EXTRA_CURRENCY = 38

/** The defaults if parameter 43 or its second version is absent (SizeLimitsConfig of the reference node). */
const DEFAULT_LIMITS: SizeLimitsConfig = {
  maxMsgBits: 1 << 21,
  maxMsgCells: 1 << 13,
  maxLibraryCells: 1000,
  maxVmDataDepth: 512,
  maxExtMsgSize: 65535,
  maxExtMsgDepth: 512,
  v2: undefined,
  v3: undefined,
}
const DEFAULT_LIMITS_V2: SizeLimitsV2 = {
  maxAccStateCells: 1 << 16,
  maxMcAccStateCells: 1 << 11,
  maxAccPublicLibraries: 256,
  deferOutQueueSizeLimit: 256,
  maxMsgExtraCurrencies: 2,
  maxAccFixedPrefixLength: 8,
  accStateCellsForStorageDict: 26,
  maxTransactionLibraryLoads: undefined,
}

/** Returns the configuration changed so that no message can carry extra currencies. */
export function withoutExtraCurrencies(config: Cell): Cell {
  const limits = readConfigParam(config, SIZE_LIMITS) ?? DEFAULT_LIMITS
  const v2 = { ...(limits.v2 ?? DEFAULT_LIMITS_V2), maxMsgExtraCurrencies: 0 }
  return withConfigParam(config, SIZE_LIMITS, configParamCell(SIZE_LIMITS, { ...limits, v2 }))
}

/** Converts a transaction under that configuration to the one that ends for lack of currency. */
export function endedByOverdraft(cell: Cell): Cell {
  const transaction = parseCell(cell, 'Transaction', loadTransaction)
  const { description } = transaction
  if (description.type !== 'generic' || description.actionPhase?.resultCode !== TOO_MANY_EXTRA_CURRENCIES) {
    return cell
  }
  const actionPhase = { ...description.actionPhase, resultCode: NOT_ENOUGH_EXTRA_CURRENCY }
  return beginCell()
    .store(storeTransaction({ ...transaction, description: { ...description, actionPhase } }))
    .endCell()
}
