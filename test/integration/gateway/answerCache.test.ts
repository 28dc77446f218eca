import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX, type FaucetAnswer, type HeadAnswer } from '#shared/schema/devnet.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'

const ALICE = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const V2 = '/api/v2'
const KEPT = /^\d+:_:[0-9.e-]+:c$/
const ASKED = /^\d+:0:[0-9.e-]+$/

type Envelope<T> = {
  readonly ok: boolean
  readonly result: T
  readonly '@extra': string
  readonly id?: unknown
}

/** The gateway's own network, which makes blocks only on request. */
describe('answers that are given again', () => {
  let dataDir: string
  let gateway: Gateway
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-answers-'))
    gateway = await startGateway({
      port: 0,
      dataDir,
      log: pino({ level: 'silent' }),
      devnet: { scenario: false, blockInterval: 0 },
    })
  })
  afterAll(async () => {
    await gateway?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function ask<T>(path: string, body?: object): Promise<Envelope<T>> {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${gateway.url}${path}`, { signal: AbortSignal.timeout(60_000), ...init })
    const answer = (await response.json()) as Envelope<T> & { readonly error?: string }
    if (!answer.ok) throw new Error(`${path}: ${answer.error}`)
    return answer
  }

  async function command<T>(name: string, body: object = {}): Promise<T> {
    return (await ask<T>(`${DEVNET_PREFIX}/${name}`, body)).result
  }

  const gift = () => command<FaucetAnswer>('faucet', { address: ALICE, amount: '1000000000' })
  type BlockId = {
    readonly shard: string
    readonly seqno: number
    readonly root_hash: string
    readonly file_hash: string
  }
  /** The newest masterchain block, whose transactions are requested repeatedly. */
  const head = async () => {
    const { result } = await ask<{ readonly last: BlockId }>(`${V2}/getMasterchainInfo`)
    const { shard, seqno, root_hash, file_hash } = result.last
    return { workchain: -1, shard, seqno, root_hash, file_hash }
  }
  const queryOf = (params: object) =>
    new URLSearchParams(
      Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()

  it('cost one liteserver query for a hundred requests at once', async () => {
    const block = await head()
    const queries = () => gateway.status().verification.accepted
    const costs: number[] = []
    // A round can coincide with the poll of the head every second, or take longer than a second.
    for (let count = 1; count <= 14 && !costs.includes(1); count++) {
      const path = `${V2}/getBlockTransactions?${queryOf({ ...block, count })}`
      const before = queries()
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(path)))
      costs.push(queries() - before)
      expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1)
      expect(answers.filter((answer) => ASKED.test(answer['@extra'])).length).toBeGreaterThan(0)
    }
    expect(Math.min(...costs), `queries of the rounds: ${costs}`).toBe(1)
  })

  it('are those of GET, POST and JSON-RPC alike, by any name and in any spelling of a hash', async () => {
    const block = await head()
    const params = { ...block, count: 20 }
    const hex = Buffer.from(block.root_hash, 'base64').toString('hex')
    const first = await ask(`${V2}/getBlockTransactions?${queryOf(params)}`)
    expect(first['@extra']).toMatch(ASKED)
    for (const again of [
      await ask(`${V2}/getBlockTransactions?api_key=any&${queryOf({ ...params, root_hash: hex })}`),
      await ask(`${V2}/getBlockTransactions`, params),
      await ask(`${V2}/getBlockTransactions/`, { ...params, root_hash: hex.toUpperCase(), count: '020' }),
    ]) {
      expect(again).toEqual({ ...first, '@extra': expect.stringMatching(KEPT) })
    }
    const called = await ask(`${V2}/jsonRPC`, { id: 7, method: 'getBlockTransactions', params })
    expect(called).toEqual({ ...first, '@extra': expect.stringMatching(KEPT), jsonrpc: '2.0', id: 7 })
    const shards = await ask(`${V2}/getShards?seqno=1`)
    expect(await ask(`${V2}/shards?seqno=1`)).toEqual({ ...shards, '@extra': expect.stringMatching(KEPT) })
  })

  it('never outlive the block that they were true for', async () => {
    const seqno = async () =>
      (await ask<{ last: { seqno: number } }>(`${V2}/getMasterchainInfo`)).result.last.seqno
    const balance = async () => (await ask<string>(`${V2}/getAddressBalance?address=${ALICE}`)).result
    for (let turn = 0; turn < 10; turn++) {
      const made = await command<HeadAnswer>('step')
      expect([await seqno(), await seqno()]).toEqual([made.seqno, made.seqno])
    }
    for (let turn = 0; turn < 3; turn++) {
      const before = BigInt(await balance())
      await gift()
      // Some nanotons go for storage.
      expect(BigInt(await balance()) - before).toBeGreaterThan(999_990_000n)
    }
    const made = await gateway.devnet?.step(1)
    expect(await seqno()).toBe(made?.seqno)
  })

  it('are forgotten with their chain', async () => {
    const { seqno } = await command<HeadAnswer>('step')
    const path = `${V2}/getShards?seqno=${seqno}`
    await ask(path)
    expect((await ask(path))['@extra']).toMatch(KEPT)
    await command('reset')
    await expect(ask(path)).rejects.toThrow(/LITE_SERVER_NOTREADY/)
  })

  it('do not include answers that are computed at once, nor failures', async () => {
    for (const path of [`${V2}/detectAddress?address=${ALICE}`, `${V2}/packAddress?address=${ALICE}`]) {
      await ask(path)
      expect((await ask(path))['@extra']).toMatch(/^\d+:_:[0-9.e-]+$/)
    }
    const failing = () => fetch(`${gateway.url}${V2}/getShards?seqno=1000000`)
    await failing()
    const answer = (await (await failing()).json()) as Envelope<never>
    expect(answer).toMatchObject({ ok: false, '@extra': expect.stringMatching(ASKED) })
  })
})

it('nothing is given again with the cache off', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-answers-'))
  const gateway = await startGateway({ network: 'sample', port: 0, dataDir, cache: false })
  try {
    for (let turn = 0; turn < 2; turn++) {
      const response = await fetch(`${gateway.url}${V2}/getMasterchainInfo`)
      expect(await response.json()).toMatchObject({ ok: true, '@extra': expect.stringMatching(ASKED) })
    }
  } finally {
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
