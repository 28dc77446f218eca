import type { VestingContractJson } from '#shared/schema/v3/vesting.ts'
import type { VestingRecord } from '../../../store/queries/vestingContracts.ts'
import { address, decimal, field, integer, list, object, text } from './jsonWriter.ts'
import { addressText } from './scalars.ts'

/** compatibility-v3 §8.4. */
export const vestingJson = object<VestingRecord, VestingContractJson>({
  address: field(address, (contract) => contract.address),
  start_time: field(integer, ({ startTime }) => startTime),
  total_duration: field(integer, ({ totalDuration }) => totalDuration),
  unlock_period: field(integer, ({ unlockPeriod }) => unlockPeriod),
  cliff_duration: field(integer, ({ cliffDuration }) => cliffDuration),
  sender_address: field(address, ({ sender }) => sender),
  owner_address: field(address, ({ owner }) => owner),
  total_amount: field(decimal, ({ totalAmount }) => totalAmount),
  // Sorted by their texts, in which workchain -1 comes first.
  whitelist: field(list(text()), ({ whitelist }) => whitelist.map(addressText).sort()),
})
