import type { VestingContractJson } from '#shared/schema/v3/vesting.ts'

/** The state of a vesting wallet at one time. Amounts are in nanounits, times in unix seconds. */
export type VestingSchedule = {
  readonly total: bigint
  readonly unlocked: bigint
  readonly locked: bigint
  readonly start: number
  readonly cliffEnd: number
  readonly end: number
  /** Time at which the next part is unlocked; undefined after the last one. */
  readonly next: number | undefined
}

/**
 * Computes the unlocked amount of a vesting wallet as its contract does (whole periods, nothing before the
 * cliff).
 */
export function vestingSchedule(contract: VestingContractJson, now: number): VestingSchedule {
  const { start_time: start, total_duration: duration, unlock_period: period } = contract
  const total = BigInt(contract.total_amount)
  const end = start + duration
  const cliffEnd = start + contract.cliff_duration
  const base = { total, start, cliffEnd, end }
  if (now >= end || duration <= 0 || period <= 0) {
    return { ...base, unlocked: total, locked: 0n, next: undefined }
  }
  if (now < cliffEnd || now < start) {
    const first = start + Math.ceil(contract.cliff_duration / period) * period
    return { ...base, unlocked: 0n, locked: total, next: Math.min(end, Math.max(first, start + period)) }
  }
  const periods = Math.floor((now - start) / period)
  const unlocked = (total * BigInt(periods)) / BigInt(Math.max(1, Math.floor(duration / period)))
  const capped = unlocked > total ? total : unlocked
  return {
    ...base,
    unlocked: capped,
    locked: total - capped,
    next: Math.min(end, start + (periods + 1) * period),
  }
}
