import type { Builder, Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { loadTag, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// wfmt_basic#1 vm_version:int32 vm_mode:uint64 = WorkchainFormat 1;
// wfmt_ext#0 min_addr_len:(## 12) max_addr_len:(## 12) addr_len_step:(## 12) { min_addr_len >= 64 }
//   { min_addr_len <= max_addr_len } { max_addr_len <= 1023 } { addr_len_step <= 1023 }
//   workchain_type_id:(## 32) { workchain_type_id >= 1 } = WorkchainFormat 0;

/** The virtual machine and the address lengths (bits) of a workchain. */
export type WorkchainFormat =
  | { readonly kind: 'basic'; readonly vmVersion: number; readonly vmMode: bigint }
  | {
      readonly kind: 'ext'
      readonly minAddrLen: number
      readonly maxAddrLen: number
      readonly addrLenStep: number
      readonly workchainTypeId: number
    }

// wc_split_merge_timings#0 split_merge_delay:uint32 split_merge_interval:uint32 min_split_merge_interval:uint32
//   max_split_merge_delay:uint32 = WcSplitMergeTimings;

/** Delays and intervals of splitting and merging shards, in seconds. */
export type WcSplitMergeTimings = {
  readonly splitMergeDelay: number
  readonly splitMergeInterval: number
  readonly minSplitMergeInterval: number
  readonly maxSplitMergeDelay: number
}

// workchain#a6 enabled_since:uint32 monitor_min_split:(## 8) min_split:(## 8) max_split:(## 8)
//   { monitor_min_split <= min_split } { min_split <= max_split } { max_split <= 60 }
//   basic:(## 1) active:Bool accept_msgs:Bool flags:(## 13) { flags = 0 } zerostate_root_hash:bits256
//   zerostate_file_hash:bits256 version:uint32 format:(WorkchainFormat basic) = WorkchainDescr;
// workchain_v2#a7 … format:(WorkchainFormat basic) split_merge_timings:WcSplitMergeTimings
//   persistent_state_split_depth:(## 8) { persistent_state_split_depth <= 63 } = WorkchainDescr;

/** The settings of one workchain. */
export type WorkchainDescr = {
  /** Unix seconds. */
  readonly enabledSince: number
  readonly monitorMinSplit: number
  /** The bounds of the number of bits in a shard's prefix. */
  readonly minSplit: number
  readonly maxSplit: number
  readonly active: boolean
  readonly acceptMsgs: boolean
  readonly zerostateRootHash: Buffer
  readonly zerostateFileHash: Buffer
  readonly version: number
  readonly format: WorkchainFormat
  /** The fields that the second version adds; undefined for the first. */
  readonly v2:
    | { readonly splitMergeTimings: WcSplitMergeTimings; readonly persistentStateSplitDepth: number }
    | undefined
}

const V1 = 0xa6
const V2 = 0xa7

/**
 * Reads `workchain#a6` or `workchain_v2#a7`.
 * @throws TlbError for another tag, unknown flags, or bounds out of order
 */
function loadWorkchainDescr(slice: Slice): WorkchainDescr {
  const tag = slice.loadUint(8)
  if (tag !== V1 && tag !== V2)
    throw new TlbError('WorkchainDescr', `unknown constructor #${tag.toString(16)}`)
  const enabledSince = slice.loadUint(32)
  const monitorMinSplit = slice.loadUint(8)
  const minSplit = slice.loadUint(8)
  const maxSplit = slice.loadUint(8)
  if (monitorMinSplit > minSplit || minSplit > maxSplit || maxSplit > 60) {
    throw new TlbError('WorkchainDescr', `splits ${monitorMinSplit}, ${minSplit}, ${maxSplit}`)
  }
  const basic = slice.loadBit()
  const active = slice.loadBit()
  const acceptMsgs = slice.loadBit()
  const flags = slice.loadUint(13)
  if (flags !== 0) throw new TlbError('WorkchainDescr', `unknown flags ${flags}`)
  return {
    enabledSince,
    monitorMinSplit,
    minSplit,
    maxSplit,
    active,
    acceptMsgs,
    zerostateRootHash: slice.loadBuffer(32),
    zerostateFileHash: slice.loadBuffer(32),
    version: slice.loadUint(32),
    format: loadWorkchainFormat(slice, basic),
    v2: tag === V2 ? loadSecondVersion(slice) : undefined,
  }
}

/** Returns a writer (for Builder.store) of the version that `v2` selects. */
function storeWorkchainDescr(descr: WorkchainDescr): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(descr.v2 ? V2 : V1, 8)
      .storeUint(descr.enabledSince, 32)
      .storeUint(descr.monitorMinSplit, 8)
      .storeUint(descr.minSplit, 8)
      .storeUint(descr.maxSplit, 8)
      .storeBit(descr.format.kind === 'basic')
      .storeBit(descr.active)
      .storeBit(descr.acceptMsgs)
      .storeUint(0, 13)
      .storeBuffer(descr.zerostateRootHash, 32)
      .storeBuffer(descr.zerostateFileHash, 32)
      .storeUint(descr.version, 32)
      .store(storeWorkchainFormat(descr.format))
    if (!descr.v2) return
    const { splitMergeTimings, persistentStateSplitDepth } = descr.v2
    builder
      .storeUint(0, 4)
      .storeUint(splitMergeTimings.splitMergeDelay, 32)
      .storeUint(splitMergeTimings.splitMergeInterval, 32)
      .storeUint(splitMergeTimings.minSplitMergeInterval, 32)
      .storeUint(splitMergeTimings.maxSplitMergeDelay, 32)
      .storeUint(persistentStateSplitDepth, 8)
  }
}

function loadWorkchainFormat(slice: Slice, basic: boolean): WorkchainFormat {
  loadTag(slice, 'WorkchainFormat', basic ? 1 : 0, 4)
  if (basic) return { kind: 'basic', vmVersion: slice.loadInt(32), vmMode: slice.loadUintBig(64) }
  const format = {
    kind: 'ext',
    minAddrLen: slice.loadUint(12),
    maxAddrLen: slice.loadUint(12),
    addrLenStep: slice.loadUint(12),
    workchainTypeId: slice.loadUint(32),
  } as const
  const { minAddrLen, maxAddrLen, addrLenStep, workchainTypeId } = format
  if (minAddrLen < 64 || minAddrLen > maxAddrLen || maxAddrLen > 1023 || addrLenStep > 1023) {
    throw new TlbError('WorkchainFormat', `address lengths ${minAddrLen}, ${maxAddrLen}, ${addrLenStep}`)
  }
  if (workchainTypeId < 1) throw new TlbError('WorkchainFormat', 'workchain_type_id is zero')
  return format
}

function storeWorkchainFormat(format: WorkchainFormat): (builder: Builder) => void {
  return (builder) => {
    if (format.kind === 'basic') {
      builder.storeUint(1, 4).storeInt(format.vmVersion, 32).storeUint(format.vmMode, 64)
    } else {
      builder
        .storeUint(0, 4)
        .storeUint(format.minAddrLen, 12)
        .storeUint(format.maxAddrLen, 12)
        .storeUint(format.addrLenStep, 12)
        .storeUint(format.workchainTypeId, 32)
    }
  }
}

function loadSecondVersion(slice: Slice): NonNullable<WorkchainDescr['v2']> {
  loadTag(slice, 'WcSplitMergeTimings', 0, 4)
  const splitMergeTimings = {
    splitMergeDelay: slice.loadUint(32),
    splitMergeInterval: slice.loadUint(32),
    minSplitMergeInterval: slice.loadUint(32),
    maxSplitMergeDelay: slice.loadUint(32),
  }
  const persistentStateSplitDepth = slice.loadUint(8)
  if (persistentStateSplitDepth > 63) {
    throw new TlbError('WorkchainDescr', `persistent_state_split_depth ${persistentStateSplitDepth}`)
  }
  return { splitMergeTimings, persistentStateSplitDepth }
}

// _ workchains:(HashmapE 32 WorkchainDescr) = ConfigParam 12;

/** The codec of the dictionary of workchains, keyed by keyOfUint(workchain, 32). */
export const WORKCHAINS: HashmapCodec<WorkchainDescr> = {
  type: 'ConfigParam 12',
  keyBits: 32,
  loadValue: loadWorkchainDescr,
  storeValue: storeWorkchainDescr,
}

/** Reads parameter 12: the dictionary of workchains. The masterchain is not part of it. */
export function loadWorkchains(slice: Slice): HashmapE<WorkchainDescr> {
  return loadHashmapE(slice, WORKCHAINS)
}

/** Returns a writer (for Builder.store) of parameter 12. */
export function storeWorkchains(workchains: HashmapE<WorkchainDescr>): (builder: Builder) => void {
  return storeHashmapE(workchains)
}
