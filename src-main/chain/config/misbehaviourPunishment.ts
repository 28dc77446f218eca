import type { Builder, Slice } from '@ton/core'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// misbehaviour_punishment_config_v1#01 default_flat_fine:Grams default_proportional_fine:uint32
//   severity_flat_mult:uint16 severity_proportional_mult:uint16 unpunishable_interval:uint16
//   long_interval:uint16 long_flat_mult:uint16 long_proportional_mult:uint16
//   medium_interval:uint16 medium_flat_mult:uint16 medium_proportional_mult:uint16 = MisbehaviourPunishmentConfig;
// _ MisbehaviourPunishmentConfig = ConfigParam 40;

/**
 * Parameter 40: fines for validators. The flat fine is in nanotons, the proportional one in units of 2^-32 of
 * the stake, multipliers in units of 2^-8, intervals in seconds.
 */
export type MisbehaviourPunishmentConfig = {
  readonly defaultFlatFine: bigint
  readonly defaultProportionalFine: number
  readonly severityFlatMult: number
  readonly severityProportionalMult: number
  readonly unpunishableInterval: number
  readonly longInterval: number
  readonly longFlatMult: number
  readonly longProportionalMult: number
  readonly mediumInterval: number
  readonly mediumFlatMult: number
  readonly mediumProportionalMult: number
}

/** Reads `misbehaviour_punishment_config_v1#01`. */
export function loadMisbehaviourPunishment(slice: Slice): MisbehaviourPunishmentConfig {
  loadTag(slice, 'MisbehaviourPunishmentConfig', 0x01, 8)
  return {
    defaultFlatFine: slice.loadCoins(),
    defaultProportionalFine: slice.loadUint(32),
    severityFlatMult: slice.loadUint(16),
    severityProportionalMult: slice.loadUint(16),
    unpunishableInterval: slice.loadUint(16),
    longInterval: slice.loadUint(16),
    longFlatMult: slice.loadUint(16),
    longProportionalMult: slice.loadUint(16),
    mediumInterval: slice.loadUint(16),
    mediumFlatMult: slice.loadUint(16),
    mediumProportionalMult: slice.loadUint(16),
  }
}

/** Returns a writer (for Builder.store) of `misbehaviour_punishment_config_v1#01`. */
export function storeMisbehaviourPunishment(
  config: MisbehaviourPunishmentConfig,
): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0x01, 8)
      .storeCoins(config.defaultFlatFine)
      .storeUint(config.defaultProportionalFine, 32)
      .storeUint(config.severityFlatMult, 16)
      .storeUint(config.severityProportionalMult, 16)
      .storeUint(config.unpunishableInterval, 16)
      .storeUint(config.longInterval, 16)
      .storeUint(config.longFlatMult, 16)
      .storeUint(config.longProportionalMult, 16)
      .storeUint(config.mediumInterval, 16)
      .storeUint(config.mediumFlatMult, 16)
      .storeUint(config.mediumProportionalMult, 16)
  }
}
