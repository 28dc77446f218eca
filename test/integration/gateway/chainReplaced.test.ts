import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX, type HeadAnswer } from '#shared/schema/devnet.ts'
import { EXAMPLES_PATH } from '#shared/schema/exampleValues.ts'
import { SSE_PATH, STREAMING_HEALTH_PATH } from '#shared/schema/streaming.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { until } from '../../fixtures/until.ts'

const ALICE = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const READERS = 16
const DEADLINE_MS = 30_000
const JSON_TYPE = { 'content-type': 'application/json' }
/** The coins that the account has in the two snapshots and on a new chain. */
const COINS = { rich: '5000000000', poor: '1000000000', new: '0' } as const
type State = keyof typeof COINS

type Reply = {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

type Question = {
  readonly name: string
  ask(url: string): Promise<Reply>
  /** Returns the account's coins by an answer with status 200, where it has them. */
  coins?(body: never): string
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response
  return { status, retryAfter: headers.get('retry-after'), text: await response.text() }
}

const get =
  (path: string): Question['ask'] =>
  async (url) =>
    replyOf(await fetch(url + path, { signal: AbortSignal.timeout(DEADLINE_MS) }))

const post =
  (path: string, body: object): Question['ask'] =>
  async (url) => {
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) }
    return replyOf(await fetch(url + path, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) }))
  }

/** Opens a stream and reads its first frame. */
async function openStream(url: string): Promise<Reply> {
  const closing = new AbortController()
  const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(DEADLINE_MS)])
  const body = JSON.stringify({ types: ['transactions'], addresses: [ALICE] })
  const response = await fetch(url + SSE_PATH, { method: 'POST', headers: JSON_TYPE, body, signal })
  if (response.status !== 200) return replyOf(response)
  const first = await response.body?.getReader().read()
  closing.abort()
  return { status: 200, retryAfter: null, text: new TextDecoder().decode(first?.value) }
}

const QUESTIONS: readonly Question[] = [
  { name: 'v2 head', ask: get('/api/v2/getMasterchainInfo') },
  {
    name: 'v2 balance',
    ask: get(`/api/v2/getAddressBalance?address=${ALICE}`),
    coins: ({ result }: { result: string }) => result,
  },
  {
    name: 'v2 account',
    ask: get(`/api/v2/getAddressInformation?address=${ALICE}`),
    coins: ({ result }: { result: { balance: string } }) => String(result.balance),
  },
  {
    name: 'v2 first block',
    ask: get('/api/v2/getBlockTransactions?workchain=-1&shard=-9223372036854775808&seqno=1'),
  },
  { name: 'v2 shards', ask: get('/api/v2/getShards?seqno=1') },
  { name: 'v2 transactions', ask: get(`/api/v2/getTransactions?address=${ALICE}&limit=3`) },
  { name: 'v2 config', ask: post('/api/v2/jsonRPC', { method: 'getConfigParam', params: { param: 34 } }) },
  { name: 'v3 head', ask: get('/api/v3/masterchainInfo') },
  { name: 'v3 blocks', ask: get('/api/v3/blocks?workchain=-1&limit=3') },
  {
    name: 'v3 account',
    ask: get(`/api/v3/accountStates?address=${ALICE}`),
    coins: ({ accounts: [account] }: { accounts: { balance: string }[] }) => account?.balance ?? '0',
  },
  {
    name: 'v3 account of v2',
    ask: get(`/api/v3/addressInformation?address=${ALICE}`),
    coins: ({ balance }: { balance: string }) => balance,
  },
  { name: 'v3 transactions', ask: get(`/api/v3/transactions?account=${ALICE}&limit=3`) },
  { name: 'stream', ask: openStream },
  { name: 'stream health', ask: get(STREAMING_HEALTH_PATH) },
  { name: 'document', ask: get('/api/v2/openapi.json') },
  { name: 'examples', ask: get(EXAMPLES_PATH) },
  { name: 'devnet', ask: get(DEVNET_PREFIX) },
  { name: 'status', ask: get('/api/tonscope/status') },
]

describe('readers while the devnet is restored and reset', () => {
  let dataDir: string
  let gateway: Gateway
  const lines: string[] = []
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-replaced-'))
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const devnet = { scenario: false, blockInterval: 0 }
    gateway = await startGateway({ port: 0, dataDir, log, devnet })
    await command('faucet', { address: ALICE, amount: COINS.poor })
    await command('save', { name: 'poor' })
    await command('faucet', { address: ALICE, amount: String(BigInt(COINS.rich) - BigInt(COINS.poor)) })
    await command('save', { name: 'rich' })
  })
  afterAll(async () => {
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function command<T>(name: string, body: object = {}): Promise<T> {
    const reply = await post(`${DEVNET_PREFIX}/${name}`, body)(gateway.url)
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${reply.text}`)
    return JSON.parse(reply.text).result
  }

  it('get right answers, or 503 with Retry-After', async () => {
    const faults = new Map<string, number>()
    const counts = { right: 0, later: 0 }
    const fault = (what: string) => faults.set(what, (faults.get(what) ?? 0) + 1)
    let isDone = false
    /** The state between two replacements, undefined during one; and how many there were. */
    let present: State | undefined = 'rich'
    let phase = 0
    let liars = 0

    async function read(reader: number): Promise<void> {
      for (let turn = reader; !isDone; turn++) {
        const question = QUESTIONS[turn % QUESTIONS.length] as Question
        const before = phase
        const reply = await question.ask(gateway.url).catch((error) => ({
          status: 0,
          retryAfter: null,
          text: String(error),
        }))
        liars = Math.max(liars, gateway.status().verification.refused)
        if (reply.status === 503 && reply.retryAfter !== null) counts.later++
        else if (reply.status !== 200) fault(`${question.name}: ${reply.status} ${reply.text.slice(0, 120)}`)
        else {
          counts.right++
          const coins = question.coins?.(JSON.parse(reply.text) as never)
          // Storage costs some nanoton a second.
          const rounded = coins === undefined ? undefined : String(Math.ceil(Number(coins) / 1e8) * 1e8)
          if (rounded === undefined) continue
          const isOne = Object.values(COINS).some((amount) => amount === rounded)
          if (!isOne) fault(`${question.name}: ${coins} coins are of no state`)
          else if (before === phase && present && COINS[present] !== rounded) {
            fault(`${question.name}: ${coins} coins are not those of ${present}`)
          }
        }
      }
    }
    async function replace(state: State): Promise<void> {
      phase++
      present = undefined
      if (state === 'new') await command<HeadAnswer>('reset')
      else await command<HeadAnswer>('restore', { name: state })
      phase++
      present = state
      // Answers that begin after a replacement are of the new chain.
      const wanted = counts.right + 3 * READERS
      await until(`the readers have ${wanted} right answers`, async () => {
        await get('/api/v2/getMasterchainInfo')(gateway.url)
        return counts.right >= wanted || undefined
      })
    }

    const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
    try {
      for (const state of ['poor', 'new', 'rich'] as const) await replace(state)
      // Two in a row, without a rest between them.
      phase++
      present = undefined
      await Promise.all([command('restore', { name: 'rich' }), command('reset')])
    } finally {
      isDone = true
      await reading
    }
    expect(Object.fromEntries(faults)).toEqual({})
    expect(liars).toBe(0)
    expect(counts.right).toBeGreaterThan(9 * READERS)
    expect(
      lines.filter((line) => /proof|quarantined|cannot be reached|cannot be written/.test(line)),
    ).toEqual([])
  })
})
