import type { Action } from '../action.ts'
import { type ActionKind, type ActionLine, actionLine, label } from './actionLine.ts'
import * as bridges from './bridges.ts'
import * as calls from './calls.ts'
import * as cocoon from './cocoon.ts'
import type { Details } from './details.ts'
import * as dex from './dex.ts'
import * as domains from './domains.ts'
import * as lending from './lending.ts'
import * as trade from './nftTrade.ts'
import * as staking from './staking.ts'
import * as transfers from './transfers.ts'
import * as wallets from './wallets.ts'

type Entry = { readonly kind: ActionKind; readonly describe: (details: Details) => ActionLine }

function entry(kind: ActionKind, describe: (details: Details) => ActionLine): Entry {
  return { kind, describe }
}

/** The sentence and the kind of every type of compatibility-v3 §11.4. */
const TYPES: Readonly<Record<string, Entry>> = {
  ton_transfer: entry('transfer', transfers.tonTransfer),
  extra_currency_transfer: entry('transfer', transfers.extraCurrencyTransfer),
  jetton_transfer: entry('transfer', transfers.jettonTransfer),
  jetton_burn: entry('transfer', transfers.jettonBurn),
  jetton_mint: entry('transfer', transfers.jettonMint),
  call_contract: entry('contract', calls.callContract),
  contract_deploy: entry('contract', calls.contractDeploy),
  tick_tock: entry('system', calls.tickTock),
  election_deposit: entry('system', calls.electionDeposit),
  election_recover: entry('system', calls.electionRecover),
  subscribe: entry('wallet', calls.subscribe),
  unsubscribe: entry('wallet', calls.unsubscribe),
  nft_transfer: entry('nft', transfers.nftTransfer),
  nft_purchase: entry('nft', transfers.nftPurchase),
  nft_mint: entry('nft', trade.nftMint),
  nft_discovery: entry('nft', trade.nftDiscovery),
  nft_put_on_sale: entry('nft', trade.putOnSale),
  nft_put_on_auction: entry('nft', trade.putOnAuction),
  teleitem_start_auction: entry('nft', trade.putOnAuction),
  nft_cancel_sale: entry('nft', trade.cancelSale),
  nft_cancel_auction: entry('nft', trade.cancelAuction),
  teleitem_cancel_auction: entry('nft', trade.cancelAuction),
  nft_finish_auction: entry('nft', trade.finishAuction),
  nft_update_sale: entry('nft', trade.updateSale),
  auction_bid: entry('nft', trade.auctionBid),
  auction_outbid: entry('nft', trade.auctionOutbid),
  change_dns: entry('domain', domains.changeDns),
  delete_dns: entry('domain', domains.deleteDns),
  renew_dns: entry('domain', domains.renewDns),
  dns_release: entry('domain', domains.dnsRelease),
  dns_purchase: entry('domain', domains.dnsPurchase),
  stake_deposit: entry('staking', staking.stakeDeposit),
  stake_withdrawal: entry('staking', staking.stakeWithdrawal),
  stake_withdrawal_request: entry('staking', staking.stakeWithdrawalRequest),
  multisig_create_order: entry('wallet', wallets.multisigCreateOrder),
  multisig_approve: entry('wallet', wallets.multisigApprove),
  multisig_execute: entry('wallet', wallets.multisigExecute),
  vesting_send_message: entry('wallet', wallets.vestingSendMessage),
  vesting_add_whitelist: entry('wallet', wallets.vestingAddWhitelist),
  jetton_swap: entry('swap', dex.jettonSwap),
  dex_deposit_liquidity: entry('liquidity', dex.depositLiquidity),
  dex_withdraw_liquidity: entry('liquidity', dex.withdrawLiquidity),
  tonco_deploy_pool: entry('liquidity', dex.toncoDeployPool),
  coffee_create_vault: entry('liquidity', dex.coffeeCreateVault),
  coffee_create_pool_creator: entry('liquidity', dex.coffeeCreatePoolCreator),
  coffee_create_pool: entry('liquidity', dex.coffeeCreatePool),
  coffee_mev_protect_hold_funds: entry('swap', dex.coffeeHoldFunds),
  coffee_staking_deposit: entry('staking', dex.coffeeStakingDeposit),
  coffee_staking_withdraw: entry('staking', dex.coffeeStakingWithdraw),
  coffee_staking_claim_rewards: entry('staking', dex.coffeeStakingClaim),
  evaa_supply: entry('lending', lending.evaaSupply),
  evaa_withdraw: entry('lending', lending.evaaWithdraw),
  evaa_liquidate: entry('lending', lending.evaaLiquidate),
  jvault_stake: entry('staking', lending.jvaultStake),
  jvault_unstake: entry('staking', lending.jvaultUnstake),
  jvault_unstake_request: entry('staking', lending.jvaultUnstakeRequest),
  jvault_claim: entry('staking', lending.jvaultClaim),
  tgbtc_mint: entry('bridge', bridges.tgbtcMint),
  tgbtc_mint_fallback: entry('bridge', bridges.tgbtcMint),
  tgbtc_burn: entry('bridge', bridges.tgbtcBurn),
  tgbtc_burn_fallback: entry('bridge', bridges.tgbtcBurn),
  tgbtc_new_key: entry('bridge', bridges.tgbtcNewKey),
  tgbtc_new_key_fallback: entry('bridge', bridges.tgbtcNewKey),
  tgbtc_dkg_log_fallback: entry('bridge', bridges.tgbtcKeyLog),
  layerzero_send: entry('bridge', bridges.layerzeroSend),
  layerzero_send_tokens: entry('bridge', bridges.layerzeroSendTokens),
  layerzero_receive: entry('bridge', bridges.layerzeroReceive),
  layerzero_commit_packet: entry('bridge', bridges.layerzeroCommit),
  layerzero_dvn_verify: entry('bridge', bridges.layerzeroVerify),
  cocoon_worker_payout: entry('compute', cocoon.workerPayout),
  cocoon_proxy_payout: entry('compute', cocoon.proxyPayout),
  cocoon_proxy_charge: entry('compute', cocoon.proxyCharge),
  cocoon_client_top_up: entry('compute', cocoon.clientTopUp),
  cocoon_register_proxy: entry('compute', cocoon.registerProxy),
  cocoon_unregister_proxy: entry('compute', cocoon.unregisterProxy),
  cocoon_client_register: entry('compute', cocoon.clientRegister),
  cocoon_client_change_secret_hash: entry('compute', cocoon.clientChangeSecret),
  cocoon_client_request_refund: entry('compute', cocoon.clientRequestRefund),
  cocoon_grant_refund: entry('compute', cocoon.grantRefund),
  cocoon_client_increase_stake: entry('compute', cocoon.clientIncreaseStake),
  cocoon_client_withdraw: entry('compute', cocoon.clientWithdraw),
}

/** All types that have their own sentence. */
export const DESCRIBED_TYPES: readonly string[] = Object.keys(TYPES)

/**
 * Returns the types of a kind for the filter of the API. An extra currency transfer is stored under its
 * original type.
 */
export function typesOfKind(kind: ActionKind): string[] {
  return DESCRIBED_TYPES.filter((type) => TYPES[type]?.kind === kind && type !== 'extra_currency_transfer')
}

/** Types that are served without details (docs/actions §6). */
const WITHOUT_DETAILS: Readonly<Record<string, string>> = {
  coffee_mev_protect_failed_swap: 'Failed MEV-protected swap on swap.coffee',
}

type DescribedAction = Pick<Action, 'type' | 'details' | 'trace_external_hash'>

/** The type of the only action of a trace whose transactions send no messages, mostly after an external message. */
const UNKNOWN = 'unknown'

/** Describes an action whose type has no sentence here, or no details. */
function undescribed({ type, trace_external_hash: external }: DescribedAction): ActionLine {
  if (type === UNKNOWN)
    return actionLine('contract', label(external === undefined ? 'Transaction' : 'External message'))
  const known = Object.hasOwn(WITHOUT_DETAILS, type) ? WITHOUT_DETAILS[type] : undefined
  const words = type.replaceAll('_', ' ')
  return actionLine('contract', label(known ?? (words === '' ? 'Unknown action' : `Action “${words}”`)))
}

/** Describes an action as a sentence. */
export function describeAction(action: DescribedAction): ActionLine {
  const { type, details } = action
  const found = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  return found && !('error' in details) ? found.describe(details) : undescribed(action)
}
