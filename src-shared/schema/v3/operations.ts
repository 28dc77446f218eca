import type { Parameters } from '../parameter.ts'
import * as accounts from './accounts.ts'
import * as actions from './actions.ts'
import * as blocks from './blocks.ts'
import * as decoding from './decode.ts'
import * as dns from './dns.ts'
import * as jettons from './jettons.ts'
import * as legacy from './legacy.ts'
import * as messages from './messages.ts'
import * as tokenMetadata from './metadata.ts'
import * as multisig from './multisig.ts'
import * as nfts from './nfts.ts'
import type { V3Operation, V3OperationRequest, V3OperationResult, V3OperationValues } from './operation.ts'
import * as pending from './pending.ts'
import * as traces from './traces.ts'
import * as transactions from './transactions.ts'
import * as vesting from './vesting.ts'

/** Every operation of `/api/v3` that is served: the table behind the routes, OpenAPI and the typed client. */
export const v3Operations = {
  masterchainInfo: blocks.masterchainInfo,
  blocks: blocks.blocks,
  masterchainBlockShardState: blocks.masterchainBlockShardState,
  masterchainBlockShards: blocks.masterchainBlockShards,
  transactions: transactions.transactions,
  transactionsByMasterchainBlock: transactions.transactionsByMasterchainBlock,
  transactionsByMessage: transactions.transactionsByMessage,
  adjacentTransactions: transactions.adjacentTransactions,
  pendingTransactions: pending.pendingTransactions,
  messages: messages.messages,
  actions: actions.actions,
  pendingActions: actions.pendingActions,
  traces: traces.traces,
  events: traces.events,
  pendingTraces: traces.pendingTraces,
  accountStates: accounts.accountStates,
  walletStates: accounts.walletStates,
  addressBook: accounts.addressBook,
  metadata: tokenMetadata.metadata,
  topAccountsByBalance: accounts.topAccountsByBalance,
  'jetton/masters': jettons.jettonMasters,
  'jetton/wallets': jettons.jettonWallets,
  'jetton/transfers': jettons.jettonTransfers,
  'jetton/burns': jettons.jettonBurns,
  'nft/collections': nfts.nftCollections,
  'nft/items': nfts.nftItems,
  'nft/transfers': nfts.nftTransfers,
  'nft/sales': nfts.nftSales,
  'dns/records': dns.dnsRecords,
  'multisig/wallets': multisig.multisigWallets,
  'multisig/orders': multisig.multisigOrders,
  vesting: vesting.vesting,
  decode: decoding.decode,
  addressInformation: legacy.addressInformation,
  walletInformation: legacy.walletInformation,
  message: legacy.message,
  estimateFee: legacy.estimateFee,
  runGetMethod: legacy.runGetMethod,
} as const

/** The type of `v3Operations`. */
export type V3Operations = typeof v3Operations
/** The name of a v3 operation. */
export type V3Name = keyof V3Operations
/** The request that a client sends to an operation. */
export type V3Request<Name extends V3Name> = V3OperationRequest<V3Operations[Name]>
/** The values that a handler or reader gets. */
export type V3Values<Name extends V3Name> = V3OperationValues<V3Operations[Name]>
/** The body of the answer. */
export type V3Result<Name extends V3Name> = V3OperationResult<V3Operations[Name]>

/** An operation of any name, parameters and result. */
export type AnyV3Operation = V3Operation<string, Parameters, unknown>
