import type { Address } from '@ton/core'
import { ApiError, StageError } from '#shared/apiError.ts'
import type { V2Values } from '#shared/schema/v2/operations.ts'
import { accountPrefix, FULL_SHARD } from '#shared/ton/shard.ts'
import { accountOf } from '../../chain/block/msgAddress.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { LiteSession } from '../../liteserver/session.ts'
import { coreAddress } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import type { OpenMessage } from './messageJson.ts'
import { extTransaction, type OpenTransaction, openTransaction } from './transactionJson.ts'

/**
 * Transactions by the message between them (v2-contract §7.5): in the account's own shard, from the block of the
 * message's logical time on, block by block.
 */

/** A message arrives within a few blocks; this many are looked through. */
const MAX_BLOCKS = 20
/** Transactions read at once: an account seldom has more in one block. */
const PAGE = 16
/** A transaction's messages have the logical times right after its own; there are 255 at most. */
const MAX_OUT_MESSAGES = 256n

type LocateValues = V2Values<'tryLocateTx'>

/** The text of a failed stage; errors that are not the server's refusals stay what they are. */
async function atStage<T>(stage: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof LiteServerError ? new StageError({ stage }, error) : error
  }
}

/** The account's transactions of a block with a logical time after `lt`, ascending. */
async function* transactionsAfter(
  session: LiteSession,
  id: BlockIdExt,
  account: Buffer,
  lt: bigint,
): AsyncGenerator<OpenTransaction, void> {
  for (let after = lt; ; ) {
    const place = { account, lt: after }
    const page = await atStage('failed to get transactions for block', () =>
      session.blockTransactionsExt(id, PAGE, place),
    )
    for (const { account: owner, transaction } of page.transactions) {
      if (!owner.equals(account)) return
      const opened = openTransaction(transaction)
      after = opened.transaction.lt
      yield opened
    }
    if (!page.incomplete || page.transactions.length === 0) return
  }
}

/** The chain must have reached the message's time: the reference says so of the masterchain. */
async function checkTime(session: LiteSession, lt: bigint): Promise<void> {
  const place = { workchain: MASTERCHAIN, shard: FULL_SHARD, by: { lt } }
  await atStage('failed to get shards at create_lt', () => session.lookupBlock(place))
}

/** The block of the account's shard that holds a logical time, and those after it; ends at the head. */
async function* blocksFrom(
  session: LiteSession,
  address: Address,
  lt: bigint,
  count: number,
): AsyncGenerator<BlockIdExt, void> {
  const place = { workchain: address.workChain, shard: accountPrefix(address.hash) }
  const first = await atStage('failed to lookup block by given lt', () =>
    session.lookupBlock({ ...place, by: { lt } }),
  )
  yield first
  for (let seqno = first.seqno + 1; seqno < first.seqno + count; seqno++) {
    try {
      yield await session.lookupBlock({ ...place, by: { seqno } })
    } catch (error) {
      // There is no such block yet.
      if (error instanceof LiteServerError) return
      throw error
    }
  }
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
  return new ApiError(404, 'transaction not found')
}

async function receivingTransaction(values: LocateValues, context: V2Context) {
  const session = context.session()
  const ends = endsOf(values)
  await checkTime(session, ends.createdLt)
  const { destination, createdLt } = ends
  for await (const id of blocksFrom(session, destination, createdLt, MAX_BLOCKS)) {
    for await (const opened of transactionsAfter(session, id, destination.hash, createdLt)) {
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
  for await (const id of blocksFrom(session, source, createdLt, 1)) {
    for await (const opened of transactionsAfter(session, id, source.hash, after)) {
      if (opened.outMsgs.some((message) => isMessage(message, ends))) {
        return extTransaction(opened, source.workChain)
      }
    }
  }
  throw notFound()
}
