import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { dataOf, decimal } from '../details.ts'
import type { ActionRow } from '../row.ts'

/** Deposits into pools of all exchanges and withdrawals from them (docs/actions §12.2, §12.3). */

/** An amount of an asset in its smallest unit; the asset is null for TON. */
export type AssetAmount = { readonly asset: string | null; readonly amount: bigint | null }

/** A deposit; fields that an exchange does not have are absent. */
export type DexDeposit = {
  readonly dex: 'dedust' | 'stonfi_v2' | 'tonco' | 'coffee'
  readonly source: string | null
  /** The wallet served as `source_secondary`; TONCO only. */
  readonly sourceWallet?: string | null
  readonly pool: string | null
  /** The contract that holds the halves of a deposit until they are complete. */
  readonly depositContract?: string | null
  readonly asset1?: string | null
  readonly amount1?: bigint | null
  readonly userWallet1?: string | null
  readonly asset2?: string | null
  readonly amount2?: bigint | null
  readonly userWallet2?: string | null
  readonly targetAsset1?: string | null
  readonly targetAmount1?: bigint | null
  readonly targetAsset2?: string | null
  readonly targetAmount2?: bigint | null
  /** Null if the deposit is incomplete or was rejected. */
  readonly minted: bigint | null
  /** Repayments; absent for a deposit without repayments. */
  readonly excesses?: readonly AssetAmount[]
  readonly position?: Position
}

/** Liquidity between two prices, with the NFT that represents it if it is known. */
export type Position = {
  readonly tickLower: number
  readonly tickUpper: number
  readonly nft: string | null
  readonly nftIndex: bigint | null
}

/** Deposits of STON.fi v2; those of other exchanges have other block names. */
export const dexDeposit: ActionKind<DexDeposit> = {
  block: 'dex_deposit_liquidity',
  type: 'dex_deposit_liquidity',
  fields(deposit) {
    const { source, sourceWallet, pool, depositContract, position } = deposit
    return {
      source,
      source_secondary: sourceWallet ?? null,
      destination: pool,
      destination_secondary: depositContract ?? null,
      dex_deposit_liquidity_data: {
        dex: deposit.dex,
        amount1: decimal(deposit.amount1),
        amount2: decimal(deposit.amount2),
        asset1: deposit.asset1 ?? null,
        asset2: deposit.asset2 ?? null,
        user_jetton_wallet_1: deposit.userWallet1 ?? null,
        user_jetton_wallet_2: deposit.userWallet2 ?? null,
        lp_tokens_minted: decimal(deposit.minted),
        target_asset_1: deposit.targetAsset1 ?? null,
        target_asset_2: deposit.targetAsset2 ?? null,
        target_amount_1: decimal(deposit.targetAmount1),
        target_amount_2: decimal(deposit.targetAmount2),
        vault_excesses:
          deposit.excesses?.map(({ asset, amount }) => ({ asset, amount: decimal(amount) })) ?? null,
        tick_lower: position?.tickLower.toString() ?? null,
        tick_upper: position?.tickUpper.toString() ?? null,
        nft_index: decimal(position?.nftIndex),
        nft_address: position?.nft ?? null,
      },
    }
  },
}

/** Builds the kind of deposits with another block name. */
export function depositKind(block: string): ActionKind<DexDeposit> {
  return { ...dexDeposit, block }
}

/** A user's payment of one side of a pool. */
export type WithdrawnSide = AssetAmount & {
  readonly userWallet: string | null
  /** The paying contract: vault or router. */
  readonly dexWallet: string | null
  readonly dexJettonWallet: string | null
}

/** A withdrawal from a pool. */
export type DexWithdrawal = {
  readonly dex: 'dedust' | 'stonfi_v2' | 'tonco' | 'coffee'
  readonly source: string | null
  readonly pool: string | null
  /** The user's wallet of LP tokens, and their master. */
  readonly lpWallet?: string | null
  readonly lpAsset?: string | null
  readonly burnt: bigint | null
  readonly side1: WithdrawnSide | undefined
  readonly side2: WithdrawnSide | undefined
  /** True for a deposit that was taken back before it was complete. */
  readonly isRefund?: boolean
  readonly position?: Position
}

/** Withdrawals; those of TONCO have another block name. */
export const dexWithdrawal: ActionKind<DexWithdrawal> = {
  block: 'dex_withdraw_liquidity',
  type: 'dex_withdraw_liquidity',
  fields(withdrawal) {
    const { side1, side2, position } = withdrawal
    return {
      source: withdrawal.source,
      source_secondary: withdrawal.lpWallet ?? null,
      destination: withdrawal.pool,
      asset: withdrawal.lpAsset ?? null,
      dex_withdraw_liquidity_data: {
        dex: withdrawal.dex,
        amount1: decimal(side1?.amount),
        amount2: decimal(side2?.amount),
        asset1_out: side1?.asset ?? null,
        asset2_out: side2?.asset ?? null,
        user_jetton_wallet_1: side1?.userWallet ?? null,
        user_jetton_wallet_2: side2?.userWallet ?? null,
        dex_wallet_1: side1?.dexWallet ?? null,
        dex_wallet_2: side2?.dexWallet ?? null,
        dex_jetton_wallet_1: side1?.dexJettonWallet ?? null,
        dex_jetton_wallet_2: side2?.dexJettonWallet ?? null,
        lp_tokens_burnt: decimal(withdrawal.burnt),
        is_refund: withdrawal.isRefund ?? null,
        tick_lower: position?.tickLower.toString() ?? null,
        tick_upper: position?.tickUpper.toString() ?? null,
        burned_nft_index: decimal(position?.nftIndex),
        burned_nft_address: position?.nft ?? null,
      },
    }
  },
}

/** Builds the kind of withdrawals with another block name. */
export function withdrawalKind(block: string): ActionKind<DexWithdrawal> {
  return { ...dexWithdrawal, block }
}

export const DEX_LIQUIDITY_TYPES: readonly ActionType[] = [
  { name: 'dex_deposit_liquidity', since: 'v1', details: depositDetails },
  { name: 'dex_withdraw_liquidity', since: 'v1', details: withdrawalDetails },
]

function depositDetails(row: ActionRow) {
  const data = dataOf(row.dex_deposit_liquidity_data)
  const dex = data.dex ?? null
  return {
    dex,
    amount_1: data.amount1 ?? null,
    amount_2: data.amount2 ?? null,
    asset_1: data.asset1 ?? null,
    asset_2: data.asset2 ?? null,
    user_jetton_wallet_1: data.user_jetton_wallet_1 ?? null,
    user_jetton_wallet_2: data.user_jetton_wallet_2 ?? null,
    source: row.source ?? null,
    pool: row.destination ?? null,
    destination_liquidity: (dex === 'dedust' ? row.destination_secondary : row.destination) ?? null,
    lp_tokens_minted: data.lp_tokens_minted ?? null,
    target_asset_1: data.target_asset_1 ?? null,
    target_asset_2: data.target_asset_2 ?? null,
    target_amount_1: data.target_amount_1 ?? null,
    target_amount_2: data.target_amount_2 ?? null,
    vault_excesses: data.vault_excesses ?? [],
    tick_lower: data.tick_lower ?? null,
    tick_upper: data.tick_upper ?? null,
    nft_index: data.nft_index ?? null,
    nft_address: data.nft_address ?? null,
  }
}

function withdrawalDetails(row: ActionRow) {
  const data = dataOf(row.dex_withdraw_liquidity_data)
  return {
    dex: data.dex ?? null,
    amount_1: data.amount1 ?? null,
    amount_2: data.amount2 ?? null,
    asset_1: data.asset1_out ?? null,
    asset_2: data.asset2_out ?? null,
    user_jetton_wallet_1: data.user_jetton_wallet_1 ?? null,
    user_jetton_wallet_2: data.user_jetton_wallet_2 ?? null,
    lp_tokens_burnt: data.lp_tokens_burnt ?? null,
    // As in the reference, null also for a refund.
    is_refund: null,
    source: row.source ?? null,
    pool: row.destination ?? null,
    destination_liquidity: row.destination ?? null,
    burnt_nft_index: data.burned_nft_index ?? null,
    burnt_nft_address: data.burned_nft_address ?? null,
    tick_lower: data.tick_lower ?? null,
    tick_upper: data.tick_upper ?? null,
  }
}
