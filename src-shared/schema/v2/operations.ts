import type { Parameters } from '../parameter.ts'
import * as accounts from './accounts.ts'
import * as blocks from './blocks.ts'
import * as config from './config.ts'
import * as contracts from './contracts.ts'
import * as locate from './locate.ts'
import type { Operation, OperationRequest, OperationResult, OperationValues } from './operation.ts'
import * as runMethod from './runMethod.ts'
import * as send from './send.ts'
import * as transactions from './transactions.ts'
import * as utils from './utils.ts'

/** Every operation of `/api/v2`: the table behind GET, POST, OpenAPI and the typed client. */
export const v2Operations = {
  getMasterchainInfo: blocks.getMasterchainInfo,
  getMasterchainBlockSignatures: blocks.getMasterchainBlockSignatures,
  getShardBlockProof: blocks.getShardBlockProof,
  getConsensusBlock: blocks.getConsensusBlock,
  lookupBlock: blocks.lookupBlock,
  getShards: blocks.getShards,
  getBlockHeader: blocks.getBlockHeader,
  getOutMsgQueueSize: blocks.getOutMsgQueueSize,
  getBlockTransactions: transactions.getBlockTransactions,
  getBlockTransactionsExt: transactions.getBlockTransactionsExt,
  getTransactions: transactions.getTransactions,
  getTransactionsStd: transactions.getTransactionsStd,
  tryLocateTx: locate.tryLocateTx,
  tryLocateResultTx: locate.tryLocateResultTx,
  tryLocateSourceTx: locate.tryLocateSourceTx,
  getAddressInformation: accounts.getAddressInformation,
  getExtendedAddressInformation: accounts.getExtendedAddressInformation,
  getWalletInformation: contracts.getWalletInformation,
  getAddressBalance: accounts.getAddressBalance,
  getAddressState: accounts.getAddressState,
  getShardAccountCell: accounts.getShardAccountCell,
  getTokenData: contracts.getTokenData,
  dnsResolve: contracts.dnsResolve,
  getConfigParam: config.getConfigParam,
  getConfigAll: config.getConfigAll,
  getLibraries: config.getLibraries,
  runGetMethod: runMethod.runGetMethod,
  runGetMethodStd: runMethod.runGetMethodStd,
  sendBoc: send.sendBoc,
  sendBocReturnHash: send.sendBocReturnHash,
  sendBocReturnHashNoError: send.sendBocReturnHashNoError,
  estimateFee: send.estimateFee,
  detectAddress: utils.detectAddress,
  detectHash: utils.detectHash,
  packAddress: utils.packAddress,
  unpackAddress: utils.unpackAddress,
} as const

/** The type of `v2Operations`. */
export type V2Operations = typeof v2Operations
/** The name of a v2 operation. */
export type V2Name = keyof V2Operations
/** The request that a client sends to an operation, in the forms of the JSON body. */
export type V2Request<Name extends V2Name> = OperationRequest<V2Operations[Name]>
/** The values that a handler gets. */
export type V2Values<Name extends V2Name> = OperationValues<V2Operations[Name]>
/** The envelope's `result`. */
export type V2Result<Name extends V2Name> = OperationResult<V2Operations[Name]>

/** An operation of any name, parameters and result. */
export type AnyOperation = Operation<string, Parameters, unknown>
