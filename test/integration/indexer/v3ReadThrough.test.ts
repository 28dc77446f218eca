import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { indexedScenario, openRecordedChain } from '../gateway/recordedChain.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { indexedToHead, indexStatus, indexUntil } from './indexGateway.ts'
import { openRelay } from './relay.ts'

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
    whole = await openRecordedChain(await indexedScenario(), {}, keep)
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

  const both = async (path: string) => {
    const [expected, found] = await Promise.all([v3(whole, path), v3(bare, path)])
    return [facts(expected), facts(found)]
  }
  const newest = async () =>
    (await v3<{ transactions: Transaction[] }>(whole, 'transactions?workchain=0&limit=200')).transactions
  const orders = async () =>
    (await v3<{ traces: Trace[] }>(whole, 'traces?limit=200')).traces.map(
      ({ transactions_order: order }) => order,
    )
  const encoded = (hash: string | undefined) => encodeURIComponent(hash ?? '')

  /** Paths that read-through answers, by subject. */
  const questions = {
    async trace() {
      const order = (await orders()).find(({ length }) => length > 3) ?? []
      return [`traces?tx_hash=${encoded(order[1])}`, `traces?trace_id=${encoded(order[0])}`]
    },
    async actions() {
      await indexUntil(whole.url, ({ classification }) => classification.pending === 0)
      const paths: string[] = []
      for (const type of ['jetton_transfer', 'nft_transfer']) {
        const { actions } = await v3<{ actions: { trace_id: string; transactions: string[] }[] }>(
          whole,
          `actions?action_type=${type}&limit=2`,
        )
        expect(actions.length).toBeGreaterThan(0)
        for (const { trace_id, transactions } of actions) {
          paths.push(
            `actions?trace_id=${encoded(trace_id)}&include_accounts=true`,
            `actions?tx_hash=${encoded(transactions[0])}&action_type=${type}`,
            `traces?trace_id=${encoded(trace_id)}&include_actions=true`,
          )
        }
      }
      return paths
    },
    async pages() {
      const account = (await newest()).at(-1)?.account
      const pages = ['limit=3', 'limit=3&offset=2', 'limit=4&sort=asc', 'limit=2&offset=3&sort=asc']
      return pages.map((page) => `transactions?account=${account}&${page}`)
    },
    async account() {
      const account = (await newest())[3]?.account
      return [
        `traces?account=${account}&limit=5`,
        `traces?account=${account}&limit=3&sort=asc`,
        `messages?destination=${account}&direction=in&limit=5`,
        `messages?source=${account}&limit=5&sort=asc`,
      ]
    },
    async message() {
      const received = (await newest()).find(({ in_msg }) => typeof in_msg?.source === 'string')
      const message = encoded(received?.in_msg?.hash)
      return [
        `transactions?hash=${encoded(received?.hash)}`,
        ...['', '&direction=in', '&direction=out'].map(
          (direction) => `transactionsByMessage?msg_hash=${message}${direction}`,
        ),
      ]
    },
    async histories() {
      const accounts = [...new Set((await newest()).map(({ account }) => account))].slice(0, 6)
      expect(accounts.length).toBeGreaterThan(5)
      return accounts.map((account) => `transactions?account=${account}&limit=200`)
    },
    async lastOfTraces() {
      const long = (await orders()).filter(({ length }) => length > 2).slice(0, 6)
      expect(long.length).toBeGreaterThan(2)
      return long.map((order) => `traces?tx_hash=${encoded(order.at(-1))}`)
    },
    async neighbours() {
      const [transaction] = await newest()
      return [
        `adjacentTransactions?hash=${encoded(transaction?.hash)}&direction=in`,
        `accountStates?address=${transaction?.account}`,
      ]
    },
  }

  it.each([
    ['the whole trace of a transaction that is not indexed', 'trace'],
    ['the actions of traces that are not indexed, with their contracts', 'actions'],
    ['any page of a history, from either end', 'pages'],
    ['the traces and the messages of an account', 'account'],
    ['the sender and the receiver of a message', 'message'],
    ['the history of every account of the scenario on first request', 'histories'],
    ['the whole trace of a transaction by its hash', 'lastOfTraces'],
    ['neighbours and states', 'neighbours'],
  ] as const)('finds %s', async (_subject, name) => {
    for (const path of await questions[name]()) {
      const [expected, found] = await both(path)
      expect(found, path).toEqual(expected)
    }
  })

  it('has an empty history for an account that was never used', async () => {
    expect(await v3(bare, `transactions?account=0:${'5a'.repeat(32)}`)).toMatchObject({ transactions: [] })
  })

  it('refuses the actions of an account, which can be in traces without its transactions', async () => {
    const account = (await newest())[3]?.account
    const refused = v3(bare, `actions?account=${account}&limit=5`)
    await expect(refused).rejects.toThrow(/^503: .*ask traces\?account=…&include_actions=true/)
    expect(await v3(bare, `traces?account=${account}&include_actions=true&limit=2`)).toMatchObject({
      traces: [{ actions: expect.any(Array) }, { actions: expect.any(Array) }],
    })
  })

  it('refuses messages that are on their way to an account, and names those that it lists', async () => {
    const account = (await newest())[3]?.account
    const refused = v3(bare, `messages?destination=${account}&limit=5`)
    await expect(refused).rejects.toThrow(/^503: .*direction=in lists those that arrived; it covers none/)
  })

  it('stores the found rows, and covers only blocks that it read as a whole', async () => {
    expect(await indexStatus(bare.url)).toMatchObject({
      mode: 'off',
      state: 'idle',
      coverage: [],
      behind: null,
    })
  })

  it('lists the same without a liteserver, and otherwise names the coverage', async () => {
    const paths = (await Promise.all(Object.values(questions).map((list) => list()))).flat()
    await using relay = await openRelay(whole.globalConfigFile ?? '')
    await using alone = await openTemporaryGateway(
      { network: relay.globalConfigFile, index: 'off', cache: false },
      keep,
    )
    for (const path of paths) await v3(alone, path)
    // The answers to later questions have the names that earlier ones brought.
    const before: unknown[] = []
    for (const path of paths) before.push(await v3(alone, path))
    relay.cut()
    await vi.waitFor(() => expect(alone.status().servers.alive).toBe(0), { timeout: 20_000 })
    for (const [index, path] of paths.entries()) {
      const found = await v3<object>(alone, path).catch(String)
      // A state that was read once can have changed: it is refused, and left out of address books.
      if (path.startsWith('accountStates')) expect.soft(found, path).toMatch(/503: .*covers none/)
      else expect.soft(before[index], path).toMatchObject(found as object)
    }
    await expect(v3(alone, `transactions?account=0:${'77'.repeat(32)}`)).rejects.toThrow(/^503: /)
    expect((await indexStatus(alone.url)).state).toBe('offline')
  }, 60_000)
})
