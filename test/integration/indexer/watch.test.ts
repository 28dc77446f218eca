import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { INDEX_PREFIX, type WatchedAccount, type WatchedAccounts } from '#shared/schema/indexer.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { until } from '../../fixtures/until.ts'
import { endAll, type Serving, serve } from '../cli/process.ts'
import { indexedScenario, openRecordedChain } from '../gateway/recordedChain.ts'
import { askV3 } from '../v3/askV3.ts'
import { detectedToHead } from './detectedIndex.ts'
import { ask, command } from './indexGateway.ts'

const ACCOUNTS = Number(process.env.WATCHED_ACCOUNTS ?? 4)
const KILLS = Number(process.env.KILLS ?? 2)
const LONGEST_WAIT_MS = 300
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
    const { body } = await askV3(whole.url, 'transactions?workchain=0&limit=1000')
    const all = (body as { transactions: { account: string }[] }).transactions.map(({ account }) => account)
    accounts = [...new Set(all)].slice(0, ACCOUNTS)
    await start()
  }, 180_000)
  afterAll(async () => {
    await endAll()
    await whole[Symbol.asyncDispose]()
    await rm(dir, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    program = await serve(
      '--network',
      join(dir, 'config.json'),
      '--index',
      'off',
      '--data-dir',
      join(dir, 'data'),
    )
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
    const left = await command<WatchedAccounts>(program.url, 'unwatch', { account: UNKNOWN })
    expect(left.accounts).toEqual([])
  })

  it('are read back through kills without a gap, kept up to date, and answered offline', {
    timeout: 10 * DEADLINE_MS,
  }, async () => {
    const random = new SeededRandom(testSeed())
    for (const account of accounts) await watch(account, 'all')
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random.below(LONGEST_WAIT_MS))
      await end('SIGKILL')
      await start()
      expect((await list()).map(({ account }) => account).sort()).toEqual([...accounts].sort())
    }
    await listUntil((all) => all.every(isRead))

    const [paid = ''] = accounts
    await ask(whole.url, `${DEVNET_PREFIX}/faucet`, { address: paid, amount: '1000000000' })
    await detectedToHead(whole.url)
    const expected = await Promise.all(
      accounts.flatMap(paths).map(async (path) => [path, (await askV3(whole.url, path)).body] as const),
    )
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
    for (const { account, state, transactions } of await list())
      expect({ account, state, transactions }).toEqual({
        account,
        state: 'offline',
        transactions: counts.get(account),
      })
  })
})
