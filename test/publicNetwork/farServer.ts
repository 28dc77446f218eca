import { setTimeout as sleep } from 'node:timers/promises'
import type { AdnlConnection } from '../../src-main/liteserver/adnl/client.ts'
import { encodeLiteServerError } from '../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { type LiteQuery, wrapLiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'
import type { SeededRandom } from '../fixtures/seededRandom.ts'
import { serveWire, type WireQuery } from '../integration/liteserver/lies/wireServer.ts'
import { decodeLiteQuery } from '../liteserver/decodeLiteQuery.ts'
import type { Heads } from './heads.ts'
import type { Ledger } from './ledger.ts'
import type { FarServerProfile, RateRefusal } from './profiles.ts'

const NOT_IN_DB = { code: 651, message: 'block is not in db' }
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
  readonly source: AdnlConnection
  readonly heads: Heads
  readonly ledger: Ledger
  readonly random: SeededRandom
}

/** Starts a server on loopback that answers as the chain's liteserver does, from as far away as its profile says. */
export async function startFarServer(profile: FarServerProfile, context: FarServerContext) {
  const link = createLink(profile, context.random)
  const limit = createRateLimit(profile)
  const startedAt = performance.now()

  function isDown(): boolean {
    const { restarts } = profile
    if (!restarts) return false
    const since = (performance.now() - startedAt) % restarts.everyMs
    return performance.now() - startedAt > restarts.everyMs && since < restarts.downMs
  }

  async function respond(wire: WireQuery): Promise<void> {
    const { ledger } = context
    if (isDown()) return wire.destroy()
    const query = decodeLiteQuery(wire.query)
    const isBackground = query.wait !== undefined || isPoll(query)
    if (isBackground) ledger.noteBackground()
    const depth = isBackground ? undefined : ledger.noteQuery(query.name, wire.query.length)
    const refusal = limit()
    if (refusal !== undefined) {
      ledger.noteRefusal()
      if (refusal === 'close') return wire.destroy()
    }
    await link.up()
    if (profile.hangs && query.name !== 'getMasterchainInfo') return
    const answer =
      refusal === undefined
        ? await answerOf(query, profile, context)
        : encodeLiteServerError(RATE_REFUSALS[refusal])
    await link.down(answer.length)
    if (depth !== undefined) ledger.noteAnswer(depth, answer.length)
    wire.answer(wire.queryId, answer)
  }

  return serveWire((wire) => {
    // Without an answer of the chain's own server the client gets none either.
    respond(wire).catch(() => wire.destroy())
  })
}

/** Whether the pool's poll for archival servers asks: it is not part of a question. */
function isPoll({ name }: LiteQuery): boolean {
  return name === 'lookupBlock'
}

/** Delays queries and answers as a far connection does; answers share its bandwidth. */
function createLink({ rttMs, spread, bitsPerSecond, stalls }: FarServerProfile, random: SeededRandom) {
  let freeAt = 0
  const halfTrip = () => (rttMs / 2) * Math.exp(spread * normal(random))
  return {
    up: () => sleep(halfTrip()),
    async down(bytes: number): Promise<void> {
      const now = performance.now()
      freeAt = Math.max(now, freeAt) + ((bytes * 8) / bitsPerSecond) * 1_000
      const stall = random.next() < stalls.share ? stalls.ms : 0
      await sleep(freeAt - now + halfTrip() + stall)
    },
  }
}

/** Returns a normally distributed number (Box–Muller). */
function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** Returns how the server refuses a query now; undefined if it takes it. A second's queries may come at once. */
function createRateLimit({ rate }: FarServerProfile): () => RateRefusal | undefined {
  let tokens = rate?.perSecond ?? 0
  let at = performance.now()
  return () => {
    if (!rate) return undefined
    const now = performance.now()
    tokens = Math.min(rate.perSecond, tokens + ((now - at) / 1_000) * rate.perSecond)
    at = now
    if (tokens < 1) return rate.refusal
    tokens--
    return undefined
  }
}

async function answerOf(
  query: LiteQuery,
  profile: FarServerProfile,
  { source, heads, ledger }: FarServerContext,
): Promise<Buffer> {
  const refuse = (error: { readonly code: number; readonly message: string }) => {
    ledger.noteRefusal()
    return encodeLiteServerError(error)
  }
  if (profile.unknown.includes(query.name)) return refuse({ code: 0, message: 'unknown function' })
  if (query.wait && !(await heads.reached(query.wait.seqno, profile.lag, query.wait.timeoutMs))) {
    return encodeLiteServerError(WAIT_OVER)
  }
  const head = heads.behind(profile.lag)
  if (query.name === 'getMasterchainInfo') return query.fn.encodeResponse(head)
  const asked =
    'id' in query.request ? (query.request.id as { workchain: number; seqno?: number }) : undefined
  const { keeps } = profile
  if (asked?.seqno !== undefined && asked.seqno > 0) {
    if (asked.workchain === -1 && asked.seqno > head.last.seqno) return refuse(NOT_IN_DB)
    const kept = OF_STATES.has(query.name) ? keeps?.states : keeps?.blocks
    if (kept !== undefined && asked.workchain === -1 && asked.seqno <= head.last.seqno - kept) {
      return refuse(NOT_IN_DB)
    }
  }
  const answer = await source.query(requestFor(query, head.last), { timeoutMs: 20_000 })
  return isGone(query, answer, profile, head.last.seqno) ? refuse(NOT_IN_DB) : answer
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
function isGone(query: LiteQuery, answer: Buffer, { keeps }: FarServerProfile, head: number): boolean {
  if (query.name !== 'lookupBlockWithProof' && query.name !== 'lookupBlock') return false
  try {
    const { id } = query.fn.decodeResponse(answer)
    if (id.workchain !== -1) return false
    return id.seqno > head || (keeps !== undefined && id.seqno <= head - keeps.blocks)
  } catch {
    // A refusal is passed on.
    return false
  }
}
