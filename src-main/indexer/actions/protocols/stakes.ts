import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionType } from '../actionType.ts'
import { dataOf, decimal, withoutNulls } from '../details.ts'
import type { ActionRow } from '../row.ts'

/**
 * Common parts of the stakes of all providers: `stake_deposit`, `stake_withdrawal` and its request (docs/actions §11).
 */

export type StakeProvider = 'liquid_staking' | 'nominator' | 'ethena'

/** `staking_data`; amounts in the smallest unit of the provider's token. */
export type StakeData = {
  readonly provider: StakeProvider
  readonly tokensMinted?: bigint | undefined
  readonly tokensBurnt?: bigint
  /** The NFT for the payout of a delayed withdrawal. */
  readonly payoutNft?: string | null
}

/** Returns the record of a row. */
export function stakingData({ provider, tokensMinted, tokensBurnt, payoutNft }: StakeData): JsonObject {
  return {
    provider,
    tokens_minted: decimal(tokensMinted),
    tokens_burnt: decimal(tokensBurnt),
    ts_nft: payoutNft ?? null,
  }
}

function commonDetails(row: ActionRow) {
  return {
    provider: dataOf(row.staking_data).provider ?? null,
    stake_holder: row.source ?? null,
    pool: row.destination ?? null,
    asset: row.asset ?? null,
  }
}

export const STAKE_TYPES: readonly ActionType[] = [
  {
    name: 'stake_deposit',
    since: 'v1',
    groups: ['staking'],
    details: (row) => ({
      ...commonDetails(row),
      amount: decimal(row.amount),
      tokens_minted: dataOf(row.staking_data).tokens_minted ?? null,
      ...withoutNulls({ source_asset: row.asset2 }),
    }),
  },
  {
    name: 'stake_withdrawal',
    since: 'v1',
    groups: ['staking'],
    details(row) {
      const { ts_nft, tokens_burnt } = dataOf(row.staking_data)
      return {
        ...commonDetails(row),
        amount: decimal(row.amount),
        payout_nft: ts_nft ?? null,
        tokens_burnt: tokens_burnt ?? null,
      }
    },
  },
  {
    name: 'stake_withdrawal_request',
    since: 'v1',
    groups: ['staking'],
    details(row) {
      const { ts_nft, tokens_burnt, tokens_minted } = dataOf(row.staking_data)
      return {
        ...commonDetails(row),
        payout_nft: ts_nft ?? null,
        // Null for liquid staking, as in the reference: its rows have the value in `amount`.
        tokens_burnt: tokens_burnt ?? null,
        ...withoutNulls({ tokens_minted }),
      }
    },
  },
]
