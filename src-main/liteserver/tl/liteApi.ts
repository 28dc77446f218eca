import { getAccountState, getAccountStatePrunned, runSmcMethod } from './accounts.ts'
import {
  getAllShardsInfo,
  getBlock,
  getBlockHeader,
  getShardInfo,
  getState,
  lookupBlock,
  lookupBlockWithProof,
} from './blocks.ts'
import {
  getConfigAll,
  getConfigParams,
  getLibraries,
  getLibrariesWithProof,
  getValidatorStats,
} from './config.ts'
import { getPendingShardBlocks } from './nonfinal.ts'
import { getBlockProof, getShardBlockProof } from './proofs.ts'
import {
  getBlockOutMsgQueueSize,
  getDispatchQueueInfo,
  getDispatchQueueMessages,
  getOutMsgQueueSizes,
} from './queues.ts'
import { getMasterchainInfo, getMasterchainInfoExt, getTime, getVersion, sendMessage } from './serverInfo.ts'
import {
  getOneTransaction,
  getTransactions,
  listBlockTransactions,
  listBlockTransactionsExt,
} from './transactions.ts'

/**
 * Every function of lite_api.tl by its name without `liteServer.`
 * https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/tl/generate/scheme/lite_api.tl
 */
export const liteApi = {
  getMasterchainInfo,
  getMasterchainInfoExt,
  getTime,
  getVersion,
  getBlock,
  getState,
  getBlockHeader,
  sendMessage,
  getAccountState,
  getAccountStatePrunned,
  runSmcMethod,
  getShardInfo,
  getAllShardsInfo,
  getOneTransaction,
  getTransactions,
  lookupBlock,
  lookupBlockWithProof,
  listBlockTransactions,
  listBlockTransactionsExt,
  getBlockProof,
  getConfigAll,
  getConfigParams,
  getValidatorStats,
  getLibraries,
  getLibrariesWithProof,
  getShardBlockProof,
  getOutMsgQueueSizes,
  getBlockOutMsgQueueSize,
  getDispatchQueueInfo,
  getDispatchQueueMessages,
  'nonfinal.getPendingShardBlocks': getPendingShardBlocks,
} as const

/** The type of `liteApi`. */
export type LiteApi = typeof liteApi
/** The name of a liteserver function, such as `getBlock`. */
export type LiteFunctionName = keyof LiteApi
