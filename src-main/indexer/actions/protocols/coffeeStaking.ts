import { COFFEE } from '#shared/contracts/coffee.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, factsOf } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { call, made } from '../pattern.ts'
import type { ActionRow } from '../row.ts'
import { built, type Rule } from '../rule.ts'
import { type JettonTransfer, jettonTransfer } from './jettons.ts'
import { type NftMint, nftMint } from './nftMint.ts'

/** Staking of jettons on swap.coffee: an NFT represents a stake (docs/actions §12.5). */

const DEPOSIT = opcodeOf(COFFEE, 'coffee_staking_deposit')
/** The user's request, its consequences and the log have the same opcode. */
const WITHDRAW = opcodeOf(COFFEE, 'coffee_staking_withdraw')
const CLAIM = opcodeOf(COFFEE, 'coffee_staking_claim_rewards')

type StakeDeposit = {
  readonly transfer: JettonTransfer
  readonly pool: string | null
  readonly minted: NftMint
}

const coffeeStakingDeposit: ActionKind<StakeDeposit> = {
  block: 'coffee_staking_deposit',
  fields: ({ transfer, pool, minted }) => ({
    source: transfer.sender,
    source_secondary: transfer.senderWallet,
    destination: pool,
    destination_secondary: transfer.receiverWallet,
    asset: transfer.asset,
    amount: transfer.amount,
    coffee_staking_deposit_data: {
      minted_item_address: minted.item,
      minted_item_index: minted.index.toString(),
    },
  }),
}

export const coffeeStakingDepositRule: Rule = {
  name: 'swap.coffee stake',
  pattern: made(jettonTransfer, {
    child: call(DEPOSIT, {
      name: 'deposit',
      children: [call(DEPOSIT, { optional: true }), made(nftMint, { name: 'minted' })],
    }),
  }),
  build(match) {
    const transfer = factsOf(match.anchor, jettonTransfer)
    const minted = factsOf(match.get('minted'), nftMint)
    const pool = match.get('deposit')?.message?.destination ?? null
    return transfer && minted && built(coffeeStakingDeposit, { transfer, pool, minted })
  },
}

type StakeWithdrawal = {
  readonly owner: string | null
  readonly nft: string | null
  readonly nftIndex: bigint
  readonly points: bigint
  readonly transfer: JettonTransfer
}

const coffeeStakingWithdraw: ActionKind<StakeWithdrawal> = {
  block: 'coffee_staking_withdraw',
  fields: ({ owner, nft, nftIndex, points, transfer }) => ({
    source: owner,
    source_secondary: transfer.receiverWallet,
    // As in the reference, the NFT instead of the pool.
    destination: nft,
    destination_secondary: transfer.senderWallet,
    asset: transfer.asset,
    amount: transfer.amount,
    coffee_staking_withdraw_data: {
      nft_address: nft,
      nft_index: nftIndex.toString(),
      points: points.toString(),
    },
  }),
}

export const coffeeStakingWithdrawRule: Rule = {
  name: 'swap.coffee unstake',
  pattern: call(WITHDRAW, {
    child: call(WITHDRAW, {
      name: 'withdrawal',
      children: [
        call(WITHDRAW, { child: made(jettonTransfer, { name: 'payout' }) }),
        call(WITHDRAW, { optional: true }),
      ],
    }),
  }),
  build(match) {
    const withdrawal = match.get('withdrawal')?.ownMessage
    const transfer = factsOf(match.get('payout'), jettonTransfer)
    if (!withdrawal || !transfer) return undefined
    const fields = fieldsOf(withdrawal).skip(64)
    const nftIndex = fields.loadUintBig(64)
    const owner = readAddress(fields)
    return built(coffeeStakingWithdraw, {
      owner,
      nft: withdrawal.source,
      nftIndex,
      points: fields.loadCoins(),
      transfer,
    })
  },
}

type StakeClaim = { readonly pool: string | null; readonly transfer: JettonTransfer }

const coffeeStakingClaim: ActionKind<StakeClaim> = {
  block: 'coffee_staking_claim_rewards',
  fields: ({ pool, transfer }) => ({
    source: pool,
    source_secondary: transfer.senderWallet,
    destination: transfer.receiver,
    destination_secondary: transfer.receiverWallet,
    asset: transfer.asset,
    amount: transfer.amount,
  }),
}

export const coffeeStakingClaimRule: Rule = {
  name: 'swap.coffee rewards',
  pattern: call(CLAIM, {
    children: [made(jettonTransfer, { name: 'reward' }), call(CLAIM, { optional: true })],
  }),
  build(match) {
    const transfer = factsOf(match.get('reward'), jettonTransfer)
    const pool = match.anchor.ownMessage.destination
    return transfer && built(coffeeStakingClaim, { pool, transfer })
  },
}

const stakeDetails = (row: ActionRow) => ({
  source: row.source ?? null,
  source_jetton_wallet: row.source_secondary ?? null,
  pool: row.destination ?? null,
  pool_jetton_wallet: row.destination_secondary ?? null,
  asset: row.asset ?? null,
  amount: decimal(row.amount),
})

export const COFFEE_STAKING_TYPES: readonly ActionType[] = [
  {
    name: 'coffee_staking_deposit',
    since: 'v2',
    groups: ['coffee'],
    details(row) {
      const data = dataOf(row.coffee_staking_deposit_data)
      return {
        ...stakeDetails(row),
        minted_item_address: data.minted_item_address ?? null,
        minted_item_index: data.minted_item_index ?? null,
      }
    },
  },
  {
    name: 'coffee_staking_withdraw',
    since: 'v2',
    groups: ['coffee'],
    details(row) {
      const data = dataOf(row.coffee_staking_withdraw_data)
      return {
        ...stakeDetails(row),
        nft_address: data.nft_address ?? null,
        nft_index: data.nft_index ?? null,
        points: data.points ?? null,
      }
    },
  },
  {
    name: 'coffee_staking_claim_rewards',
    since: 'v2',
    groups: ['coffee'],
    details: (row) => ({
      pool: row.source ?? null,
      pool_jetton_wallet: row.source_secondary ?? null,
      recipient: row.destination ?? null,
      recipient_jetton_wallet: row.destination_secondary ?? null,
      asset: row.asset ?? null,
      amount: decimal(row.amount),
    }),
  },
]
