import { MASTERCHAIN } from '../../src-main/chain/blockId.ts'
import type { AdnlConnection } from '../../src-main/liteserver/adnl/client.ts'
import type { Clock } from '../../src-main/liteserver/pool/clock.ts'
import { encodeLiteServerError } from '../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { type LiteQuery, wrapLiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'
import type { SeededRandom } from '../fixtures/seededRandom.ts'
import { serveWire, type WireQuery } from '../integration/liteserver/lies/wireServer.ts'
import { decodeLiteQuery } from '../liteserver/decodeLiteQuery.ts'
import { FarConnection } from './farConnection.ts'
import type { Heads } from './heads.ts'
import { KeptHistory, readAnswer } from './keptHistory.ts'
import type { Ledger } from './ledger.ts'
import type { FarServerProfile, RateRefusal } from './profiles.ts'

const NOT_IN_DB = { code: 651, message: 'block is not in db' }
const UNKNOWN_FUNCTION = { code: 0, message: 'unknown function' }
const WAIT_OVER = { code: 652, message: 'timeout' }
const RATE_REFUSALS: Readonly<Record<Exclude<RateRefusal, 'close'>, { code: number; message: string }>> = {
  node: { code: 228, message: 'ratelimit' },
  proxy: { code: 429, message: 'too many requests' },
}
/** Functions that read the state after the block that they name. */
const OF_STATES: ReadonlySet<string> = new Set([
  'getAccountState',
  'getAccountStatePrunned',
  'runSmcMethod',
  'getConfigAll',
  'getConfigParams',
])

/** What servers of one simulated network share. */
export type FarServerContext = {
  /** The liteserver of the chain. */
  readonly source: Pick<AdnlConnection, 'query'>
  readonly heads: Heads
  readonly ledger: Ledger
  readonly random: SeededRandom
  readonly clock: Clock
}

/**
 * Starts a server on loopback that answers as the chain's liteserver does, from as far away as its profile says.
 * @param index its place in the global config, by which its queries are counted
 */
export async function startFarServer(profile: FarServerProfile, context: FarServerContext, index: number) {
  const { clock, random, ledger } = context
  const limit = createRateLimit(profile, clock)
  const history = new KeptHistory(profile.keeps)
  const links = new Map<object, { readonly link: FarConnection; destroy(): void }>()
  let isDown = false
  const cancelRestarts = repeatRestarts(profile, clock, (down) => {
    isDown = down
    if (!down) return
    for (const { link, destroy } of links.values()) {
      link.close()
      destroy()
    }
    links.clear()
  })

  function linkOf({ connection, destroy }: WireQuery): FarConnection {
    const known = links.get(connection)
    if (known) return known.link
    const link = new FarConnection(clock, random, profile)
    links.set(connection, { link, destroy })
    return link
  }

  async function respond(wire: WireQuery): Promise<void> {
    if (isDown) return wire.destroy()
    const link = linkOf(wire)
    const query = decodeLiteQuery(wire.query)
    const isBackground = query.wait !== undefined || isPoll(query)
    if (isBackground) ledger.noteBackground()
    const depth = isBackground ? undefined : ledger.noteQuery(query.name, wire.query.length, index)
    await link.up(wire.query.length)
    const refusal = limit()
    if (refusal !== undefined) {
      ledger.noteRefusal(index)
      if (refusal === 'close') return wire.destroy()
    }
    if (profile.hangs && query.name !== 'getMasterchainInfo') return
    const answer =
      refusal === undefined
        ? await answerOf(query, { ...context, profile, history, index })
        : encodeLiteServerError(RATE_REFUSALS[refusal])
    await link.down(answer.length)
    if (depth !== undefined) ledger.noteAnswer(depth, answer.length)
    wire.answer(wire.queryId, answer)
  }

  const server = await serveWire((wire) => {
    // Without an answer of the chain's own server the client gets none either.
    respond(wire).catch(() => wire.destroy())
  })
  return {
    address: server.address,
    async close() {
      cancelRestarts()
      for (const { link } of links.values()) link.close()
      await server.close()
    },
  }
}

/** Calls `set` with true when the server goes down and with false when it is back. Returns a function that ends this. */
function repeatRestarts({ restarts }: FarServerProfile, clock: Clock, set: (down: boolean) => void) {
  if (!restarts) return () => {}
  const { everyMs, downMs } = restarts
  let cancel = () => {}
  const plan = () => {
    cancel = clock.after(everyMs, () => {
      set(true)
      cancel = clock.after(downMs, () => {
        set(false)
        plan()
      })
    })
  }
  plan()
  return () => cancel()
}

/** Returns whether a query is the pool's test for archival servers, which belongs to no measured question. */
function isPoll({ name }: LiteQuery): boolean {
  return name === 'lookupBlock'
}

/** Returns how the server refuses a query now; undefined if it takes it. A second's queries may come at once. */
export function createRateLimit(
  { rate }: Pick<FarServerProfile, 'rate'>,
  clock: Clock,
): () => RateRefusal | undefined {
  let tokens = rate?.perSecond ?? 0
  let at = clock.now()
  return () => {
    if (!rate) return undefined
    const now = clock.now()
    tokens = Math.min(rate.perSecond, tokens + ((now - at) / 1_000) * rate.perSecond)
    at = now
    if (tokens < 1) return rate.refusal
    tokens--
    return undefined
  }
}

type ServerContext = FarServerContext & {
  readonly profile: FarServerProfile
  readonly history: KeptHistory
  readonly index: number
}

async function answerOf(query: LiteQuery, context: ServerContext): Promise<Buffer> {
  const { profile, history, source, heads, ledger } = context
  const refuse = (error: { readonly code: number; readonly message: string }) => {
    ledger.noteRefusal(context.index)
    return encodeLiteServerError(error)
  }
  const { unknown, lag } = profile
  if (unknown.includes(query.name) || (query.wait && unknown.includes('waitMasterchainSeqno'))) {
    return refuse(UNKNOWN_FUNCTION)
  }
  if (query.wait && !(await heads.reached(query.wait.seqno, lag, query.wait.timeoutMs))) {
    return encodeLiteServerError(WAIT_OVER)
  }
  const head = heads.behind(lag)
  history.note(MASTERCHAIN, head.last.seqno)
  if (query.name === 'getMasterchainInfo') return query.fn.encodeResponse(head)
  const asked =
    'id' in query.request ? (query.request.id as { workchain: number; seqno?: number }) : undefined
  if (asked?.seqno !== undefined && asked.seqno > 0) {
    if (asked.workchain === MASTERCHAIN && asked.seqno > head.last.seqno) return refuse(NOT_IN_DB)
    const kind = OF_STATES.has(query.name) ? 'states' : 'blocks'
    if (!history.has(kind, asked.workchain, asked.seqno)) return refuse(NOT_IN_DB)
  }
  const ask = (request: LiteQuery) => source.query(requestFor(request, head.last), { timeoutMs: 20_000 })
  const answer = await ask(query)
  if (query.name === 'getTransactions') {
    const kept = history.keptTransactions(query.fn, answer)
    if (kept === 0) return refuse(NOT_IN_DB)
    // As the reference: the list ends where the blocks that it keeps do.
    return kept === undefined ? answer : ask({ ...query, request: { ...query.request, count: kept } })
  }
  history.noteAnswer(query, answer)
  return isGone(query, answer, history, head.last.seqno) ? refuse(NOT_IN_DB) : answer
}

/** Encodes the request without its wait; a proof up to the head ends at the head of this server. */
function requestFor(query: LiteQuery, head: { readonly seqno: number }): Buffer {
  if (query.name === 'getBlockProof' && (query.request.mode & 1) === 0) {
    const request = { ...query.request, mode: query.request.mode | 1, targetBlock: head as never }
    return wrapLiteQuery(liteApi.getBlockProof.encodeRequest(request))
  }
  const encode = query.fn.encodeRequest as (request: unknown) => Buffer
  return wrapLiteQuery(encode(query.request))
}

/** Returns whether an answer names a block that the server does not keep, or does not have yet. */
function isGone(query: LiteQuery, answer: Buffer, history: KeptHistory, head: number): boolean {
  if (query.name !== 'lookupBlockWithProof' && query.name !== 'lookupBlock') return false
  const id = readAnswer(() => query.fn.decodeResponse(answer).id)
  if (!id) return false
  return (id.workchain === MASTERCHAIN && id.seqno > head) || !history.has('blocks', id.workchain, id.seqno)
}
