import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import type { LookupQuery } from '../../src-main/liteserver/session.ts'
import { type LiteFunctionName, liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { verifyAccountState } from '../../src-main/liteserver/verify/account.ts'
import { verifyZeroState } from '../../src-main/liteserver/verify/blockData.ts'
import { LinkVerifier } from '../../src-main/liteserver/verify/blockLink.ts'
import {
  verifyBlockTransactions,
  verifyBlockTransactionsExt,
} from '../../src-main/liteserver/verify/blockTransactions.ts'
import { verifyConfigAll, verifyConfigParams } from '../../src-main/liteserver/verify/config.ts'
import { verifyBlockHeader } from '../../src-main/liteserver/verify/header.ts'
import { verifyLibraries } from '../../src-main/liteserver/verify/libraries.ts'
import { matchLookup, verifyLookup } from '../../src-main/liteserver/verify/lookup.ts'
import { verifyOutMsgQueueSize } from '../../src-main/liteserver/verify/queueSize.ts'
import { verifyShardBlockProof } from '../../src-main/liteserver/verify/shardLinks.ts'
import { verifyAllShards } from '../../src-main/liteserver/verify/shards.ts'
import { verifyOneTransaction, verifyTransactions } from '../../src-main/liteserver/verify/transactions.ts'
import { readRealnetLines } from '../fixtures/recorded.ts'
import { verifyValidatorStats } from '../liteserver/validatorStats.ts'
import { verifyAccountStatePruned } from '../liteserver/verifyAccountStatePruned.ts'
import { verifyBlockProof } from '../liteserver/verifyBlockProof.ts'
import { verifyShardInfo } from '../liteserver/verifyShardInfo.ts'

/** A line of realnet/queries: an answer of the reference liteserver. */
export type Recorded = {
  readonly name: LiteFunctionName
  readonly note: string
  readonly request: Buffer
  readonly answer: Buffer
}

/** All recorded answers that are no errors, of functions that we know. */
export function recordedAnswers(): Recorded[] {
  type Line = { function: string; note: string; request: string; answer: string; error?: unknown }
  return readRealnetLines<Line>('queries.ndjson.gz')
    .filter((line) => !line.error)
    .map((line) => ({
      name: line.function.replace('liteServer.', '') as LiteFunctionName,
      note: line.note,
      request: Buffer.from(line.request, 'base64'),
      answer: Buffer.from(line.answer, 'base64'),
    }))
    .filter(({ name }) => name in liteApi)
}

// biome-ignore lint/suspicious/noExplicitAny: a table over functions of different types, called by name
type Verify = (request: any, answer: any) => unknown

type LookupRequest = {
  readonly mode: number
  readonly id: { readonly workchain: number; readonly shard: bigint; readonly seqno: number }
  readonly mcBlockId: BlockIdExt
  readonly lt?: bigint
  readonly utime?: number
}

/** How each function's answer is verified, the request's block being trusted. */
export function verifiers(): Readonly<Partial<Record<LiteFunctionName, Verify>>> {
  const links = new LinkVerifier()
  return {
    getAccountState: verifyAccountState,
    // Its account is a proof itself, which can be pruned further than the server did.
    getAccountStatePrunned: (request, answer) => {
      const { account, ...proved } = verifyAccountStatePruned(request, answer)
      return { ...proved, account: account?.hash(0) }
    },
    getTransactions: (request, answer) =>
      verifyTransactions(request, answer).map(({ transaction, link }) => ({ transaction, link })),
    getOneTransaction: verifyOneTransaction,
    getBlockHeader: verifyBlockHeader,
    getAllShardsInfo: verifyAllShards,
    getShardInfo: verifyShardInfo,
    getConfigAll: verifyConfigAll,
    getConfigParams: verifyConfigParams,
    getValidatorStats: verifyValidatorStats,
    listBlockTransactions: verifyBlockTransactions,
    listBlockTransactionsExt: verifyBlockTransactionsExt,
    getBlockOutMsgQueueSize: verifyOutMsgQueueSize,
    getBlockProof: (request, answer) => verifyBlockProof(request, answer, links),
    getShardBlockProof: verifyShardBlockProof,
    lookupBlock: (request, answer) => matchLookup(placeOf(request), answer),
    lookupBlockWithProof: (request: LookupRequest, answer) =>
      verifyLookup(placeOf(request), request.mcBlockId, answer),
    getLibrariesWithProof: verifyLibraries,
    getState: verifyZeroState,
  }
}

function placeOf({ mode, id, lt, utime }: LookupRequest): LookupQuery {
  const { workchain, shard, seqno } = id
  if (mode === 1) return { workchain, shard, by: { seqno } }
  return { workchain, shard, by: mode === 2 ? { lt: lt as bigint } : { utime: utime as number } }
}

/** Verifies a recorded (or changed) answer. Throws as the verifier does. */
export function verifyRecorded(recorded: Recorded, answer: Buffer, all = verifiers()): unknown {
  const { decodeRequest, decodeResponse } = liteApi[recorded.name]
  const verify = all[recorded.name]
  if (!verify) throw new Error(`nothing verifies ${recorded.name}`)
  return verify(decodeRequest(recorded.request), decodeResponse(answer))
}
