import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ validators_elected_for:uint32 elections_start_before:uint32 elections_end_before:uint32
//   stake_held_for:uint32 = ConfigParam 15;

/** Parameter 15: the durations of validator elections and terms, in seconds. */
export type ElectionTimes = {
  readonly validatorsElectedFor: number
  readonly electionsStartBefore: number
  readonly electionsEndBefore: number
  readonly stakeHeldFor: number
}

/** Reads parameter 15. */
export function loadElectionTimes(slice: Slice): ElectionTimes {
  return {
    validatorsElectedFor: slice.loadUint(32),
    electionsStartBefore: slice.loadUint(32),
    electionsEndBefore: slice.loadUint(32),
    stakeHeldFor: slice.loadUint(32),
  }
}

/** Returns a writer (for Builder.store) of parameter 15. */
export function storeElectionTimes(times: ElectionTimes): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(times.validatorsElectedFor, 32)
      .storeUint(times.electionsStartBefore, 32)
      .storeUint(times.electionsEndBefore, 32)
      .storeUint(times.stakeHeldFor, 32)
  }
}

// _ max_validators:(## 16) max_main_validators:(## 16) min_validators:(## 16)
//   { max_validators >= max_main_validators } { max_main_validators >= min_validators } { min_validators >= 1 }
//   = ConfigParam 16;

/** Parameter 16: the bounds of the number of validators. */
export type ValidatorCounts = {
  readonly maxValidators: number
  readonly maxMainValidators: number
  readonly minValidators: number
}

/**
 * Reads parameter 16.
 * @throws TlbError unless max ≥ main ≥ min ≥ 1
 */
export function loadValidatorCounts(slice: Slice): ValidatorCounts {
  const counts = {
    maxValidators: slice.loadUint(16),
    maxMainValidators: slice.loadUint(16),
    minValidators: slice.loadUint(16),
  }
  const { maxValidators, maxMainValidators, minValidators } = counts
  if (maxValidators < maxMainValidators || maxMainValidators < minValidators || minValidators < 1) {
    throw new TlbError(
      'ConfigParam 16',
      `${maxValidators}, ${maxMainValidators}, ${minValidators} validators`,
    )
  }
  return counts
}

/** Returns a writer (for Builder.store) of parameter 16. */
export function storeValidatorCounts(counts: ValidatorCounts): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(counts.maxValidators, 16)
      .storeUint(counts.maxMainValidators, 16)
      .storeUint(counts.minValidators, 16)
  }
}

// _ min_stake:Grams max_stake:Grams min_total_stake:Grams max_stake_factor:uint32 = ConfigParam 17;

/** Parameter 17: the bounds of stakes in nanotons. The factor has 16 fractional bits. */
export type StakeLimits = {
  readonly minStake: bigint
  readonly maxStake: bigint
  readonly minTotalStake: bigint
  readonly maxStakeFactor: number
}

/** Reads parameter 17. */
export function loadStakeLimits(slice: Slice): StakeLimits {
  return {
    minStake: slice.loadCoins(),
    maxStake: slice.loadCoins(),
    minTotalStake: slice.loadCoins(),
    maxStakeFactor: slice.loadUint(32),
  }
}

/** Returns a writer (for Builder.store) of parameter 17. */
export function storeStakeLimits(limits: StakeLimits): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeCoins(limits.minStake)
      .storeCoins(limits.maxStake)
      .storeCoins(limits.minTotalStake)
      .storeUint(limits.maxStakeFactor, 32)
  }
}
