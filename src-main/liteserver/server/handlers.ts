import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi, LiteFunctionName } from '../tl/liteApi.ts'
import { getAccountState, getAccountStatePrunned } from './accounts.ts'
import { getBlockProof } from './blockProof.ts'
import { getBlock, getBlockHeader, getState } from './blocks.ts'
import { listBlockTransactions, listBlockTransactionsExt } from './blockTransactions.ts'
import { getConfigAll, getConfigParams } from './config.ts'
import { getLibraries, getLibrariesWithProof } from './libraries.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, PLAIN_ERROR } from './liteErrors.ts'
import { lookupBlock, lookupBlockWithProof } from './lookup.ts'
import {
  getBlockOutMsgQueueSize,
  getDispatchQueueInfo,
  getDispatchQueueMessages,
  getOutMsgQueueSizes,
} from './queues.ts'
import { runSmcMethod } from './runSmcMethod.ts'
import { getMasterchainInfo, getMasterchainInfoExt, getTime, getVersion, sendMessage } from './serverInfo.ts'
import { getShardBlockProof } from './shardLinks.ts'
import { getAllShardsInfo, getShardInfo } from './shards.ts'
import { getOneTransaction, getTransactions } from './transactions.ts'
import { getValidatorStats } from './validatorStats.ts'

/** The handler of one function of lite_api.tl. Throws LiteServerError to answer with an error. */
export type LiteHandler<F> = (
  context: LiteContext,
  request: TlRequest<F>,
) => TlResponse<F> | Promise<TlResponse<F>>

export const handlers: { readonly [N in LiteFunctionName]: LiteHandler<LiteApi[N]> } = {
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
  'nonfinal.getPendingShardBlocks': () => {
    throw liteError('query is not allowed', PLAIN_ERROR)
  },
}
