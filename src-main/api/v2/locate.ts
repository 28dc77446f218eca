import type { Address } from '@ton/core'
import { ApiError, StageError } from '#shared/apiError.ts'
import type { V2Values } from '#shared/schema/v2/operations.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { accountOf } from '../../chain/block/msgAddress.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import {
  type AtStep,
  blocksFrom,
  MAX_OUT_MESSAGES,
  MESSAGE_BLOCKS,
  type SearchStep,
  transactionsAfter,
} from '../../liteserver/messageSearch.ts'
import type { LiteSession } from '../../liteserver/session.ts'
import { coreAddress } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import type { OpenMessage } from './messageJson.ts'
import { extTransaction, type OpenTransaction, openTransaction } from './transactionJson.ts'

/** Transactions by the message between them (compatibility-v2 §5.3). */

type LocateValues = V2Values<'tryLocateTx'>

/** Adds the text of a failed stage to a liteserver's refusal; other errors stay unchanged. */
async function atStage<T>(stage: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof LiteServerError ? new StageError({ stage }, error) : error
  }
}

const STEP_TEXTS: Readonly<Record<SearchStep, string>> = {
  block: 'failed to lookup block by given lt',
  transactions: 'failed to get transactions for block',
}
const atStep: AtStep = (step, task) => atStage(STEP_TEXTS[step], task)

async function* openedAfter(
  session: LiteSession,
  id: BlockIdExt,
  account: Buffer,
  lt: bigint,
): AsyncGenerator<OpenTransaction, void> {
  for await (const { transaction } of transactionsAfter(session, id, { account, lt }, atStep)) {
    yield openTransaction(transaction)
  }
}

/** Checks that the chain has reached the message's time: toncenter's text names the masterchain. */
async function checkTime(session: LiteSession, lt: bigint): Promise<void> {
  const place = { workchain: MASTERCHAIN, shard: FULL_SHARD, by: { lt } }
  await atStage('failed to get shards at create_lt', () => session.lookupBlock(place))
}

type Ends = { readonly source: Address; readonly destination: Address; readonly createdLt: bigint }

function isMessage({ message: { info } }: OpenMessage, ends: Ends): boolean {
  return (
    info.type === 'internal' &&
    info.createdLt === ends.createdLt &&
    accountOf(info.src)?.equals(ends.source) === true &&
    accountOf(info.dest)?.equals(ends.destination) === true
  )
}

function endsOf(values: LocateValues): Ends {
  return {
    source: coreAddress(values.source),
    destination: coreAddress(values.destination),
    createdLt: values.created_lt,
  }
}

function notFound(): ApiError {
  return new ApiError(404, 'transaction was not found')
}

async function receivingTransaction(values: LocateValues, context: V2Context) {
  const session = context.session()
  const ends = endsOf(values)
  await checkTime(session, ends.createdLt)
  const { destination, createdLt } = ends
  for await (const id of blocksFrom(session, destination, { lt: createdLt, count: MESSAGE_BLOCKS }, atStep)) {
    for await (const opened of openedAfter(session, id, destination.hash, createdLt)) {
      if (opened.inMsg && isMessage(opened.inMsg, ends)) return extTransaction(opened, destination.workChain)
    }
  }
  throw notFound()
}

export const tryLocateTx: V2Handler<'tryLocateTx'> = receivingTransaction

export const tryLocateResultTx: V2Handler<'tryLocateResultTx'> = receivingTransaction

export const tryLocateSourceTx: V2Handler<'tryLocateSourceTx'> = async (values, context) => {
  const session = context.session()
  const ends = endsOf(values)
  await checkTime(session, ends.createdLt)
  const { source, createdLt } = ends
  const after = createdLt > MAX_OUT_MESSAGES ? createdLt - MAX_OUT_MESSAGES : 0n
  for await (const id of blocksFrom(session, source, { lt: createdLt, count: 1 }, atStep)) {
    for await (const opened of openedAfter(session, id, source.hash, after)) {
      if (opened.outMsgs.some((message) => isMessage(message, ends))) {
        return extTransaction(opened, source.workChain)
      }
    }
  }
  throw notFound()
}
