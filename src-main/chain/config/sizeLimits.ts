import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// ton-blockchain/ton, crypto/block/block.tlb (max_transaction_library_loads and v3: since 2026)
// size_limits_config#01 max_msg_bits:uint32 max_msg_cells:uint32 max_library_cells:uint32
//   max_vm_data_depth:uint16 max_ext_msg_size:uint32 max_ext_msg_depth:uint16 = SizeLimitsConfig;
// size_limits_config_v2#02 … max_acc_state_cells:uint32 max_mc_acc_state_cells:uint32
//   max_acc_public_libraries:uint32 defer_out_queue_size_limit:uint32 max_msg_extra_currencies:uint32
//   max_acc_fixed_prefix_length:uint8 acc_state_cells_for_storage_dict:uint32
//   max_transaction_library_loads:(Maybe uint32) = SizeLimitsConfig;  // before 2026 without the last field
// size_limits_config_v3#03 … max_total_msg_bits:uint32 max_total_msg_cells:uint32 = SizeLimitsConfig;
// _ SizeLimitsConfig = ConfigParam 43;

/** Parameter 43: the largest messages, libraries and account states. */
export type SizeLimitsConfig = {
  readonly maxMsgBits: number
  readonly maxMsgCells: number
  readonly maxLibraryCells: number
  readonly maxVmDataDepth: number
  /** Bytes. */
  readonly maxExtMsgSize: number
  readonly maxExtMsgDepth: number
  /** The fields that the second version adds; undefined for the first. */
  readonly v2: SizeLimitsV2 | undefined
  /** The fields that the third version adds to `v2`; undefined for the others. */
  readonly v3: { readonly maxTotalMsgBits: number; readonly maxTotalMsgCells: number } | undefined
}

/** The fields that `size_limits_config_v2#02` adds. */
export type SizeLimitsV2 = {
  readonly maxAccStateCells: number
  readonly maxMcAccStateCells: number
  readonly maxAccPublicLibraries: number
  readonly deferOutQueueSizeLimit: number
  readonly maxMsgExtraCurrencies: number
  readonly maxAccFixedPrefixLength: number
  readonly accStateCellsForStorageDict: number
  /** Null for no limit; undefined for the second version before 2026, which lacks this field. */
  readonly maxTransactionLibraryLoads: number | null | undefined
}

/**
 * Reads any of the three versions.
 * @throws TlbError for another tag
 */
export function loadSizeLimits(slice: Slice): SizeLimitsConfig {
  const version = slice.loadUint(8)
  if (version < 1 || version > 3) throw new TlbError('SizeLimitsConfig', `unknown constructor #${version}`)
  return {
    maxMsgBits: slice.loadUint(32),
    maxMsgCells: slice.loadUint(32),
    maxLibraryCells: slice.loadUint(32),
    maxVmDataDepth: slice.loadUint(16),
    maxExtMsgSize: slice.loadUint(32),
    maxExtMsgDepth: slice.loadUint(16),
    v2: version >= 2 ? loadSecondVersion(slice, version) : undefined,
    v3:
      version >= 3
        ? { maxTotalMsgBits: slice.loadUint(32), maxTotalMsgCells: slice.loadUint(32) }
        : undefined,
  }
}

function loadSecondVersion(slice: Slice, version: number): SizeLimitsV2 {
  return {
    maxAccStateCells: slice.loadUint(32),
    maxMcAccStateCells: slice.loadUint(32),
    maxAccPublicLibraries: slice.loadUint(32),
    deferOutQueueSizeLimit: slice.loadUint(32),
    maxMsgExtraCurrencies: slice.loadUint(32),
    maxAccFixedPrefixLength: slice.loadUint(8),
    accStateCellsForStorageDict: slice.loadUint(32),
    maxTransactionLibraryLoads:
      version === 2 && slice.remainingBits === 0 ? undefined : slice.loadMaybeUint(32),
  }
}

/**
 * Returns a writer (for Builder.store) of the version that `v2` and `v3` select.
 * @throws TlbError for a third version without the fields of the second
 */
export function storeSizeLimits(limits: SizeLimitsConfig): (builder: Builder) => void {
  const { v2, v3 } = limits
  if (v3 && v2?.maxTransactionLibraryLoads === undefined) {
    throw new TlbError('SizeLimitsConfig', 'the third version has the fields of the second')
  }
  return (builder) => {
    builder
      .storeUint(v3 ? 3 : v2 ? 2 : 1, 8)
      .storeUint(limits.maxMsgBits, 32)
      .storeUint(limits.maxMsgCells, 32)
      .storeUint(limits.maxLibraryCells, 32)
      .storeUint(limits.maxVmDataDepth, 16)
      .storeUint(limits.maxExtMsgSize, 32)
      .storeUint(limits.maxExtMsgDepth, 16)
    if (v2) storeSecondVersion(v2, builder)
    if (v3) builder.storeUint(v3.maxTotalMsgBits, 32).storeUint(v3.maxTotalMsgCells, 32)
  }
}

function storeSecondVersion(v2: SizeLimitsV2, builder: Builder): void {
  builder
    .storeUint(v2.maxAccStateCells, 32)
    .storeUint(v2.maxMcAccStateCells, 32)
    .storeUint(v2.maxAccPublicLibraries, 32)
    .storeUint(v2.deferOutQueueSizeLimit, 32)
    .storeUint(v2.maxMsgExtraCurrencies, 32)
    .storeUint(v2.maxAccFixedPrefixLength, 8)
    .storeUint(v2.accStateCellsForStorageDict, 32)
  if (v2.maxTransactionLibraryLoads !== undefined) builder.storeMaybeUint(v2.maxTransactionLibraryLoads, 32)
}
