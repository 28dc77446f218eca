import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { indexedToHead, indexStatus } from './indexGateway.ts'

type Rig = AsyncDisposable & Gateway

const keep = async (gateway: Gateway) => gateway

type Transaction = { readonly hash: string; readonly account: string; readonly lt: string }
type Trace = { readonly trace_id: string; readonly transactions_order: readonly string[] }

async function v3<T>({ url }: Gateway, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v3/${path}`, { signal: AbortSignal.timeout(60_000) })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`)
  return answer as T
}

/** What an account was between two transactions, and what it is called, only who saw the blocks can tell. */
const UNSEEN = ['account_state_before', 'account_state_after', 'address_book']

/** Without what read-through cannot know. */
function facts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(facts)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !UNSEEN.includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, facts(inner)]))
}

/** Of a transaction whose trace nobody asked for, the root is not known. */
function withoutTraces(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value) => (key === 'trace_id' ? undefined : value))
}

/** The same chain, once indexed as a whole and once only as far as questions need it. */
describe('read-through', () => {
  let whole: Rig
  let bare: Rig
  beforeAll(async () => {
    whole = await openTemporaryGateway(
      { network: 'devnet', devnet: { traffic: false, blockInterval: 0 } },
      keep,
    )
    bare = await openTemporaryGateway({ network: whole.globalConfigFile ?? '', index: 'off' }, keep)
    await indexedToHead(whole.url)
  }, 120_000)
  afterAll(async () => {
    await bare[Symbol.asyncDispose]()
    await whole[Symbol.asyncDispose]()
  })

  const both = async (path: string) => {
    const [expected, found] = await Promise.all([v3(whole, path), v3(bare, path)])
    return [facts(expected), facts(found)]
  }
  const newest = async () =>
    (await v3<{ transactions: Transaction[] }>(whole, 'transactions?workchain=0&limit=200')).transactions

  it('answers the history of every account of the scenario the first time it is asked', async () => {
    const accounts = [...new Set((await newest()).map(({ account }) => account))].slice(0, 6)
    expect(accounts.length).toBeGreaterThan(5)
    for (const account of accounts) {
      const [expected, found] = await both(`transactions?account=${account}&limit=40`)
      expect(withoutTraces(found), account).toEqual(withoutTraces(expected))
    }
  })

  it('finds the whole trace of a transaction by its hash', async () => {
    const { traces } = await v3<{ traces: Trace[] }>(whole, 'traces?limit=200')
    const long = traces.filter(({ transactions_order: order }) => order.length > 2).slice(0, 6)
    expect(long.length).toBeGreaterThan(2)
    for (const { transactions_order: order } of long) {
      const hash = encodeURIComponent(order.at(-1) ?? '')
      const [expected, found] = await both(`traces?tx_hash=${hash}`)
      expect(found).toEqual(expected)
    }
  })

  it('finds neighbours and states', async () => {
    const [transaction] = await newest()
    const hash = encodeURIComponent(transaction?.hash ?? '')
    const [expected, found] = await both(`adjacentTransactions?hash=${hash}&direction=in`)
    expect(withoutTraces(found)).toEqual(withoutTraces(expected))
    const address = transaction?.account
    const [state, foundState] = await both(`accountStates?address=${address}`)
    expect(foundState).toEqual(state)
  })

  it('remembers what it found and covers nothing that it did not see whole', async () => {
    expect(await indexStatus(bare.url)).toMatchObject({
      mode: 'off',
      state: 'idle',
      coverage: [],
      behind: null,
    })
  })

  it('says what is covered when no liteserver answers', async () => {
    await whole.close()
    await expect(v3(bare, `transactions?account=0:${'77'.repeat(32)}`)).rejects.toThrow(/^503: /)
    expect((await indexStatus(bare.url)).state).toBe('offline')
  }, 60_000)
})
