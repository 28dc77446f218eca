import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// ton-blockchain/ton, crypto/block/block.tlb
// consensus_config#d6 round_candidates:# { round_candidates >= 1 } next_candidate_delay_ms:uint32
//   consensus_timeout_ms:uint32 fast_attempts:uint32 attempt_duration:uint32 catchain_max_deps:uint32
//   max_block_bytes:uint32 max_collated_bytes:uint32 = ConsensusConfig;
// consensus_config_new#d7 flags:(## 7) { flags = 0 } new_catchain_ids:Bool
//   round_candidates:(## 8) { round_candidates >= 1 } next_candidate_delay_ms:uint32 … = ConsensusConfig;
// consensus_config_v3#d8 flags:(## 7) { flags = 0 } … max_collated_bytes:uint32 proto_version:uint16
//   = ConsensusConfig;
// consensus_config_v4#d9 flags:(## 6) { flags = 0 } use_quic:Bool new_catchain_ids:Bool …
//   proto_version:uint16 catchain_max_blocks_coeff:uint32 = ConsensusConfig;
// _ ConsensusConfig = ConfigParam 29;

/**
 * Parameter 29: limits and timeouts of catchain consensus. Fields that a `version` lacks have their implied
 * value. Fields with `Ms` are in milliseconds, `attemptDuration` is in seconds.
 */
export type ConsensusConfig = {
  readonly version: 1 | 2 | 3 | 4
  /** Since 4. */
  readonly useQuic: boolean
  /** Since 2. */
  readonly newCatchainIds: boolean
  readonly roundCandidates: number
  readonly nextCandidateDelayMs: number
  readonly consensusTimeoutMs: number
  readonly fastAttempts: number
  readonly attemptDuration: number
  readonly catchainMaxDeps: number
  readonly maxBlockBytes: number
  readonly maxCollatedBytes: number
  /** Since 3. */
  readonly protoVersion: number
  /** Since 4. */
  readonly catchainMaxBlocksCoeff: number
}

const FIRST_TAG = 0xd6

/**
 * Reads any of the four versions.
 * @throws TlbError for another tag, unknown flags or zero `round_candidates`
 */
export function loadConsensusConfig(slice: Slice): ConsensusConfig {
  const tag = slice.loadUint(8)
  const version = (tag - FIRST_TAG + 1) as ConsensusConfig['version']
  if (version < 1 || version > 4) {
    throw new TlbError('ConsensusConfig', `unknown constructor #${tag.toString(16)}`)
  }
  const flags = version === 1 ? 0 : slice.loadUint(8)
  if (flags > (version === 4 ? 3 : 1)) throw new TlbError('ConsensusConfig', `unknown flags ${flags}`)
  const config = {
    version,
    useQuic: (flags & 2) !== 0,
    newCatchainIds: (flags & 1) !== 0,
    roundCandidates: slice.loadUint(version === 1 ? 32 : 8),
    nextCandidateDelayMs: slice.loadUint(32),
    consensusTimeoutMs: slice.loadUint(32),
    fastAttempts: slice.loadUint(32),
    attemptDuration: slice.loadUint(32),
    catchainMaxDeps: slice.loadUint(32),
    maxBlockBytes: slice.loadUint(32),
    maxCollatedBytes: slice.loadUint(32),
    protoVersion: version >= 3 ? slice.loadUint(16) : 0,
    catchainMaxBlocksCoeff: version >= 4 ? slice.loadUint(32) : 0,
  }
  if (config.roundCandidates < 1) throw new TlbError('ConsensusConfig', 'round_candidates is zero')
  return config
}

/** Returns a writer (for Builder.store) of the constructor that `version` names. */
export function storeConsensusConfig(config: ConsensusConfig): (builder: Builder) => void {
  const { version } = config
  return (builder) => {
    builder.storeUint(FIRST_TAG + version - 1, 8)
    if (version > 1) {
      builder
        .storeUint(0, 6)
        .storeBit(version >= 4 && config.useQuic)
        .storeBit(config.newCatchainIds)
    }
    builder
      .storeUint(config.roundCandidates, version === 1 ? 32 : 8)
      .storeUint(config.nextCandidateDelayMs, 32)
      .storeUint(config.consensusTimeoutMs, 32)
      .storeUint(config.fastAttempts, 32)
      .storeUint(config.attemptDuration, 32)
      .storeUint(config.catchainMaxDeps, 32)
      .storeUint(config.maxBlockBytes, 32)
      .storeUint(config.maxCollatedBytes, 32)
    if (version >= 3) builder.storeUint(config.protoVersion, 16)
    if (version >= 4) builder.storeUint(config.catchainMaxBlocksCoeff, 32)
  }
}
