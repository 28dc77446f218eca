import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { indexedToHead, indexStatus, indexUntil } from './indexGateway.ts'

type Rig = AsyncDisposable & Gateway

const keep = async (gateway: Gateway) => gateway

type Transaction = {
  readonly hash: string
  readonly account: string
  readonly lt: string
  readonly in_msg: { readonly hash: string; readonly source: string | null } | null
}
type Trace = { readonly trace_id: string; readonly transactions_order: readonly string[] }

async function v3<T>({ url }: Gateway, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v3/${path}`, { signal: AbortSignal.timeout(60_000) })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`)
  return answer as T
}

/** Fields that need the blocks: the state of an account between two transactions, and its names. */
const UNSEEN = [
  'account_state_before',
  'account_state_after',
  'address_book',
  'metadata',
  // A list of traces does not wait until they are classified.
  'classification_state',
]

/** Leaves out fields that read-through cannot derive. */
function facts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(facts)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !UNSEEN.includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, facts(inner)]))
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
    bare = await openTemporaryGateway(
      { network: whole.globalConfigFile ?? '', index: 'off', cache: false },
      keep,
    )
    await indexedToHead(whole.url)
  }, 120_000)
  afterAll(async () => {
    await bare[Symbol.asyncDispose]()
    await whole[Symbol.asyncDispose]()
  })

  const asked = new Set<string>()
  const both = async (path: string) => {
    asked.add(path)
    const [expected, found] = await Promise.all([v3(whole, path), v3(bare, path)])
    return [facts(expected), facts(found)]
  }
  const newest = async () =>
    (await v3<{ transactions: Transaction[] }>(whole, 'transactions?workchain=0&limit=200')).transactions

  it('finds the whole trace of a transaction that is not indexed', async () => {
    const { traces } = await v3<{ traces: Trace[] }>(whole, 'traces?limit=200')
    const order = traces.find(({ transactions_order: all }) => all.length > 3)?.transactions_order ?? []
    const path = `traces?tx_hash=${encodeURIComponent(order[1] ?? '')}`
    const [expected, found] = await both(path)
    expect(found).toEqual(expected)
    const by = `traces?trace_id=${encodeURIComponent(order[0] ?? '')}`
    expect((await both(by))[1]).toEqual(expected)
  })

  it('derives the actions of traces that are not indexed, with their contracts', async () => {
    await indexUntil(whole.url, ({ classification }) => classification.pending === 0)
    for (const type of ['jetton_transfer', 'nft_transfer']) {
      const { actions } = await v3<{ actions: { trace_id: string; transactions: string[] }[] }>(
        whole,
        `actions?action_type=${type}&limit=2`,
      )
      expect(actions.length).toBeGreaterThan(0)
      for (const { trace_id, transactions } of actions) {
        for (const path of [
          `actions?trace_id=${encodeURIComponent(trace_id)}&include_accounts=true`,
          `actions?tx_hash=${encodeURIComponent(transactions[0] ?? '')}&action_type=${type}`,
          `traces?trace_id=${encodeURIComponent(trace_id)}&include_actions=true`,
        ]) {
          const [expected, found] = await both(path)
          expect(found, path).toEqual(expected)
        }
      }
    }
  })

  it('refuses the actions of an account, which can be in traces without its transactions', async () => {
    const account = (await newest())[3]?.account
    const refused = v3(bare, `actions?account=${account}&limit=5`)
    await expect(refused).rejects.toThrow(/^503: .*ask traces\?account=…&include_actions=true/)
    expect(await v3(bare, `traces?account=${account}&include_actions=true&limit=2`)).toMatchObject({
      traces: [{ actions: expect.any(Array) }, { actions: expect.any(Array) }],
    })
  })

  it('answers any page of a history, from either end', async () => {
    const account = (await newest()).at(-1)?.account
    for (const page of ['limit=3', 'limit=3&offset=2', 'limit=4&sort=asc', 'limit=2&offset=3&sort=asc']) {
      const [expected, found] = await both(`transactions?account=${account}&${page}`)
      expect(found, page).toEqual(expected)
    }
    expect(await v3(bare, `transactions?account=0:${'5a'.repeat(32)}`)).toMatchObject({ transactions: [] })
  })

  it('finds the traces and the messages of an account', async () => {
    const account = (await newest())[3]?.account
    for (const path of [
      `traces?account=${account}&limit=5`,
      `traces?account=${account}&limit=3&sort=asc`,
      `messages?destination=${account}&direction=in&limit=5`,
      `messages?source=${account}&limit=5&sort=asc`,
    ]) {
      const [expected, found] = await both(path)
      expect(found, path).toEqual(expected)
    }
  })

  it('refuses messages that are on their way to an account, and names those that it lists', async () => {
    const account = (await newest())[3]?.account
    const refused = v3(bare, `messages?destination=${account}&limit=5`)
    await expect(refused).rejects.toThrow(/^503: .*direction=in lists those that arrived; it covers none/)
  })

  it('finds the sender and the receiver of a message', async () => {
    const received = (await newest()).find(({ in_msg }) => typeof in_msg?.source === 'string')
    await both(`transactions?hash=${encodeURIComponent(received?.hash ?? '')}`)
    const message = encodeURIComponent(received?.in_msg?.hash ?? '')
    for (const direction of ['', '&direction=in', '&direction=out']) {
      const [expected, found] = await both(`transactionsByMessage?msg_hash=${message}${direction}`)
      expect(found, direction).toEqual(expected)
    }
  })

  it('answers the history of every account of the scenario on first request', async () => {
    const accounts = [...new Set((await newest()).map(({ account }) => account))].slice(0, 6)
    expect(accounts.length).toBeGreaterThan(5)
    for (const account of accounts) {
      const [expected, found] = await both(`transactions?account=${account}&limit=200`)
      expect(found, account).toEqual(expected)
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
    expect(found).toEqual(expected)
    const address = transaction?.account
    const [state, foundState] = await both(`accountStates?address=${address}`)
    expect(foundState).toEqual(state)
  })

  it('stores the found rows, and covers only blocks that it read as a whole', async () => {
    expect(await indexStatus(bare.url)).toMatchObject({
      mode: 'off',
      state: 'idle',
      coverage: [],
      behind: null,
    })
  })

  it('answers the same without a liteserver, and otherwise names the coverage', async () => {
    const answers = () => Promise.all([...asked].map((path) => v3(bare, path)))
    const before = await answers()
    await whole.close()
    await vi.waitFor(() => expect(bare.status().servers.alive).toBe(0), { timeout: 20_000 })
    for (const [index, path] of [...asked].entries()) {
      expect.soft(await v3(bare, path).catch(String), path).toEqual(before[index])
    }
    await expect(v3(bare, `transactions?account=0:${'77'.repeat(32)}`)).rejects.toThrow(/^503: /)
    expect((await indexStatus(bare.url)).state).toBe('offline')
  }, 60_000)
})
