import type { V3Values } from '#shared/schema/v3/operations.ts'
import {
  findVestingContracts,
  loadVestingContracts,
  type VestingFilter,
} from '../../../store/queries/vestingContracts.ts'
import { addressBookJson } from '../render/addressBook.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { vestingJson } from '../render/vestingJson.ts'
import { ifComplete } from './completeness.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { ifChainVerified, missingContracts } from './tokenCompleteness.ts'
import { stdAddresses } from './values.ts'

export function readVesting(values: V3Values<'vesting'>, context: ReadContext): Outcome {
  const { contract_address = [], wallet_address, check_whitelist } = values
  const addresses = stdAddresses(contract_address)
  const isByAddress = contract_address.length > 0
  const filter: VestingFilter = isByAddress
    ? { addresses }
    : { parties: stdAddresses(wallet_address), inWhitelist: check_whitelist }
  const answer = () => vestingAnswer(context, filter, values)
  if (isByAddress) return ifComplete(context, missingContracts(context, addresses), answer)
  return ifChainVerified(context, answer)
}

function vestingAnswer(context: ReadContext, filter: VestingFilter, page: V3Values<'vesting'>): Outcome {
  const { reader } = context
  const contracts = loadVestingContracts(reader, findVestingContracts(reader, filter, page))
  const parties = contracts.flatMap(({ address, sender, owner, whitelist }) => [
    address,
    sender,
    owner,
    ...whitelist,
  ])
  return withDetails(context, { parties }, () =>
    found({
      vesting_contracts: deferred(list(vestingJson), contracts, undefined),
      address_book: addressBookJson(context, parties),
    }),
  )
}
