import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { until } from '../../fixtures/until.ts'
import { readMetrics } from '../access/metricsReading.ts'
import { indexUntil } from '../indexer/indexGateway.ts'
import { toJson } from '../operations/ask.ts'
import { successes } from '../operations/successes.ts'
import { pathOf } from '../v3/askV3.ts'
import { type V3Question, v3Questions } from '../v3/questions.ts'
import { openV3Scene, type V3Scene } from '../v3/v3Scene.ts'

/** A gateway that follows a network over ADNL answers the same when the network is gone, and after a restart too. */

/** Operations whose answers are in no index: they need a liteserver. */
const NOT_INDEXED: Readonly<Record<string, object>> = {
  getMasterchainBlockSignatures: { seqno: 5 },
  getShardBlockProof: { workchain: 0, shard: '8000000000000000', seqno: 5 },
  getOutMsgQueueSize: {},
  getLibraries: { libraries: ['0'.repeat(64)] },
}
/** Operations that need neither network nor index. */
const LOCAL: ReadonlySet<string> = new Set(['detectAddress', 'detectHash', 'packAddress', 'unpackAddress'])
const HOUR_MS = 3_600_000
/**
 * A request that waits for a liteserver, or for a failed one to be used again, gets no answer before its deadline. A
 * liteserver is polled once, so that every later query is that of a request or of the index.
 */
const LIMITS = {
  firstServerMs: HOUR_MS,
  queryTimeoutMs: HOUR_MS,
  backOffMs: HOUR_MS,
  maxBackOffMs: HOUR_MS,
  pollMs: HOUR_MS,
  idlePollMs: HOUR_MS,
}

const INDEX_HEAD = 'x-index-head'

type RawAnswer = { readonly status: number; readonly text: string; readonly coverage: string | null }
type V2Question = { readonly name: string; readonly params: object }

async function fetchAnswer(url: string, path: string, body?: string): Promise<RawAnswer> {
  const init = body === undefined ? {} : { method: 'POST', body }
  const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
  const coverage = response.headers.get('x-index-coverage')
  return { status: response.status, text: await response.text(), coverage }
}

const askV3 = (url: string, { name, params, body }: V3Question) =>
  fetchAnswer(url, `${V3_PREFIX}/${pathOf(name, params)}`, body && JSON.stringify(body))

/** Leaves out `@extra` and the timestamp, which depend on the time of the request. */
async function askV2(url: string, { name, params }: V2Question): Promise<unknown> {
  const { status, text } = await fetchAnswer(url, `/api/v2/${name}`, toJson(params))
  const { '@extra': _extra, ...answer } = JSON.parse(text)
  if (answer.result?.timestamp) delete answer.result.timestamp
  return { status, ...answer }
}

async function inTurn<Question, Answer>(
  questions: readonly Question[],
  ask: (question: Question) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const question of questions) answers.push(await ask(question))
  return answers
}

describe('a gateway without any liteserver', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-network-gone-'))
  const network = join(dir, 'gone.json')
  let scene: (V3Scene & AsyncDisposable) | undefined
  let follower: Gateway
  /** Its index has the newest blocks only. */
  let late: Gateway
  let v3: readonly V3Question[]
  let v2: readonly V2Question[]
  let before: { readonly v3: readonly RawAnswer[]; readonly v2: readonly unknown[] }
  let head: number
  /** Header of an answer while the network was running. */
  let liveIndexHead: string | null
  let unknown: string
  let early: string
  let libraryUser: string | undefined

  const open = (name: string, settings: Pick<GatewaySettings, 'index'> = {}) =>
    startGateway({
      network,
      port: 0,
      dataDir: join(dir, name),
      cache: false,
      liteservers: { limits: LIMITS },
      log: pino({ level: 'silent' }),
      ...settings,
    })
  const covered = (url: string, first: number) =>
    indexUntil(url, ({ coverage }) => coverage.some((range) => range.first === first && range.last >= head))
  /** Sends requests that need a liteserver until the gateway has noticed that none is alive. */
  const gone = ({ url, status }: Gateway) =>
    until('no liteserver is alive', async () => {
      await fetchAnswer(url, '/api/v2/getOutMsgQueueSize')
      return status().servers.alive === 0 || undefined
    })

  beforeAll(async () => {
    scene = await openV3Scene()
    head = scene.head
    unknown = scene.scene.neverUsed
    early = scene.alice
    libraryUser = scene.scene.accounts.get('Guest book (code in a library)')
    copyFileSync(scene.scene.globalConfigFile, network)
    follower = await open('follower')
    late = await open('late', { index: { from: head - 5 } })
    await covered(follower.url, 1)
    // Domains in address books depend on it.
    await indexUntil(follower.url, ({ detection: { pending, waiting } }) => pending === 0 && waiting === 0)
    await covered(late.url, head - 5)
    v3 = v3Questions(scene)
    v2 = Object.entries(successes(scene.scene))
      .filter(([name]) => !(name in NOT_INDEXED))
      .flatMap(([name, requests]) => requests.map(({ params }) => ({ name, params })))
    before = {
      v3: await inTurn(v3, (question) => askV3(follower.url, question)),
      v2: await inTurn(v2, (question) => askV2(follower.url, question)),
    }
    const live = await fetch(`${follower.url}/api/v2/getMasterchainInfo`)
    liveIndexHead = live.headers.get(INDEX_HEAD)
    await scene[Symbol.asyncDispose]()
    scene = undefined
    await Promise.all([gone(follower), gone(late)])
  }, 180_000)
  afterAll(async () => {
    await scene?.[Symbol.asyncDispose]()
    await follower?.close()
    await late?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Sends requests; fails if one of them sent a query to a liteserver. */
  async function withoutQueries<Result>({ url }: Gateway, requests: () => Promise<Result>): Promise<Result> {
    const before = await liteserverQueries(url)
    const result = await requests()
    expect(await liteserverQueries(url)).toEqual(before)
    return result
  }

  /** Returns whether a question needs a public library, which the index does not have. */
  function usesLibrary({ name, params }: V2Question): boolean {
    return name === 'runGetMethod' && 'address' in params && params.address === libraryUser
  }

  async function expectAsBefore({
    without = () => false,
  }: {
    without?: (question: V2Question) => boolean
  } = {}) {
    const after = await inTurn(v3, (question) => askV3(follower.url, question))
    for (const [index, question] of v3.entries()) {
      expect.soft(after[index], JSON.stringify(question)).toEqual(before.v3[index])
    }
    const afterV2 = await inTurn(v2, (question) => askV2(follower.url, question))
    for (const [index, question] of v2.entries()) {
      if (without(question)) {
        const error = expect.stringContaining('does not keep public libraries')
        expect.soft(afterV2[index], toJson(question)).toMatchObject({ status: 503, error })
      } else expect.soft(afterV2[index], toJson(question)).toEqual(before.v2[index])
    }
  }

  it('had answered every question while the network was running', () => {
    expect(before.v3.filter(({ status }) => status !== 200)).toEqual([])
    expect(before.v3.length).toBeGreaterThan(60)
    expect(before.v2.filter((answer) => (answer as RawAnswer).status !== 200)).toEqual([])
    expect(before.v2.length).toBeGreaterThan(150)
  })

  it(
    'answers v3, and v2 of covered blocks, to the byte as before',
    () => withoutQueries(follower, expectAsBefore),
    60_000,
  )

  it('refuses what the index does not have without waiting for a liteserver', async () => {
    await withoutQueries(follower, async () => {
      for (const [name, params] of Object.entries(NOT_INDEXED)) {
        const { status, text } = await fetchAnswer(follower.url, `/api/v2/${name}`, JSON.stringify(params))
        expect([name, status, text]).toEqual([name, 503, expect.stringContaining('the index does not keep')])
      }
    })
  })

  it('answers outside of coverage with the covered range, never with an empty list', async () => {
    const range = `${head - 5}-${head}`
    const paths = [
      `transactions?account=${unknown}`,
      `transactions?account=${early}&limit=1000`,
      `transactions?account=${early}&sort=asc`,
      `transactions?hash=${'7'.repeat(64)}`,
      `transactions?mc_seqno=${head - 6}`,
      'transactions?end_utime=2',
      'transactions?seqno=1&workchain=0&shard=8000000000000000',
      `transactionsByMasterchainBlock?seqno=${head - 6}`,
      `transactionsByMessage?msg_hash=${'7'.repeat(64)}`,
      `adjacentTransactions?hash=${'7'.repeat(64)}`,
      `messages?source=${unknown}`,
      `messages?msg_hash=${'7'.repeat(64)}`,
      `traces?tx_hash=${'7'.repeat(64)}`,
      `traces?trace_id=${'7'.repeat(64)}`,
      `traces?account=${unknown}`,
      `traces?mc_seqno=${head - 6}`,
      'blocks?workchain=-1&shard=8000000000000000&seqno=1',
      `blocks?root_hash=${'7'.repeat(64)}`,
      `masterchainBlockShards?seqno=${head - 6}`,
      `masterchainBlockShardState?seqno=${head - 6}`,
      `accountStates?address=${unknown}`,
      `walletStates?address=${unknown}`,
    ]
    const v2Requests = [
      ['getTransactions', { address: unknown }],
      ['getAddressInformation', { address: unknown }],
      ['getShards', { seqno: head - 6 }],
      ['getShards', { seqno: head + 1000 }],
      ['getBlockHeader', { workchain: -1, shard: '8000000000000000', seqno: 1 }],
      ['lookupBlock', { workchain: -1, shard: '8000000000000000', seqno: head + 1 }],
    ] as const
    await withoutQueries(late, async () => {
      for (const path of paths) {
        const { status, text } = await fetchAnswer(late.url, `${V3_PREFIX}/${path}`)
        expect.soft([path, status, text]).toEqual([path, 503, expect.stringContaining(range)])
      }
      for (const [name, params] of v2Requests) {
        const { status, text } = await fetchAnswer(late.url, `/api/v2/${name}`, JSON.stringify(params))
        expect.soft([name, status, text]).toEqual([name, 503, expect.stringContaining(range)])
      }
    })
  })

  it('does not claim that a block after the covered ones does not exist', async () => {
    const paths = [
      `transactionsByMasterchainBlock?seqno=${head + 1}`,
      `transactions?mc_seqno=${head + 1}`,
      `traces?mc_seqno=${head + 1}`,
      `masterchainBlockShards?seqno=${head + 1}`,
      `masterchainBlockShardState?seqno=${head + 1}`,
      `blocks?workchain=-1&shard=8000000000000000&seqno=${head + 1}`,
    ]
    await withoutQueries(follower, async () => {
      for (const path of paths) {
        const { status, text } = await fetchAnswer(follower.url, `${V3_PREFIX}/${path}`)
        expect.soft([path, status, text]).toEqual([path, 503, expect.stringContaining(`1-${head}`)])
      }
    })
  })

  it('answers the same after a start without the network', async () => {
    await follower.close()
    follower = await open('follower')
    await gone(follower)
    // The process before had cached a library that a question had needed.
    await withoutQueries(follower, () => expectAsBefore({ without: usesLibrary }))
  }, 60_000)

  // After the restart: a process that had the network answers some of them from the proved blocks in its memory.
  it("names the index's head in a header of v2 answers from the index", async () => {
    expect(liveIndexHead).toBeNull()
    const indexHeadOf = async (name: string, params: object) => {
      const response = await fetch(`${follower.url}/api/v2/${name}`, { method: 'POST', body: toJson(params) })
      expect([name, response.status]).toEqual([name, 200])
      return response.headers.get(INDEX_HEAD)
    }
    for (const { name, params } of v2) {
      if (usesLibrary({ name, params })) continue
      // The history before logical time 0 is empty on every chain.
      const isLocal = LOCAL.has(name) || ('lt' in params && params.lt === 0 && name === 'getTransactionsStd')
      expect
        .soft(await indexHeadOf(name, params), toJson({ name, params }))
        .toBe(isLocal ? null : String(head))
    }
    expect(await indexHeadOf('getConsensusBlock', {})).toBe(String(head))
  }, 60_000)
})

/** Returns how many queries each liteserver was sent. */
async function liteserverQueries(url: string): Promise<readonly number[]> {
  const metrics = readMetrics(await (await fetch(`${url}/metrics`)).text())
  const queries = [...(metrics.get('tonscope_liteserver_queries_total')?.samples.values() ?? [])]
  if (queries.length === 0) throw new Error('no liteserver is among the metrics')
  return queries
}
