import type { Cell } from '@ton/core'
import { configParamCell, type KnownParam, readConfigParam } from '../../chain/config/configCodecs.ts'
import { configParam } from '../../chain/config/configParams.ts'
import { electionTimes } from './electionTimes.ts'

export type ParameterChange = { readonly id: KnownParam; readonly value: Cell }

/**
 * Returns the next change of the configuration for elections every `seconds`; undefined if none is needed. Parameter 15
 * gets the times of a round, 17 a total stake that one validator reaches, 34 (the current validators) an end, without
 * which the elector never announces an election.
 * @param config root of the present configuration
 * @param now Unix seconds
 */
export function parameterChange(config: Cell, seconds: number, now: number): ParameterChange | undefined {
  const times = configParamCell(15, electionTimes(seconds))
  if (!configParam(config, 15)?.hash().equals(times.hash())) return { id: 15, value: times }
  const limits = readConfigParam(config, 17)
  if (limits && limits.minTotalStake > limits.minStake) {
    return { id: 17, value: configParamCell(17, { ...limits, minTotalStake: limits.minStake }) }
  }
  const validators = readConfigParam(config, 34)
  // An elected set ends a round after its start, which is less than a round ahead.
  if (validators && validators.utimeUntil - now > 2 * seconds) {
    return { id: 34, value: configParamCell(34, { ...validators, utimeUntil: now + seconds }) }
  }
  return undefined
}
