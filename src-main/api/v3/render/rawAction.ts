import { exactNumber } from '#shared/schema/v3/jsonText.ts'
import type { ActionRow } from '../../../indexer/actions/row.ts'

/** Fields of one kind of action; null in actions without a projection (compatibility-v3 §11.3). */
const KIND_FIELDS = `
  TonTransferContent TonTransferEncrypted JettonTransferResponseDestination JettonTransferForwardAmount
  JettonTransferQueryId JettonTransferCustomPayload JettonTransferForwardPayload JettonTransferComment
  JettonTransferIsEncryptedComment NFTTransferIsPurchase NFTTransferPrice NFTTransferQueryId
  NFTTransferCustomPayload NFTTransferForwardPayload NFTTransferForwardAmount NFTTransferResponseDestination
  NFTTransferNFTItemIndex NFTTransferMarketplace NFTTransferRealPrevOwner NFTTransferMarketplaceAddress
  NFTTransferPayoutAmount NFTTransferPayoutCommentEncrypted NFTTransferPayoutCommentEncoded
  NFTTransferPayoutComment NFTTransferRoyaltyAmount NFTListingNFTItemIndex NFTListingFullPrice
  NFTListingMarketplaceFee NFTListingRoyaltyAmount NFTListingMarketplaceFeeFactor NFTListingMarketplaceFeeBase
  NFTListingRoyaltyFeeBase NFTListingMaxBid NFTListingMinBid NFTListingMarketplaceFeeAddress
  NFTListingRoyaltyAddress NFTListingMarketplace JettonSwapDex JettonSwapSender
  JettonSwapDexIncomingTransferAmount JettonSwapDexIncomingTransferAsset JettonSwapDexIncomingTransferSource
  JettonSwapDexIncomingTransferDestination JettonSwapDexIncomingTransferSourceJettonWallet
  JettonSwapDexIncomingTransferDestinationJettonWallet JettonSwapDexOutgoingTransferAmount
  JettonSwapDexOutgoingTransferAsset JettonSwapDexOutgoingTransferSource JettonSwapDexOutgoingTransferDestination
  JettonSwapDexOutgoingTransferSourceJettonWallet JettonSwapDexOutgoingTransferDestinationJettonWallet
  JettonSwapPeerSwaps JettonSwapMinOutAmount ChangeDNSRecordKey ChangeDNSRecordValueSchema ChangeDNSRecordValue
  ChangeDNSRecordFlags NFTMintNFTItemIndex DexWithdrawLiquidityDataDex DexWithdrawLiquidityDataAmount1
  DexWithdrawLiquidityDataAmount2 DexWithdrawLiquidityDataAsset1Out DexWithdrawLiquidityDataAsset2Out
  DexWithdrawLiquidityDataUserJettonWallet1 DexWithdrawLiquidityDataUserJettonWallet2
  DexWithdrawLiquidityDataDexJettonWallet1 DexWithdrawLiquidityDataDexJettonWallet2
  DexWithdrawLiquidityDataLpTokensBurnt DexWithdrawLiquidityDataBurnedNFTIndex
  DexWithdrawLiquidityDataBurnedNFTAddress DexWithdrawLiquidityDataTickLower DexWithdrawLiquidityDataTickUpper
  DexDepositLiquidityDataDex DexDepositLiquidityDataAmount1 DexDepositLiquidityDataAmount2
  DexDepositLiquidityDataAsset1 DexDepositLiquidityDataAsset2 DexDepositLiquidityDataUserJettonWallet1
  DexDepositLiquidityDataUserJettonWallet2 DexDepositLiquidityDataLpTokensMinted
  DexDepositLiquidityDataTargetAsset1 DexDepositLiquidityDataTargetAsset2 DexDepositLiquidityDataTargetAmount1
  DexDepositLiquidityDataTargetAmount2 DexDepositLiquidityDataVaultExcesses DexDepositLiquidityDataTickLower
  DexDepositLiquidityDataTickUpper DexDepositLiquidityDataNFTIndex DexDepositLiquidityDataNFTAddress
  StakingDataProvider StakingDataTsNft StakingDataTokensBurnt StakingDataTokensMinted MultisigCreateOrderQueryId
  MultisigCreateOrderOrderSeqno MultisigCreateOrderIsCreatedBySigner MultisigCreateOrderIsSignedByCreator
  MultisigCreateOrderCreatorIndex MultisigCreateOrderExpirationDate MultisigCreateOrderOrderBoc
  MultisigApproveSignerIndex MultisigApproveExitCode MultisigExecuteQueryId MultisigExecuteOrderSeqno
  MultisigExecuteExpirationDate MultisigExecuteApprovalsNum MultisigExecuteSignersHash MultisigExecuteOrderBoc
  VestingSendMessageQueryId VestingSendMessageMessageBoc VestingAddWhitelistQueryId
  VestingAddWhitelistAccountsAdded EvaaSupplySenderJettonWallet EvaaSupplyRecipientJettonWallet
  EvaaSupplyMasterJettonWallet EvaaSupplyMaster EvaaSupplyAssetId EvaaSupplyIsTon
  EvaaWithdrawRecipientJettonWallet EvaaWithdrawMasterJettonWallet EvaaWithdrawMaster EvaaWithdrawFailReason
  EvaaWithdrawAssetId EvaaLiquidateFailReason EvaaLiquidateDebtAmount EvaaLiquidateAssetId
  JvaultClaimClaimedJettons JvaultClaimClaimedAmounts JvaultStakePeriod JvaultStakeMintedStakeJettons
  JvaultStakeStakeWallet ToncoDeployPoolJetton0RouterWallet ToncoDeployPoolJetton1RouterWallet
  ToncoDeployPoolJetton0Minter ToncoDeployPoolJetton1Minter ToncoDeployPoolTickSpacing
  ToncoDeployPoolInitialPriceX96 ToncoDeployPoolProtocolFee ToncoDeployPoolLpFeeBase ToncoDeployPoolLpFeeCurrent
  ToncoDeployPoolPoolActive CoffeeCreatePoolAmount1 CoffeeCreatePoolAmount2 CoffeeCreatePoolInitiator1
  CoffeeCreatePoolInitiator2 CoffeeCreatePoolProvidedAsset CoffeeCreatePoolLpTokensMinted
  CoffeeCreatePoolPoolCreatorContract CoffeeStakingDepositMintedItemAddress CoffeeStakingDepositMintedItemIndex
  CoffeeStakingWithdrawNftAddress CoffeeStakingWithdrawNftIndex CoffeeStakingWithdrawPoints
  LayerzeroSendSendRequestId LayerzeroSendMsglibManager LayerzeroSendMsglib LayerzeroSendUln
  LayerzeroSendNativeFee LayerzeroSendZroFee LayerzeroSendEndpoint LayerzeroSendChannel LayerzeroPacketSrcOapp
  LayerzeroPacketDstOapp LayerzeroPacketSrcEid LayerzeroPacketDstEid LayerzeroPacketNonce LayerzeroPacketGuid
  LayerzeroPacketMessage LayerzeroDvnVerifyNonce LayerzeroDvnVerifyStatus LayerzeroDvnVerifyDvn
  LayerzeroDvnVerifyProxy LayerzeroDvnVerifyUln LayerzeroDvnVerifyUlnConnection CocoonWorkerPayoutPayoutType
  CocoonWorkerPayoutQueryId CocoonWorkerPayoutNewTokens CocoonWorkerPayoutWorkerState
  CocoonWorkerPayoutWorkerTokens CocoonProxyPayoutQueryId CocoonProxyChargeQueryId CocoonProxyChargeNewTokensUsed
  CocoonProxyChargeExpectedAddress CocoonClientTopUpQueryId CocoonRegisterProxyQueryId
  CocoonUnregisterProxyQueryId CocoonUnregisterProxySeqno CocoonClientRegisterQueryId CocoonClientRegisterNonce
  CocoonClientChangeSecretHashQueryId CocoonClientChangeSecretHashNewSecretHash CocoonClientRequestRefundQueryId
  CocoonClientRequestRefundViaWallet CocoonGrantRefundQueryId CocoonGrantRefundNewTokensUsed
  CocoonGrantRefundExpectedAddress CocoonClientIncreaseStakeQueryId CocoonClientIncreaseStakeNewStake
  CocoonClientWithdrawQueryId CocoonClientWithdrawWithdrawAmount
`
  .trim()
  .split(/\s+/)

/** Writes the row of an action whose type has no `details`, with the names of toncenter. */
export function rawAction(row: ActionRow, finality: string): Record<string, unknown> {
  return {
    TraceId: row.trace_id,
    ActionId: row.action_id,
    StartLt: exactNumber(row.start_lt),
    EndLt: exactNumber(row.end_lt),
    StartUtime: row.start_utime,
    EndUtime: row.end_utime,
    TraceEndLt: exactNumber(row.trace_end_lt),
    TraceEndUtime: row.trace_end_utime,
    TraceMcSeqnoEnd: row.trace_mc_seqno_end,
    Source: row.source ?? null,
    SourceSecondary: row.source_secondary ?? null,
    Destination: row.destination ?? null,
    DestinationSecondary: row.destination_secondary ?? null,
    Asset: row.asset ?? null,
    AssetSecondary: row.asset_secondary ?? null,
    Asset2: row.asset2 ?? null,
    Asset2Secondary: row.asset2_secondary ?? null,
    Opcode: row.opcode ?? null,
    TxHashes: row.tx_hashes,
    Type: row.type,
    Value: row.value?.toString() ?? null,
    Amount: row.amount?.toString() ?? null,
    Success: row.success,
    Finality: finality,
    TraceExternalHash: row.trace_external_hash,
    TraceExternalHashNorm: row.trace_external_hash_norm,
    ExtraCurrencies: row.value_extra_currencies ?? {},
    AncestorType: row.ancestor_type,
    Accounts: [],
    ...Object.fromEntries(KIND_FIELDS.map((name) => [name, null])),
  }
}
