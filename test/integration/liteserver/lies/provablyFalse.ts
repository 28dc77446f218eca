import { Address } from '@ton/core'
import { openLiteNetwork } from '../../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { NetworkSession } from '../../../../src-main/liteserver/network/verifiedSession.ts'
import type { LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import type { Honest } from './lyingServer.ts'
import { serve } from './lyingServer.ts'
import type { Subject } from './questions.ts'

/** A false answer and its query. */
export type ToldAnswer = { readonly query: LiteQuery; readonly bytes: Buffer }

const DEADLINE_MS = 120_000
/** For a machine that is busy: nothing here depends on how long an answer takes. */
const PATIENT = { pollMs: 60_000, idlePollMs: 60_000, queryTimeoutMs: 60_000, firstServerMs: 60_000 }

function addressOf({ workchain, id }: { readonly workchain: number; readonly id: Buffer }): Address {
  return new Address(workchain, id)
}

/** Makes a session send a query of the same kind and request. */
async function askAgain(session: NetworkSession, { name, request }: LiteQuery): Promise<unknown> {
  switch (name) {
    case 'getAccountState':
      return session.account(request.id, addressOf(request.account))
    case 'getConfigParams':
      return session.configParam(request.id, request.paramList[0] ?? 0)
    case 'getConfigAll':
      return session.configAll(request.id)
    case 'getBlockHeader':
      return session.blockHeader(request.id)
    case 'getAllShardsInfo':
      return session.shards(request.id)
    case 'getBlock':
      return session.block(request.id)
    case 'getState':
      return session.zeroState(request.id)
    case 'getLibrariesWithProof':
      return session.libraries(request.libraryList)
    case 'getBlockOutMsgQueueSize':
      return session.outMsgQueueSizes()
    case 'getTransactions':
      return session.transactions(addressOf(request.account), request.lt, request.hash, request.count)
    case 'getOneTransaction':
      return session.transaction(request.id, addressOf(request.account), request.lt)
    case 'listBlockTransactions':
      return session.blockTransactions(request.id, request.count, request.after)
    case 'listBlockTransactionsExt':
      return session.blockTransactionsExt(request.id, request.count, request.after)
    case 'lookupBlockWithProof': {
      const { lt, utime, id } = request
      const by = lt !== undefined ? { lt } : utime !== undefined ? { utime } : { seqno: id.seqno }
      return session.lookupBlock({ workchain: id.workchain, shard: id.shard, by })
    }
    default:
      return undefined
  }
}

/**
 * Proves once more what an earlier answer proved: the shard block and state of another account of the
 * shard. A client does not read those parts of the answer twice.
 */
async function proveSurroundings(session: NetworkSession, { name, request }: LiteQuery): Promise<void> {
  if (name !== 'getAccountState') return
  const neighbour = Buffer.from(request.account.id)
  neighbour[31] = neighbour.readUInt8(31) ^ 1
  await session.account(request.id, addressOf({ ...request.account, id: neighbour }))
}

/**
 * Returns whether a verifying client refuses a false answer of its only liteserver, which
 * gives that answer to that query once. Parts that the client has already proved count as harmless. Undefined if the
 * client does not send the query.
 */
export async function isProvablyFalse(
  { query, bytes }: ToldAnswer,
  honest: Honest,
  { zeroState }: Subject,
): Promise<boolean | undefined> {
  let isArmed = false
  let isTold = false
  const wanted = JSON.stringify(query.request, writable)
  const server = await serve(honest, async ({ name, request }) => {
    if (!isArmed || isTold || name !== query.name || JSON.stringify(request, writable) !== wanted)
      return undefined
    isTold = true
    return bytes
  })
  const network = await openLiteNetwork({
    config: { liteservers: [server.address], zeroState },
    limits: PATIENT,
  })
  try {
    const session = network.session({ signal: AbortSignal.timeout(DEADLINE_MS) })
    await session.last()
    await proveSurroundings(session, query)
    isArmed = true
    // How it ends is for the counters to say.
    await askAgain(session, query).catch(() => undefined)
    return isTold ? network.stats().proofFailures > 0 : undefined
  } finally {
    network.close()
    await server.close()
  }
}

function writable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
