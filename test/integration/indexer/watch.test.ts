import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import {
  COVERAGE_HEADER,
  INDEX_PREFIX,
  type WatchedAccount,
  type WatchedAccounts,
} from '#shared/schema/indexer.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { until } from '../../fixtures/until.ts'
import { endAll, type Serving, serve } from '../cli/process.ts'
import { indexedScenario, openRecordedChain } from '../gateway/recordedChain.ts'
import { askV3 } from '../v3/askV3.ts'
import { detectedToHead } from './detectedIndex.ts'
import { ask, command, step } from './indexGateway.ts'

const ACCOUNTS = Number(process.env.WATCHED_ACCOUNTS ?? 4)
const KILLS = Number(process.env.WATCH_KILLS ?? 2)
/** A program is killed at a random moment after its start. */
const LONGEST_LIFE_MS = 1_500
/** With this interval, s, each block that is made on request has a message of the traffic. */
const TRAFFIC_INTERVAL = 60
/** Long enough for a loaded machine. */
const DEADLINE_MS = 90_000 + 2_000 * ACCOUNTS
const UNKNOWN = `0:${'E'.repeat(64)}`

const REFUSED: readonly (readonly [name: 'watch' | 'unwatch', body: object, reason: RegExp])[] = [
  ['watch', {}, /422: account is missing/],
  ['watch', { account: 'nothing' }, /422: account: nothing is no address/],
  ['watch', { account: UNKNOWN, depth: '0' }, /422: depth is all, a number of transactions or a date/],
  ['watch', { account: UNKNOWN, depth: '2026-02-30' }, /422: depth is all/],
  ['unwatch', { account: UNKNOWN }, /404: .* is not watched/],
]

/** Fields that need the blocks, or that name an account by its present state. */
const UNSEEN = ['account_state_before', 'account_state_after', 'address_book', 'metadata']

function facts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(facts)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !UNSEEN.includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, facts(inner)]))
}

type Lists = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Returns the accounts of a chain, those with the most tokens first. */
async function accountsOf(url: string): Promise<readonly string[]> {
  const rows = async (path: string) => Object.values((await askV3(url, path)).body as Lists)[0] ?? []
  const items = await rows('nft/items?limit=1000&include_on_sale=false')
  const wallets = await rows('jetton/wallets?limit=1000')
  const owners = [...wallets, ...items].map(({ owner, owner_address: holder }) => String(owner ?? holder))
  const counts = new Map<string, number>()
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const all = (await rows('transactions?workchain=0&limit=1000')).map(({ account }) => String(account))
  return [...new Set([...owners, ...all])]
    .filter((account) => all.includes(account))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
}

/** Returns the rows of lists as a set: rows without an order, or of one logical time, have that of their insertion. */
function unordered(body: unknown): unknown {
  const lists = Object.entries(body as Lists).map(([name, rows]) => [
    name,
    Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)).sort() : rows,
  ])
  return Object.fromEntries(lists)
}

/** A devnet with an index of all blocks, and a program with an index of watched accounts only. */
describe('watched accounts', () => {
  let whole: Gateway & AsyncDisposable
  let dir: string
  let program: Serving
  let accounts: readonly string[]
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tonscope-watch-'))
    whole = await openRecordedChain(await indexedScenario(), {}, async (gateway) => gateway)
    await copyFile(whole.globalConfigFile ?? '', join(dir, 'config.json'))
    await detectedToHead(whole.url)
    accounts = (await accountsOf(whole.url)).slice(0, ACCOUNTS)
    await start()
  }, 180_000)
  afterAll(async () => {
    await endAll()
    await whole[Symbol.asyncDispose]()
    await rm(dir, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    const options = ['--network', join(dir, 'config.json'), '--index', 'off', '--data-dir', join(dir, 'data')]
    program = await serve(...options, '--port', '0')
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    program.kill(signal)
    await program.ended
  }
  const watch = (account: string, depth?: string) =>
    command<WatchedAccounts>(program.url, 'watch', { account, ...(depth !== undefined && { depth }) })
  const listed = (query: string) => ask<WatchedAccounts>(program.url, `${INDEX_PREFIX}/watched?${query}`)
  const list = async () => (await listed('limit=1000')).accounts
  const isRead = ({ state, open_traces: open }: WatchedAccount) => state === 'current' && open === 0
  async function listUntil(isMet: (all: readonly WatchedAccount[]) => boolean) {
    let last: readonly WatchedAccount[] = []
    return until(
      () => `the watched accounts change: ${JSON.stringify(last)}`,
      async () => {
        last = await list()
        return isMet(last) ? last : undefined
      },
      { timeoutMs: DEADLINE_MS },
    )
  }
  const paths = (account: string) => [
    `transactions?account=${account}&limit=1000`,
    `traces?account=${account}&limit=100&include_actions=true`,
  ]
  const tokenPaths = (account: string) => [
    `jetton/wallets?owner_address=${account}&limit=100`,
    `jetton/transfers?owner_address=${account}&limit=100`,
    `jetton/burns?owner_address=${account}&limit=100`,
    `nft/items?owner_address=${account}&limit=100`,
    `nft/transfers?owner_address=${account}&limit=100`,
  ]
  /** Returns the answers of the whole index about the accounts, by their paths. */
  async function answers(of: (account: string) => readonly string[]) {
    const found: (readonly [path: string, body: unknown])[] = []
    for (const path of accounts.flatMap(of)) {
      const { status, body } = await askV3(whole.url, path)
      expect({ path, status }).toEqual({ path, status: 200 })
      found.push([path, body])
    }
    return found
  }
  /** Makes blocks with traffic until `signal` aborts. */
  async function makeTraffic(signal: AbortSignal): Promise<void> {
    const set = (body: object) => ask(whole.url, `${DEVNET_PREFIX}/settings`, body)
    await set({ traffic: true, block_interval: TRAFFIC_INTERVAL })
    while (!signal.aborted) await step(whole.url, 1)
    await set({ traffic: false, block_interval: 0 })
    // The traces of its last messages end.
    await step(whole.url, 12)
  }

  it.each(REFUSED)('are not changed by %s %j', async (name, body, reason) => {
    await expect(command(program.url, name, body)).rejects.toThrow(reason)
  })

  it('can be unknown to the network, and be removed', async () => {
    await watch(UNKNOWN)
    const [one] = await listUntil((all) => all.every(isRead))
    expect(one).toMatchObject({ account: UNKNOWN, depth: '1000', transactions: 0, detail: null })
    expect(await listed(`account=${UNKNOWN.toLowerCase()}`)).toMatchObject({ total: 1, accounts: [one] })
    expect(await listed(`account=${accounts[0]}`)).toMatchObject({ total: 1, accounts: [] })
    expect(await listed('limit=1&offset=1')).toMatchObject({ total: 1, accounts: [] })
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'account=nothing', 'page=2'])
      await expect(listed(query)).rejects.toThrow(/422/)
    // Its first transaction continues no history.
    await ask(whole.url, `${DEVNET_PREFIX}/faucet`, { address: UNKNOWN, amount: '1000000000' })
    await watch(UNKNOWN)
    const [begun] = await listUntil((all) =>
      all.every((found) => isRead(found) && found.newest_utime !== null),
    )
    expect(begun).toMatchObject({ account: UNKNOWN, transactions: 1, is_complete: true, detail: null })
    const left = await command<WatchedAccounts>(program.url, 'unwatch', { account: UNKNOWN })
    expect(left.accounts).toEqual([])
  })

  it('stay as they are while a second gateway has the same data directory', async () => {
    const [account = ''] = accounts
    await watch(account, '5')
    const mine = program
    try {
      await start()
      await expect(listed('limit=1000')).rejects.toThrow(/503: .*in use by process/)
      await expect(watch(UNKNOWN)).rejects.toThrow(/503: .*in use by process/)
      await end('SIGKILL')
    } finally {
      program = mine
    }
    expect((await list()).map(({ account: one, depth }) => [one, depth])).toEqual([[account, '5']])
    await command(program.url, 'unwatch', { account })
  })

  it('are read back through kills without a gap, kept up to date, and answered offline', {
    timeout: 10 * DEADLINE_MS,
  }, async () => {
    const random = new SeededRandom(testSeed())
    for (const account of accounts) await watch(account, 'all')
    const ended = new AbortController()
    const traffic = makeTraffic(ended.signal)
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random.below(LONGEST_LIFE_MS))
      await end('SIGKILL')
      await start()
      expect((await list()).map(({ account }) => account).sort()).toEqual([...accounts].sort())
    }
    ended.abort()
    await traffic
    await listUntil((all) => all.every(isRead))

    const [paid = ''] = accounts
    await ask(whole.url, `${DEVNET_PREFIX}/faucet`, { address: paid, amount: '1000000000' })
    await detectedToHead(whole.url)
    const expected = await answers(paths)
    const tokens = await answers(tokenPaths)
    const counts = new Map(
      expected.flatMap(([path, body]) => {
        const found = /^transactions\?account=([^&]+)/.exec(path)?.[1]
        return found ? [[found, (body as { transactions: unknown[] }).transactions.length]] : []
      }),
    )
    // A check that is not due for a minute is made at once.
    for (const account of accounts) await watch(account)
    await listUntil((all) =>
      all.every((one) => isRead(one) && one.is_complete && one.transactions === counts.get(one.account)),
    )
    await end('SIGTERM')
    await whole.close()
    await start()
    for (const [path, body] of expected) {
      const answer = await askV3(program.url, path)
      expect({ path, status: answer.status, body: facts(answer.body) }).toEqual({
        path,
        status: 200,
        body: facts(body),
      })
    }
    const rows = new Map<string, number>()
    for (const [path, body] of tokens) {
      const [kind = ''] = path.split('?')
      rows.set(kind, (rows.get(kind) ?? 0) + (Object.values(body as Lists)[0]?.length ?? 0))
      const answer = await askV3(program.url, path)
      const found = { path, status: answer.status, body: unordered(facts(answer.body)) }
      expect.soft(found).toEqual({ path, status: 200, body: unordered(facts(body)) })
      expect.soft(answer.headers.get(COVERAGE_HEADER)).toMatch(/ as of seqno \d+, completeness unproved$/)
    }
    // Lists without rows would be equal with any stored rows.
    expect([...rows.values()].every((number) => number > 0)).toBe(true)
    for (const { account, state, transactions } of await list())
      expect({ account, state, transactions }).toEqual({
        account,
        state: 'offline',
        transactions: counts.get(account),
      })
  })
})
