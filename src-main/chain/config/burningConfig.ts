import type { Builder, Slice } from '@ton/core'
import { loadTag, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// burning_config#01 blackhole_addr:(Maybe bits256) fee_burn_num:# fee_burn_denom:#
//   { fee_burn_num <= fee_burn_denom } { fee_burn_denom >= 1 } = BurningConfig;
// _ BurningConfig = ConfigParam 5;

/**
 * Parameter 5: the fraction num/denom of the fees is burned, and so is everything sent to `blackholeAddr`.
 */
export type BurningConfig = {
  /** An account id in the masterchain. */
  readonly blackholeAddr: Buffer | undefined
  readonly feeBurnNum: number
  readonly feeBurnDenom: number
}

/**
 * Reads `burning_config#01`.
 * @throws TlbError for a fraction above 1 or a zero denominator
 */
export function loadBurningConfig(slice: Slice): BurningConfig {
  loadTag(slice, 'BurningConfig', 0x01, 8)
  const config = {
    blackholeAddr: slice.loadBit() ? slice.loadBuffer(32) : undefined,
    feeBurnNum: slice.loadUint(32),
    feeBurnDenom: slice.loadUint(32),
  }
  if (config.feeBurnNum > config.feeBurnDenom || config.feeBurnDenom < 1) {
    throw new TlbError('BurningConfig', `fraction ${config.feeBurnNum}/${config.feeBurnDenom}`)
  }
  return config
}

/** Returns a writer (for Builder.store) of `burning_config#01`. */
export function storeBurningConfig(config: BurningConfig): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0x01, 8).storeBit(config.blackholeAddr !== undefined)
    if (config.blackholeAddr) builder.storeBuffer(config.blackholeAddr, 32)
    builder.storeUint(config.feeBurnNum, 32).storeUint(config.feeBurnDenom, 32)
  }
}

/** Returns the burned part of an amount of fees (nanotons), rounded down; 0 without parameter 5. */
export function burnedFees(config: BurningConfig | undefined, fees: bigint): bigint {
  return config ? (fees * BigInt(config.feeBurnNum)) / BigInt(config.feeBurnDenom) : 0n
}
