import type { Builder, Slice } from '@ton/core'
import { loadTag, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// param_limits#c3 underload:# soft_limit:# { underload <= soft_limit } hard_limit:# { soft_limit <= hard_limit }
//   = ParamLimits;
// imported_msg_queue_limits#d3 max_bytes:# max_msgs:# = ImportedMsgQueueLimits;
// block_limits#5d bytes:ParamLimits gas:ParamLimits lt_delta:ParamLimits = BlockLimits;
// block_limits_v2#5e bytes:ParamLimits gas:ParamLimits lt_delta:ParamLimits collated_data:ParamLimits
//   imported_msg_queue:ImportedMsgQueueLimits = BlockLimits;
// config_mc_block_limits#_ BlockLimits = ConfigParam 22;
// config_block_limits#_ BlockLimits = ConfigParam 23;

/**
 * Ascending thresholds of one measure of a block (bytes, gas units or lt): below `underload` a shard can
 * merge, from `softLimit` on the collator takes no more internal messages, `hardLimit` is never exceeded.
 */
export type ParamLimits = {
  readonly underload: number
  readonly softLimit: number
  readonly hardLimit: number
}

/** Parameters 22 (masterchain) and 23 (other chains): the size limits of a block. */
export type BlockLimits = {
  readonly bytes: ParamLimits
  readonly gas: ParamLimits
  readonly ltDelta: ParamLimits
  /** The fields that the second version adds; undefined for the first. */
  readonly v2:
    | {
        readonly collatedData: ParamLimits
        readonly importedMsgQueue: { readonly maxBytes: number; readonly maxMsgs: number }
      }
    | undefined
}

const V1 = 0x5d
const V2 = 0x5e

/**
 * Reads `param_limits#c3`.
 * @throws TlbError if the three limits do not ascend
 */
function loadParamLimits(slice: Slice): ParamLimits {
  loadTag(slice, 'ParamLimits', 0xc3, 8)
  const limits = {
    underload: slice.loadUint(32),
    softLimit: slice.loadUint(32),
    hardLimit: slice.loadUint(32),
  }
  if (limits.underload > limits.softLimit || limits.softLimit > limits.hardLimit) {
    throw new TlbError('ParamLimits', `${limits.underload}, ${limits.softLimit}, ${limits.hardLimit}`)
  }
  return limits
}

/** Returns a writer (for Builder.store) of `param_limits#c3`. */
function storeParamLimits(limits: ParamLimits): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0xc3, 8)
      .storeUint(limits.underload, 32)
      .storeUint(limits.softLimit, 32)
      .storeUint(limits.hardLimit, 32)
  }
}

/**
 * Reads `block_limits#5d` or `block_limits_v2#5e`.
 * @throws TlbError for another tag
 */
export function loadBlockLimits(slice: Slice): BlockLimits {
  const tag = slice.loadUint(8)
  if (tag !== V1 && tag !== V2) throw new TlbError('BlockLimits', `unknown constructor #${tag.toString(16)}`)
  return {
    bytes: loadParamLimits(slice),
    gas: loadParamLimits(slice),
    ltDelta: loadParamLimits(slice),
    v2: tag === V2 ? loadSecondVersion(slice) : undefined,
  }
}

function loadSecondVersion(slice: Slice): NonNullable<BlockLimits['v2']> {
  const collatedData = loadParamLimits(slice)
  loadTag(slice, 'ImportedMsgQueueLimits', 0xd3, 8)
  return { collatedData, importedMsgQueue: { maxBytes: slice.loadUint(32), maxMsgs: slice.loadUint(32) } }
}

/** Returns a writer (for Builder.store) of the version that `v2` selects. */
export function storeBlockLimits(limits: BlockLimits): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(limits.v2 ? V2 : V1, 8)
      .store(storeParamLimits(limits.bytes))
      .store(storeParamLimits(limits.gas))
      .store(storeParamLimits(limits.ltDelta))
    if (!limits.v2) return
    builder
      .store(storeParamLimits(limits.v2.collatedData))
      .storeUint(0xd3, 8)
      .storeUint(limits.v2.importedMsgQueue.maxBytes, 32)
      .storeUint(limits.v2.importedMsgQueue.maxMsgs, 32)
  }
}
