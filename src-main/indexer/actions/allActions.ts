import type { ActionType } from './actionType.ts'
import type { Join } from './joinBlocks.ts'
import { AUCTION_BID_TYPES, auctionBidRule, auctionOutbidRule } from './protocols/auctionBids.ts'
import { BASIC_TYPES } from './protocols/basic.ts'
import { cocoonRules } from './protocols/cocoon.ts'
import { COCOON_TYPES } from './protocols/cocoonTypes.ts'
import { coffeeDepositRule, coffeeWithdrawRule } from './protocols/coffeeLiquidity.ts'
import {
  COFFEE_POOL_TYPES,
  coffeeCreatePoolCreatorRule,
  coffeeCreatePoolRule,
  coffeeCreateVaultRule,
} from './protocols/coffeePools.ts'
import { COFFEE_PROTECTION_TYPES, coffeeProtectionRules } from './protocols/coffeeProtection.ts'
import {
  COFFEE_STAKING_TYPES,
  coffeeStakingClaimRule,
  coffeeStakingDepositRule,
  coffeeStakingWithdrawRule,
} from './protocols/coffeeStaking.ts'
import { coffeeSwapRule } from './protocols/coffeeSwap.ts'
import { dedustDepositHalfRule, dedustDepositRule } from './protocols/dedustDeposit.ts'
import { joinDedustDeposits } from './protocols/dedustDepositJoin.ts'
import { dedustSwapRule } from './protocols/dedustSwap.ts'
import { dedustWithdrawRule } from './protocols/dedustWithdraw.ts'
import { DEX_LIQUIDITY_TYPES } from './protocols/dexLiquidity.ts'
import { DEX_SWAP_TYPES } from './protocols/dexSwap.ts'
import { DNS_RECORD_TYPES, dnsRecordRule } from './protocols/dnsRecords.ts'
import { DNS_SALE_TYPES, dnsPurchaseRule, dnsReleaseRule } from './protocols/dnsSales.ts'
import { ELECTION_TYPES, electionDepositRule, electionRecoverRule } from './protocols/elections.ts'
import { ethenaDepositRule, ethenaRequestRule } from './protocols/ethena.ts'
import { EVAA_TYPES, evaaRules } from './protocols/evaa.ts'
import { EVAA_LIQUIDATION_TYPES, evaaLiquidateRules } from './protocols/evaaLiquidation.ts'
import { JETTON_TYPES, jettonBurnRule, jettonMintRule, jettonTransferRules } from './protocols/jettons.ts'
import { JVAULT_TYPES, jvaultRules } from './protocols/jvault.ts'
import { layerzeroRules } from './protocols/layerzero.ts'
import { LAYERZERO_TYPES } from './protocols/layerzeroTypes.ts'
import { liquidBurnRule, liquidDepositRule, liquidPayoutRule } from './protocols/liquidStaking.ts'
import {
  MULTISIG_TYPES,
  multisigApproveRules,
  multisigCreateRule,
  multisigExecuteRule,
} from './protocols/multisig.ts'
import { NFT_DISCOVERY_TYPES, nftDiscoveryRule } from './protocols/nftDiscovery.ts'
import { NFT_LISTING_TYPES, nftListingRule } from './protocols/nftListing.ts'
import { NFT_MINT_TYPES, nftMintRule } from './protocols/nftMint.ts'
import { nftPurchaseRule } from './protocols/nftPurchase.ts'
import {
  cancelAuctionRule,
  cancelSaleRule,
  finishAuctionRules,
  NFT_TRADE_TYPES,
  updateSaleRule,
} from './protocols/nftTrade.ts'
import { nftTransferRule, telegramTransferRule } from './protocols/nftTransfer.ts'
import { NFT_TRANSFER_TYPES } from './protocols/nftTransferDetails.ts'
import {
  nominatorDepositRule,
  nominatorPayoutRule,
  nominatorWithdrawRule,
} from './protocols/nominatorPool.ts'
import { STAKE_TYPES } from './protocols/stakes.ts'
import { stonfiSwapRule } from './protocols/stonfi.ts'
import { joinStonfiV2Deposits, stonfiV2DepositRule } from './protocols/stonfiV2Deposit.ts'
import { stonfiV2SwapRule } from './protocols/stonfiV2Swap.ts'
import { stonfiV2WithdrawRule } from './protocols/stonfiV2Withdraw.ts'
import { SUBSCRIPTION_TYPES, subscribeRule, unsubscribeRule } from './protocols/subscriptions.ts'
import { cancelTelegramAuctionRule, startTelegramAuctionRule } from './protocols/teleitem.ts'
import { TGBTC_TYPES, tgbtcRules } from './protocols/tgbtc.ts'
import { toncoDepositRule } from './protocols/toncoDeposit.ts'
import { TONCO_TYPES, toncoDeployPoolRule } from './protocols/toncoPool.ts'
import { toncoSwapRule } from './protocols/toncoSwap.ts'
import { toncoWithdrawRule } from './protocols/toncoWithdraw.ts'
import { VESTING_TYPES, vestingSendRule, vestingWhitelistRule } from './protocols/vesting.ts'
import type { Rule } from './rule.ts'

/** Every type of action. */
export const ACTION_TYPES: readonly ActionType[] = [
  ...BASIC_TYPES,
  ...JETTON_TYPES,
  ...NFT_MINT_TYPES,
  ...NFT_TRANSFER_TYPES,
  ...NFT_LISTING_TYPES,
  ...NFT_TRADE_TYPES,
  ...NFT_DISCOVERY_TYPES,
  ...AUCTION_BID_TYPES,
  ...DNS_RECORD_TYPES,
  ...DNS_SALE_TYPES,
  ...STAKE_TYPES,
  ...ELECTION_TYPES,
  ...SUBSCRIPTION_TYPES,
  ...MULTISIG_TYPES,
  ...VESTING_TYPES,
  ...DEX_SWAP_TYPES,
  ...DEX_LIQUIDITY_TYPES,
  ...TONCO_TYPES,
  ...JVAULT_TYPES,
  ...EVAA_TYPES,
  ...EVAA_LIQUIDATION_TYPES,
  ...TGBTC_TYPES,
  ...COFFEE_POOL_TYPES,
  ...COFFEE_PROTECTION_TYPES,
  ...COFFEE_STAKING_TYPES,
  ...LAYERZERO_TYPES,
  ...COCOON_TYPES,
]

/**
 * All rules in the order in which they run over a trace (docs/actions §13): each rule sees the blocks of those before
 * it.
 */
export const RULES: readonly Rule[] = [
  nftMintRule,
  liquidPayoutRule,
  dedustDepositRule,
  dedustDepositHalfRule,
  liquidDepositRule,
  liquidBurnRule,
  multisigCreateRule,
  ...multisigApproveRules,
  multisigExecuteRule,
  vestingSendRule,
  vestingWhitelistRule,
  nominatorDepositRule,
  nominatorWithdrawRule,
  nominatorPayoutRule,
  ...jettonTransferRules,
  dedustWithdrawRule,
  jettonBurnRule,
  dedustSwapRule,
  stonfiSwapRule,
  stonfiV2SwapRule,
  toncoSwapRule,
  dnsReleaseRule,
  dnsPurchaseRule,
  updateSaleRule,
  nftTransferRule,
  telegramTransferRule,
  nftPurchaseRule,
  nftListingRule,
  startTelegramAuctionRule,
  cancelTelegramAuctionRule,
  nftDiscoveryRule,
  dnsRecordRule,
  electionDepositRule,
  electionRecoverRule,
  subscribeRule,
  unsubscribeRule,
  auctionBidRule,
  auctionOutbidRule,
  cancelSaleRule,
  ...finishAuctionRules,
  cancelAuctionRule,
  ethenaRequestRule,
  jettonMintRule,
  ethenaDepositRule,
  stonfiV2DepositRule,
  stonfiV2WithdrawRule,
  ...jvaultRules,
  ...evaaRules,
  ...evaaLiquidateRules,
  ...tgbtcRules,
  toncoDepositRule,
  toncoDeployPoolRule,
  toncoWithdrawRule,
  coffeeDepositRule,
  coffeeSwapRule,
  coffeeWithdrawRule,
  coffeeCreateVaultRule,
  coffeeCreatePoolCreatorRule,
  coffeeCreatePoolRule,
  ...coffeeProtectionRules,
  coffeeStakingDepositRule,
  coffeeStakingWithdrawRule,
  coffeeStakingClaimRule,
  ...layerzeroRules,
  ...cocoonRules,
]

/** Joins that run after all rules. */
export const JOINS: readonly Join[] = [joinDedustDeposits, joinStonfiV2Deposits]
