import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// catchain_config#c1 mc_catchain_lifetime:(## 32) { mc_catchain_lifetime >= 1 }
//   shard_catchain_lifetime:(## 32) { shard_catchain_lifetime >= 1 }
//   shard_validators_lifetime:(## 32) { shard_validators_lifetime >= 1 }
//   shard_validators_num:(## 32) { shard_validators_num >= 1 } = CatchainConfig;
// catchain_config_new#c2 flags:(## 7) { flags = 0 } shuffle_mc_validators:Bool mc_catchain_lifetime:(## 32) …
//   = CatchainConfig;
// _ CatchainConfig = ConfigParam 28;

/** Parameter 28: the lifetimes of validator groups in seconds, and the number of validators of a shard. */
export type CatchainConfig = {
  /** Undefined in the first version, which means false. */
  readonly shuffleMcValidators: boolean | undefined
  readonly mcCatchainLifetime: number
  readonly shardCatchainLifetime: number
  readonly shardValidatorsLifetime: number
  readonly shardValidatorsNum: number
}

const V1 = 0xc1
const NEW = 0xc2

/** The values that the reference node uses if the configuration has no parameter 28. */
export const DEFAULT_CATCHAIN_CONFIG: CatchainConfig = {
  shuffleMcValidators: false,
  mcCatchainLifetime: 200,
  shardCatchainLifetime: 200,
  shardValidatorsLifetime: 3000,
  shardValidatorsNum: 7,
}

/**
 * Reads `catchain_config#c1` or `catchain_config_new#c2`.
 * @throws TlbError for another tag, unknown flags or a zero
 */
export function loadCatchainConfig(slice: Slice): CatchainConfig {
  const tag = slice.loadUint(8)
  if (tag !== V1 && tag !== NEW) {
    throw new TlbError('CatchainConfig', `unknown constructor #${tag.toString(16)}`)
  }
  if (tag === NEW && slice.loadUint(7) !== 0) throw new TlbError('CatchainConfig', 'unknown flags')
  const config = {
    shuffleMcValidators: tag === NEW ? slice.loadBit() : undefined,
    mcCatchainLifetime: slice.loadUint(32),
    shardCatchainLifetime: slice.loadUint(32),
    shardValidatorsLifetime: slice.loadUint(32),
    shardValidatorsNum: slice.loadUint(32),
  }
  const { mcCatchainLifetime, shardCatchainLifetime, shardValidatorsLifetime, shardValidatorsNum } = config
  if (Math.min(mcCatchainLifetime, shardCatchainLifetime, shardValidatorsLifetime, shardValidatorsNum) < 1) {
    throw new TlbError('CatchainConfig', 'a field is zero')
  }
  return config
}

/** Returns a writer (for Builder.store) of the version that `shuffleMcValidators` selects. */
export function storeCatchainConfig(config: CatchainConfig): (builder: Builder) => void {
  return (builder) => {
    if (config.shuffleMcValidators === undefined) builder.storeUint(V1, 8)
    else builder.storeUint(NEW, 8).storeUint(0, 7).storeBit(config.shuffleMcValidators)
    builder
      .storeUint(config.mcCatchainLifetime, 32)
      .storeUint(config.shardCatchainLifetime, 32)
      .storeUint(config.shardValidatorsLifetime, 32)
      .storeUint(config.shardValidatorsNum, 32)
  }
}
