import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { COVERAGE_HEADER } from '#shared/schema/indexer.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { until } from '../../fixtures/until.ts'
import { openRecordedChain, scenarioChain } from '../gateway/recordedChain.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { askV3, type V3Reply } from '../v3/askV3.ts'
import { ask, command, headSeqno, indexedToHead, indexStatus, indexUntil, step } from './indexGateway.ts'

type MasterchainInfo = {
  readonly last: { readonly seqno: number; readonly gen_utime: string }
  readonly first: { readonly seqno: number }
}
type Rig = AsyncDisposable & Gateway

const keep = async (gateway: Gateway) => gateway
const FRIEND = `0:${'5C'.repeat(32)}`
/** The state of an account beside a transaction is known where the blocks are indexed: read-through leaves it out. */
const UNSEEN = [
  'account_state_before',
  'account_state_after',
  // Tokens and domains beside a list are those that the index has verified (compatibility-v3, Metadata).
  'metadata',
  'domain',
  // A list of traces does not wait for their classification (compatibility-v3, Actions, 2).
  'classification_state',
]

/** Questions that the network can answer where the index cannot. */
const READ_THROUGH = [
  `accountStates?address=${FRIEND}`,
  `walletStates?address=${FRIEND}`,
  `addressInformation?address=${FRIEND}`,
  `walletInformation?address=${FRIEND}`,
  `addressBook?address=${FRIEND}`,
  `transactions?account=${FRIEND}`,
  `transactions?account=${FRIEND}&sort=asc`,
  `messages?destination=${FRIEND}&direction=in`,
  `traces?account=${FRIEND}`,
  'transactionsByMasterchainBlock?seqno=2',
  'blocks?workchain=-1&seqno=3',
  'masterchainBlockShardState?seqno=4',
]

function facts(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => (UNSEEN.includes(key) ? undefined : value))
}

/** A devnet that makes blocks on demand, with indexes that do not follow it, beside one that has all of it. */
describe.each(['off', 'paused'] as const)('an index that is %s', (setting) => {
  let part: Rig
  let whole: Rig
  beforeAll(async () => {
    const index = setting === 'off' ? 'off' : { from: 12 }
    part = await openRecordedChain(await scenarioChain(), { index }, keep)
    whole = await openTemporaryGateway({ network: part.globalConfigFile ?? '', index: { from: 1 } }, keep)
    if (setting === 'paused') {
      const head = await headSeqno(part.url)
      await indexUntil(part.url, ({ coverage }) => coverage.at(-1)?.last === head)
      await command(part.url, 'pause')
    } else {
      // Read-through covers a block near the head and one far from it.
      for (const seqno of [1, 12, (await headSeqno(part.url)) - 1]) {
        expect((await askV3(part.url, `transactionsByMasterchainBlock?seqno=${seqno}`)).status).toBe(200)
      }
    }
    await pay()
    await pay()
  }, 120_000)
  afterAll(async () => {
    await whole[Symbol.asyncDispose]()
    await part[Symbol.asyncDispose]()
  })

  async function pay(): Promise<void> {
    await ask(part.url, `${DEVNET_PREFIX}/faucet`, { address: FRIEND, amount: '1500000000' })
    const { seqno } = await step(part.url, 2)
    await indexedToHead(whole.url, seqno)
  }

  async function both(path: string): Promise<{ readonly expected: V3Reply; readonly found: V3Reply }> {
    const expected = await askV3(whole.url, path)
    const found = await askV3(part.url, path)
    expect(expected.status, path).toBe(200)
    return { expected, found }
  }

  it('answers requests that can be read through as of the newest block', async () => {
    for (const path of READ_THROUGH) {
      const { expected, found } = await both(path)
      expect.soft(facts(found.body), path).toEqual(facts(expected.body))
    }
    await pay()
    for (const path of READ_THROUGH) {
      const { expected, found } = await both(path)
      expect.soft(facts(found.body), `${path}, after a payment`).toEqual(facts(expected.body))
    }
  })

  it('shows no balance of an earlier block as that of a jetton wallet', async () => {
    const balances = await vi.waitFor(async () => {
      const { status, body } = await askV3(whole.url, 'jetton/wallets?limit=100')
      expect(status).toBe(200)
      const { jetton_wallets } = body as V3Result<'jetton/wallets'>
      return new Map(jetton_wallets.map(({ address, balance }) => [address, balance]))
    }, 20_000)
    /** The transactions that deployed the wallets. */
    const first = await Promise.all(
      [...balances.keys()].slice(0, 5).map(async (address) => {
        const { body } = await askV3(whole.url, `transactions?account=${address}&sort=asc&limit=1`)
        return (body as V3Result<'transactions'>).transactions[0] ?? expect.fail(address)
      }),
    )
    for (const { mc_block_seqno } of first) {
      await askV3(part.url, `transactionsByMasterchainBlock?seqno=${mc_block_seqno}`)
    }
    /** The wallets that the lists of their traces name as such. */
    const listed = async () => {
      const infos: { readonly address: string; readonly extra: Readonly<Record<string, unknown>> }[] = []
      for (const { hash } of first) {
        const { body } = await askV3(part.url, `traces?tx_hash=${encodeURIComponent(hash)}`)
        const { metadata = {} } = body as Partial<V3Result<'traces'>>
        for (const [address, { token_info }] of Object.entries(metadata)) {
          for (const { type, extra } of token_info) {
            if (type === 'jetton_wallets') infos.push({ address, extra: { ...extra } })
          }
        }
      }
      return infos
    }
    // Detection inspects the contracts of a block after it was read.
    const found = await vi.waitFor(async () => {
      const infos = await listed()
      expect(infos.length).toBeGreaterThan(1)
      return infos
    }, 20_000)
    for (const { address, extra } of found) {
      expect(extra).toMatchObject({ jetton: expect.any(String), owner: expect.any(String) })
      if ('balance' in extra) expect.soft(extra.balance, address).toBe(balances.get(address))
    }
    // The operation itself reads the wallet.
    for (const address of new Set(found.map((info) => info.address))) {
      const { body } = await askV3(part.url, `metadata?address=${address}`)
      const [info] = (body as V3Result<'metadata'>)[address]?.token_info ?? []
      expect.soft(info?.extra?.balance, address).toBe(balances.get(address))
    }
  })

  it.each([
    'transactions',
    'messages',
    'traces',
    'blocks',
    'topAccountsByBalance',
    'blocks?workchain=0&limit=2',
  ])('refuses %s with the coverage', async (path) => {
    const { found } = await both(path)
    expect(found.status).toBe(503)
    expect(found.body).toMatchObject({ error: expect.stringMatching(/covers [1-9]/), code: 503 })
    expect(found.headers.get(COVERAGE_HEADER)).toMatch(/^\d/)
  })

  it('returns the newest block of the network, and the first covered one', async () => {
    const { expected, found } = await both('masterchainInfo')
    const { last, first } = found.body as MasterchainInfo
    expect(last).toEqual((expected.body as MasterchainInfo).last)
    expect(first.seqno).toBe((await indexStatus(part.url)).coverage[0]?.first)
  })

  it('answers lists again when it follows', async () => {
    if (setting === 'off') await command(part.url, 'settings', { mode: 'follow' })
    else await command(part.url, 'resume')
    const { expected, found } = await both(`accountStates?address=${FRIEND}`)
    expect(found.body).toEqual(expected.body)
    const head = await headSeqno(part.url)
    await indexUntil(part.url, ({ coverage }) => coverage.at(-1)?.last === head)
    const info = (await both('masterchainInfo')).expected.body as MasterchainInfo
    const recent = await both(`transactions?start_utime=${info.last.gen_utime}`)
    expect(recent.found.status).toBe(200)
  })
})

it('an index without an answering liteserver reports why the newest block is unknown', async () => {
  const source = await openTemporaryGateway(
    { network: 'devnet', devnet: { traffic: false, blockInterval: 0, scenario: false } },
    keep,
  )
  const part = await openTemporaryGateway({ network: source.globalConfigFile ?? '', index: 'off' }, keep)
  const path = 'blocks?workchain=-1&seqno=4'
  try {
    const { seqno } = await step(source.url, 4)
    // A server that answers slowly counts as a distant one: its head can be a second old.
    await until('the newest block is known', async () => {
      const { last } = (await askV3(part.url, 'masterchainInfo')).body as MasterchainInfo
      return last.seqno === seqno || undefined
    })
    expect((await askV3(part.url, path)).status).toBe(200)
    await source[Symbol.asyncDispose]()
    await vi.waitFor(() => expect(part.status().servers.alive).toBe(0), { timeout: 20_000 })
    const { status, body } = await askV3(part.url, 'masterchainInfo')
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: expect.stringMatching(/liteserver/) })
    expect((await askV3(part.url, path)).status).toBe(200)
  } finally {
    await part[Symbol.asyncDispose]()
    await source[Symbol.asyncDispose]()
  }
}, 60_000)
