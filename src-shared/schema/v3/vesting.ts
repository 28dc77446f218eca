import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import { addressText, BOOK, decimal } from './common.ts'
import { addresses, flag } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { PAGE } from './page.ts'

/** Vesting wallets: compatibility-v3 §8.4. */

const duration = z.int().meta({ description: 'Seconds' })

export const vestingContract = z
  .strictObject({
    address: addressText,
    start_time: z.int().meta({ description: 'Unix time in seconds' }),
    total_duration: duration,
    unlock_period: duration,
    cliff_duration: duration,
    sender_address: addressText,
    owner_address: addressText,
    total_amount: decimal,
    whitelist: z.array(addressText).meta({ description: 'Accounts that locked coins can be sent to' }),
  })
  .meta({ id: 'VestingInfo' })
/** A vesting wallet. */
export type VestingContractJson = z.infer<typeof vestingContract>

export const vesting = defineV3Operation({
  name: 'vesting',
  category: 'vesting',
  summary: 'Vesting wallets by address or by party',
  parameters: {
    contract_address: optional(addresses, { description: 'Vesting wallets' }),
    wallet_address: optional(addresses, { description: 'Owners or senders of vesting wallets' }),
    check_whitelist: withDefault(flag, false, {
      description: 'Whether wallet_address also matches accounts in the whitelist',
    }),
    ...PAGE,
  },
  check: ({ contract_address = [], wallet_address = [] }) => {
    if (contract_address.length === 0 && wallet_address.length === 0)
      return 'at least one of contract_address or wallet_address is required'
    return contract_address.length > 0 && wallet_address.length > 0
      ? 'only one of contract_address or wallet_address should be specified'
      : undefined
  },
  result: z
    .strictObject({ vesting_contracts: z.array(vestingContract), ...BOOK })
    .meta({ id: 'VestingContractsResponse' }),
})
