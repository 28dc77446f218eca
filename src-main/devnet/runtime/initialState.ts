import { MAX_ROUND, MIN_ROUND } from '../elections/electionTimes.ts'
import { unixNow } from './clock.ts'
import { DevnetError } from './devnetErrors.ts'
import type { DevnetState } from './devnetState.ts'
import type { DevnetSettings } from './runningDevnet.ts'

const DEFAULT_SEED = 'tonscope'
const DEFAULT_INTERVAL = 5
/** 2026-01-01, for all devnets with a seed. */
const SEEDED_GENESIS = 1_767_225_600
/** The scenario takes the time between the zero state and the present. */
export const SCENARIO_SECONDS = 2 * 60 * 60

/** Returns the state of a new devnet with these settings. Throws DevnetError (bad-request). */
export function initialState(settings: DevnetSettings): DevnetState {
  const { seed, scenario = true, traffic = scenario } = settings
  if (traffic && !scenario) {
    throw new DevnetError('bad-request', 'traffic is made by the users of the scenario, which is off')
  }
  const clock = seed === undefined ? 'wall' : 'stepped'
  return {
    version: 1,
    seed: seed ?? DEFAULT_SEED,
    genesisTime: settings.genesisTime ?? genesisOf(clock),
    clock,
    clockOffset: 0,
    clockBehind: 0,
    blockInterval: settings.blockInterval ?? DEFAULT_INTERVAL,
    traffic,
    shards: settings.shards ?? 1,
    elections: settings.elections ?? 0,
    scenario,
    begun: false,
    accounts: [],
  }
}

/** Returns the stored state with the changes of these settings. Throws DevnetError if they are for another chain. */
export function updatedState(state: DevnetState, settings: DevnetSettings): DevnetState {
  const { seed, blockInterval, traffic, shards, elections } = settings
  if (seed !== undefined && seed !== state.seed) {
    const advice = 'take another data directory, or delete this one to start again'
    throw new DevnetError(
      'conflict',
      `the devnet in ${settings.dir} began with the seed "${state.seed}", not "${seed}": ${advice}`,
    )
  }
  checkTraffic(state, traffic)
  return {
    ...state,
    blockInterval: blockInterval ?? state.blockInterval,
    traffic: traffic ?? state.traffic,
    shards: shards ?? state.shards,
    elections: elections ?? state.elections,
  }
}

/** Throws DevnetError (conflict) if traffic is switched on for a chain without the users of the scenario. */
export function checkTraffic({ begun, accounts }: DevnetState, traffic: boolean | undefined): void {
  if (!traffic || !begun || accounts.length > 0) return
  const reason = 'this devnet was started without the scenario, whose users make the traffic'
  throw new DevnetError('conflict', reason)
}

/** Returns the state before the first start or after a reset: with the wall clock, the chain starts two hours in the past. */
export function resetState(state: DevnetState): DevnetState {
  const genesisTime = state.clock === 'wall' ? genesisOf('wall') : state.genesisTime
  return { ...state, genesisTime, clockOffset: 0, clockBehind: 0, begun: false, accounts: [] }
}

function genesisOf(clock: DevnetState['clock']): number {
  if (clock === 'stepped') return SEEDED_GENESIS
  // A machine without a clock of its own can begin with the time 0.
  const start = Math.max(60, unixNow() - SCENARIO_SECONDS)
  return start - (start % 60)
}

/** Checks the settings of a start. Throws DevnetError (bad-request). */
export function checkSettings({ seed, genesisTime, blockInterval, shards, elections }: DevnetSettings): void {
  if (seed !== undefined && (seed.length === 0 || seed.length > 256)) {
    throw new DevnetError('bad-request', 'a seed has 1 to 256 characters')
  }
  if (genesisTime !== undefined && !(Number.isSafeInteger(genesisTime) && isBlockTime(genesisTime))) {
    throw new DevnetError('bad-request', `${genesisTime} is not a time that a block can have`)
  }
  checkInterval(blockInterval)
  checkShards(shards)
  checkElections(elections)
}

/** Leaves room above for jumps in time. */
function isBlockTime(utime: number): boolean {
  return utime > 0 && utime < 3_600_000_000
}

export function checkInterval(seconds: number | undefined): void {
  if (seconds === undefined || (seconds >= 0 && seconds <= 86_400)) return
  throw new DevnetError('bad-request', 'the time between blocks without messages is 0 to 86400 seconds')
}

export function checkElections(seconds: number | undefined): void {
  if (seconds === undefined || seconds === 0) return
  if (Number.isInteger(seconds) && seconds >= MIN_ROUND && seconds <= MAX_ROUND) return
  throw new DevnetError(
    'bad-request',
    `elections take 0 (off) or the seconds of a round, ${MIN_ROUND} to ${MAX_ROUND}`,
  )
}

export function checkShards(shards: number | undefined): void {
  if (shards === undefined || [1, 2, 4, 8, 16].includes(shards)) return
  throw new DevnetError('bad-request', 'the basechain has 1, 2, 4, 8 or 16 shards')
}
