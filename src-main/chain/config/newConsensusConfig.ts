import { type Builder, beginCell, type Cell, type Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { loadTag, parseCell, TlbError } from '../tlb.ts'

// ton-blockchain/ton, crypto/block/block.tlb
// simplex_config#21 flags:(## 7) use_quic:Bool target_rate_ms:uint32
//   slots_per_leader_window:(## 32) { slots_per_leader_window >= 1 } first_block_timeout_ms:uint32
//   max_leader_window_desync:uint32 = NewConsensusConfig;
// simplex_config_v2#22 flags:(## 5) protocol_version:(## 2) use_quic:Bool
//   slots_per_leader_window:(## 32) { slots_per_leader_window >= 1 }
//   noncritical_params:(HashmapE 8 uint32) = NewConsensusConfig;
// new_consensus_config_all#10 mc:(Maybe ^NewConsensusConfig) shard:(Maybe ^NewConsensusConfig)
//   = NewConsensusConfigAll;
// _ NewConsensusConfigAll = ConfigParam 30;

/** The settings of simplex consensus. `flags` have no meaning in the scheme and are kept unchanged. */
export type NewConsensusConfig =
  | {
      readonly version: 1
      readonly flags: number
      readonly useQuic: boolean
      readonly targetRateMs: number
      readonly slotsPerLeaderWindow: number
      readonly firstBlockTimeoutMs: number
      readonly maxLeaderWindowDesync: number
    }
  | {
      readonly version: 2
      readonly flags: number
      readonly protocolVersion: number
      readonly useQuic: boolean
      readonly slotsPerLeaderWindow: number
      readonly noncriticalParams: HashmapE<number>
    }

/** Parameter 30: the chains that use simplex consensus; undefined for chains that still use parameter 29. */
export type NewConsensusConfigAll = {
  readonly mc: NewConsensusConfig | undefined
  readonly shard: NewConsensusConfig | undefined
}

const V1 = 0x21
const V2 = 0x22

/** The codec of the non-critical settings, keyed by their 8-bit id. */
export const NONCRITICAL_PARAMS: HashmapCodec<number> = {
  type: 'NewConsensusConfig.noncritical_params',
  keyBits: 8,
  loadValue: (slice) => slice.loadUint(32),
  storeValue: (value) => (builder) => {
    builder.storeUint(value, 32)
  },
}

/**
 * Reads `simplex_config#21` or `simplex_config_v2#22`.
 * @throws TlbError for another tag or a zero `slots_per_leader_window`
 */
function loadNewConsensusConfig(slice: Slice): NewConsensusConfig {
  const tag = slice.loadUint(8)
  if (tag === V1) {
    return {
      version: 1,
      flags: slice.loadUint(7),
      useQuic: slice.loadBit(),
      targetRateMs: slice.loadUint(32),
      slotsPerLeaderWindow: loadSlots(slice),
      firstBlockTimeoutMs: slice.loadUint(32),
      maxLeaderWindowDesync: slice.loadUint(32),
    }
  }
  if (tag !== V2) throw new TlbError('NewConsensusConfig', `unknown constructor #${tag.toString(16)}`)
  return {
    version: 2,
    flags: slice.loadUint(5),
    protocolVersion: slice.loadUint(2),
    useQuic: slice.loadBit(),
    slotsPerLeaderWindow: loadSlots(slice),
    noncriticalParams: loadHashmapE(slice, NONCRITICAL_PARAMS),
  }
}

function loadSlots(slice: Slice): number {
  const slots = slice.loadUint(32)
  if (slots < 1) throw new TlbError('NewConsensusConfig', 'slots_per_leader_window is zero')
  return slots
}

/** Returns a writer (for Builder.store) of the constructor that `version` names. */
function storeNewConsensusConfig(config: NewConsensusConfig): (builder: Builder) => void {
  return (builder) => {
    if (config.version === 1) {
      builder
        .storeUint(V1, 8)
        .storeUint(config.flags, 7)
        .storeBit(config.useQuic)
        .storeUint(config.targetRateMs, 32)
        .storeUint(config.slotsPerLeaderWindow, 32)
        .storeUint(config.firstBlockTimeoutMs, 32)
        .storeUint(config.maxLeaderWindowDesync, 32)
    } else {
      builder
        .storeUint(V2, 8)
        .storeUint(config.flags, 5)
        .storeUint(config.protocolVersion, 2)
        .storeBit(config.useQuic)
        .storeUint(config.slotsPerLeaderWindow, 32)
        .store(storeHashmapE(config.noncriticalParams))
    }
  }
}

/** Reads `new_consensus_config_all#10`. */
export function loadNewConsensusConfigAll(slice: Slice): NewConsensusConfigAll {
  loadTag(slice, 'NewConsensusConfigAll', 0x10, 8)
  return { mc: loadMaybe(slice), shard: loadMaybe(slice) }
}

function loadMaybe(slice: Slice): NewConsensusConfig | undefined {
  const cell = slice.loadMaybeRef()
  return cell ? parseCell(cell, 'NewConsensusConfig', loadNewConsensusConfig) : undefined
}

/** Returns a writer (for Builder.store) of `new_consensus_config_all#10`. */
export function storeNewConsensusConfigAll(all: NewConsensusConfigAll): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0x10, 8).storeMaybeRef(cellOf(all.mc)).storeMaybeRef(cellOf(all.shard))
  }
}

function cellOf(config: NewConsensusConfig | undefined): Cell | undefined {
  return config && beginCell().store(storeNewConsensusConfig(config)).endCell()
}
