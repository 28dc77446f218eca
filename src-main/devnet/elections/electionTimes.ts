import type { ElectionTimes } from '../../chain/config/elections.ts'

/** Minimum and maximum length of a validation round, seconds. */
export const MIN_ROUND = 120
export const MAX_ROUND = 31_536_000

/**
 * Time between the election and the start of the elected set, seconds. The elector dates a set of validators to at
 * least 60 seconds before `electionsEndBefore` from now, and the configuration contract refuses a set whose start has
 * passed. With more than 60, an election that is held late succeeds too.
 */
const MIN_END_BEFORE = 75
/** Leaves 35 seconds for stakes in the shortest round. */
const MIN_START_BEFORE = 110

/** Returns parameter 15 for rounds of `seconds`, in mainnet's proportions if the round is long enough for them. */
export function electionTimes(seconds: number): ElectionTimes {
  return {
    validatorsElectedFor: seconds,
    electionsStartBefore: Math.max(MIN_START_BEFORE, Math.floor(seconds / 2)),
    electionsEndBefore: Math.max(MIN_END_BEFORE, Math.floor(seconds / 8)),
    stakeHeldFor: Math.floor(seconds / 2),
  }
}
