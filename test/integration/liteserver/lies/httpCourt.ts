import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { type Gateway, startGateway } from '../../../../src-main/gateway/gateway.ts'
import { formatGlobalConfig } from '../../../../src-main/liteserver/globalConfig.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { until } from '../../../fixtures/until.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'
import { ask, differenceOf, type HttpAnswer, type HttpQuestion } from './httpAnswers.ts'
import { ALL_LIES, changedAnswer, LITE_SERVER_ERROR } from './interrogation.ts'
import { type Honest, type Server, serve } from './lyingServer.ts'
import { isProvablyFalse, type ToldAnswer } from './provablyFalse.ts'
import type { Subject } from './questions.ts'
import { QUERY_TIMEOUT_MS, WIRE_LIES } from './wireLies.ts'
import { serveWire } from './wireServer.ts'

/** Answers that were false, and statuses that nothing explains: there must be none of either. */
export type HttpVerdict = {
  trials: number
  /** Answers that were changed, withheld or misplaced while a request waited for them. */
  told: number
  /** By function and by lie. */
  readonly byFunction: Record<string, number>
  readonly byLie: Record<string, number>
  /** Requests whose answer was true in spite of a lie. */
  right: number
  /** Statuses of requests that failed although the truth is an answer. */
  readonly failed: Record<number, number>
  /** Failed requests whose true answer is a failure, too; no proof covers the text of a refusal. */
  refusals: number
  /** Answers of liars that the gateway refused, as its metrics say. */
  refused: number
  /** Functions and lies that the gateway did not count as a failed proof of the liar, with their number. */
  readonly uncounted: Record<string, number>
  /** Those of them that were read in time, and that a client of the liar alone refuses: there must be none. */
  readonly missed: string[]
  readonly falseAnswers: string[]
  readonly badStatuses: string[]
}

export function newHttpVerdict(): HttpVerdict {
  return {
    trials: 0,
    told: 0,
    byFunction: {},
    byLie: {},
    right: 0,
    failed: {},
    refusals: 0,
    refused: 0,
    uncounted: {},
    missed: [],
    falseAnswers: [],
    badStatuses: [],
  }
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

export type HttpCourt = {
  /** Sends a request, to one of whose queries the liar gives a false answer. */
  tryLie(question: HttpQuestion, seed: number, verdict: HttpVerdict): Promise<void>
  readonly gateway: Gateway
  close(): Promise<void>
}

export type HttpCourtOptions = {
  readonly honest: Honest
  readonly subject: Subject
  readonly truth: Truth
  /** Whether an honest liteserver stands beside the liars; default true. */
  readonly hasHonest?: boolean
  /** The only lie, of WIRE_LIES or ALL_LIES; default: all of them. */
  readonly only?: string
  /** Liteservers that lie, each once per request; default 1. */
  readonly liars?: number
}

/** A quarantine ends at once, so that the liar is used again; a back-off ends with the next poll. */
const LIMITS = {
  queryTimeoutMs: QUERY_TIMEOUT_MS,
  pollMs: 500,
  idlePollMs: 500,
  backOffMs: 0.01,
  maxBackOffMs: 0.01,
  quarantineMs: 0.01,
  /** Every liar is tried before the honest server. */
  attempts: 16,
}
/** Limits of the honest gateway: a busy machine can be slow. */
const PATIENT = { queryTimeoutMs: 60_000 }
/** Time limit for a true answer: on a busy machine read-through can time out several times. */
const TRUTH_MS = 300_000
/** One lie in HEAD_EVERY is about the head, one in WIRE_EVERY is a breach of the protocol. */
const HEAD_EVERY = 16
const WIRE_EVERY = 6
/** The lie is about one of the first queries of a request. */
const MAX_SKIPPED = 3
/** Delay of the honest server, ms. */
const HONEST_MS = 15
/** Waits for a whole deadline. */
const SLOW_LIES = new Set(['no answer', 'a late answer', 'a wrong query id'])
const SLOW_EVERY = 10
const REFUSAL = 'a refusal'
/** Asked by polls alone. */
const OF_POLLS = 'lookupBlock'
const HEAD = 'getMasterchainInfo'

/** Of 503 where no liteserver gives the answer and the index does not have it. */
const NOT_COVERED = /the index covers|is indexed|no liteserver is available/

/** Returns whether a request can fail so: behind a lone liar also by its refusals, and for want of a server. */
function isExplained({ status, body, retryAfter }: HttpAnswer, isAlone: boolean): boolean {
  if (status === 502 || status === 504) return true
  if (status === 503) return retryAfter !== null || NOT_COVERED.test(body)
  return isAlone && (status === 542 || (status === 500 && body.includes('LITE_SERVER_')))
}

/** What is armed: at which query of a request the liar lies, and how. */
type Armed = {
  readonly random: SeededRandom
  readonly isAboutHead: boolean
  readonly isWire: boolean
  /** Queries of the request that are still answered truly. */
  skip: number
  /** The false answer of each liar. */
  readonly told: ({ readonly fn: string; readonly lie: string; readonly answer?: ToldAnswer } | undefined)[]
}

async function openGateway(
  dir: string,
  servers: readonly Server[],
  zeroState: BlockIdExt,
  limits: object,
): Promise<Gateway> {
  const config = {
    liteservers: servers.map(({ address }) => address),
    zeroState,
    initBlock: zeroState,
    hardforks: [],
  }
  const network = join(dir, 'network.json')
  await writeFile(network, formatGlobalConfig(config))
  const log = pino({ level: 'silent' })
  // The nearest servers are used: the liars, unless they are quarantined.
  const liteservers = { limits, random: () => 0 }
  return startGateway({ network, port: 0, dataDir: dir, index: 'off', cache: false, liteservers, log })
}

/** What a gateway behind an honest liteserver answers. */
export type Truth = {
  answer(question: HttpQuestion): Promise<HttpAnswer>
  close(): Promise<void>
}

export async function openTruth(honest: Honest, { zeroState }: Subject): Promise<Truth> {
  const dir = await mkdtemp(join(tmpdir(), 'tonscope-truth-'))
  const server = await serve(honest)
  const gateway = await openGateway(dir, [server], zeroState, PATIENT)
  const known = new Map<string, Promise<HttpAnswer>>()
  const find = async (question: HttpQuestion): Promise<HttpAnswer> => {
    const read = async () => {
      const answer = await ask(gateway.url, question)
      const isLate = answer.status === 503 || answer.status === 504 || answer.unknownTraces > 0
      return isLate ? undefined : answer
    }
    return until(`the honest gateway answers ${question.path}`, read, { timeoutMs: TRUTH_MS })
  }
  return {
    answer(question) {
      const key = `${question.path} ${question.body ?? ''}`
      const answer = known.get(key) ?? find(question)
      known.set(key, answer)
      return answer
    },
    async close() {
      await gateway.close()
      await server.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Opens a gateway without index behind liteservers that lie and, by default, an honest one after them. Its
 * answers are compared with those of `truth`.
 */
export async function openHttpCourt({
  honest,
  subject,
  hasHonest = true,
  liars: liarCount = 1,
  truth,
  only,
}: HttpCourtOptions): Promise<HttpCourt> {
  const dir = await mkdtemp(join(tmpdir(), 'tonscope-lies-'))
  let armed: Armed | undefined

  /** Returns what the liar sends instead of the answer, undefined for the answer. */
  async function lieAbout(
    liar: number,
    data: Buffer,
    answer: Buffer,
  ): Promise<Buffer | keyof typeof WIRE_LIES | undefined> {
    const now = armed
    if (!now || now.told[liar]) return undefined
    const query = decodeLiteQuery(data)
    if (query.name === OF_POLLS || (query.name === HEAD) !== now.isAboutHead) return undefined
    if (now.skip-- > 0) return undefined
    const { random } = now
    if (now.isWire) {
      const name = only ?? random.pick(Object.keys(WIRE_LIES))
      const isTooSlow = only === undefined && SLOW_LIES.has(name) && random.below(SLOW_EVERY) > 0
      // Nothing proves a refusal: that of a second server is passed on.
      const isRefused = now.told.some((told) => told?.lie === REFUSAL)
      const lie = isTooSlow || (isRefused && name === REFUSAL) ? 'an empty answer' : name
      now.told[liar] = { fn: query.name, lie }
      return lie
    }
    // A refusal has no fields to change: an answer is made up.
    const isRefusal = answer.readUInt32LE(0) === LITE_SERVER_ERROR
    const lies = isRefusal ? ['the answer about something else'] : ALL_LIES
    for (let tries = 0; tries < lies.length; tries++) {
      const lie = only ?? random.pick(lies)
      const changed = await changedAnswer({ query, answer, lie, random, honest, subject })
      if (!changed || changed.equals(answer)) continue
      if (now !== armed || now.told[liar]) return undefined
      now.told[liar] = { fn: query.name, lie, answer: { query, bytes: changed } }
      return changed
    }
    return undefined
  }

  // Farther away than the liars, so that these are asked first.
  const truthServer = await serve(async (query) => {
    await sleep(HONEST_MS)
    return honest(query)
  })
  const openLiar = (index: number) =>
    serveWire(async (wire) => {
      const answer = await honest(wire.query)
      const now = armed
      const lie = await lieAbout(index, wire.query, answer)
      if (typeof lie === 'string') WIRE_LIES[lie]?.(wire, answer, (now as Armed).random)
      else wire.answer(wire.queryId, lie ?? answer)
    })
  const liars = await Promise.all(Array.from({ length: liarCount }, (_, index) => openLiar(index)))
  const servers = hasHonest ? [...liars, truthServer] : liars
  const gateway = await openGateway(dir, servers, subject.zeroState, LIMITS)

  /** Waits until two servers are alive, or the only one. */
  async function isReady(): Promise<void> {
    const wanted = Math.min(2, servers.length)
    await until(
      `${wanted} liteservers are alive`,
      () => gateway.status().servers.alive >= wanted || undefined,
      {
        pauseMs: 5,
      },
    )
  }

  /** A metric of each liteserver. */
  async function metricOf(name: string): Promise<readonly number[]> {
    const text = await (await fetch(`${gateway.url}/metrics`)).text()
    const samples = text.matchAll(new RegExp(`^tonscope_liteserver_${name}{[^}]*} (\\d+)$`, 'gm'))
    return [...samples].map(([, value]) => Number(value))
  }

  /** Counts of each liteserver: answers that were refused, and queries whose answers were not read. */
  async function countsOf() {
    const [refused, timeouts, failures, unproved] = await Promise.all(
      ['proof_failures_total', 'timeouts_total', 'failures_total', 'unproved_heads_total'].map(metricOf),
    )
    const unread = timeouts?.map((count, liar) => count + (failures?.[liar] ?? 0) + (unproved?.[liar] ?? 0))
    return { refused, unread }
  }

  /** Waits until no query is under way, and returns the counts. */
  async function finalCounts() {
    await until(
      'no query is under way',
      async () => (await metricOf('in_flight')).every((queries) => queries === 0) || undefined,
    )
    return countsOf()
  }

  return {
    gateway,
    async tryLie(question, seed, verdict) {
      const expected = await truth.answer(question)
      const random = new SeededRandom(seed)
      await isReady()
      const now: Armed = {
        random,
        isAboutHead: random.below(HEAD_EVERY) === 0,
        isWire: only === undefined ? random.below(WIRE_EVERY) === 0 : only in WIRE_LIES,
        skip: random.below(MAX_SKIPPED),
        told: [],
      }
      const before = await countsOf()
      armed = now
      const got = await ask(gateway.url, question)
      armed = undefined
      const after = await finalCounts()
      verdict.trials++
      const told = now.told
        .flatMap((one, liar) => one && [{ ...one, liar }])
        .filter((one) => one !== undefined)
      if (told.length === 0) {
        // A failure is that of a machine that is too busy.
        const found = got.status === 200 && differenceOf(got, expected)
        if (found) verdict.falseAnswers.push(`${question.path}, nothing told: ${found}`)
        return
      }
      verdict.told += told.length
      for (const { fn, lie, liar, answer } of told) {
        increase(verdict.byFunction, fn)
        increase(verdict.byLie, lie)
        const refused = (after.refused?.[liar] ?? 0) - (before.refused?.[liar] ?? 0)
        verdict.refused += refused
        if (refused > 0) continue
        increase(verdict.uncounted, `${fn}: ${lie}`)
        const isRead = after.unread?.[liar] === before.unread?.[liar] && got.status !== 504
        if (!isRead || !answer || !(await isProvablyFalse(answer, honest, subject))) continue
        verdict.missed.push(
          `${question.path} ${question.body ?? ''}, seed ${seed}, ${fn}: ${lie}, liar ${liar}`,
        )
      }
      const lies = told.map(({ fn, lie }) => `${fn}: ${lie}`).join('; ')
      const found = differenceOf(got, expected)
      const about = `${question.path} ${question.body ?? ''}, seed ${seed}, ${lies}: ${found}`
      if (found === undefined) verdict.right++
      else if (got.status < 500) verdict.falseAnswers.push(about)
      else if (expected.status !== 200) verdict.refusals++
      else {
        verdict.failed[got.status] = (verdict.failed[got.status] ?? 0) + 1
        if (!isExplained(got, !hasHonest)) verdict.badStatuses.push(about)
      }
    },
    async close() {
      await gateway.close()
      await Promise.all([...liars, truthServer].map((server) => server.close()))
      await rm(dir, { recursive: true, force: true })
    },
  }
}
