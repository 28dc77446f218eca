import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { INDEX_PREFIX, type WatchedAccount, type WatchedAccounts } from '#shared/schema/indexer.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import { formatGlobalConfig, parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { until } from '../../fixtures/until.ts'
import { type FarServerProfile, faultless } from '../../publicNetwork/profiles.ts'
import { startPublicNetwork } from '../../publicNetwork/startPublicNetwork.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { serve } from '../liteserver/lies/lyingServer.ts'
import { openScene, type Scene } from '../operations/scene.ts'
import { askV3 } from '../v3/askV3.ts'
import { rawOf } from '../v3/v3Scene.ts'
import { ask, command, step } from './indexGateway.ts'

/** Long enough for a loaded machine. */
const DEADLINE_MS = 90_000
/** Blocks and states that a server without an archive keeps. */
const KEPT = { blocks: 40, states: 30 }
/** An account whose transactions are all in the newest blocks. */
const NEW = `0:${'7B'.repeat(32)}`

/** Server profiles by their fault. */
const FAULTY = {
  pruned: { ...faultless(1), keeps: KEPT },
  hanging: { ...faultless(1), hangs: true },
  limited: { ...faultless(1), rate: { perSecond: 10, refusal: 'close' } },
  archival: { ...faultless(8), rate: { perSecond: 120, refusal: 'proxy' } },
} as const satisfies Readonly<Record<string, FarServerProfile>>

/** A devnet with an index of all blocks, and gateways that watch its accounts through servers with faults. */
describe('watching accounts through liteservers with faults', () => {
  let scene: Scene
  let dir: string
  /** The whole histories by account, newest first. */
  const truth = new Map<string, readonly TransactionJson[]>()
  let deleted: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tonscope-watch-faults-'))
    scene = await openScene({ isIndexed: true })
    for (let payment = 0; payment < 3; payment++)
      await ask(scene.url, `${DEVNET_PREFIX}/faucet`, { address: NEW, amount: '1000000000' })
    await step(scene.url, 3)
    const { body } = await askV3(scene.url, 'transactions?limit=1000')
    const all = (body as { transactions: TransactionJson[] }).transactions
    deleted =
      all.find(({ end_status }) => end_status === 'nonexist')?.account ?? expect.fail('none was deleted')
    for (const account of accounts())
      truth.set(
        account,
        all.filter((one) => one.account === account),
      )
  }, 180_000)
  afterAll(async () => {
    await scene[Symbol.asyncDispose]()
    await rm(dir, { recursive: true, force: true })
  })

  const alice = () => rawOf(scene.accounts.get('alice') ?? '')
  const accounts = () => [
    alice(),
    rawOf(scene.frozen),
    rawOf(scene.uninit),
    rawOf(scene.neverUsed),
    deleted,
    NEW,
  ]

  /** Starts a gateway without following over these servers and a lying one, which watches all accounts. */
  async function open(servers: readonly FarServerProfile[]) {
    const chain = parseGlobalConfig(await readFile(scene.globalConfigFile, 'utf8'))
    const [address] = chain.liteservers
    if (!address) throw new Error('the devnet has no liteserver')
    const network = await startPublicNetwork({ chain, servers })
    const source = await connectAdnl(address)
    const random = new SeededRandom(testSeed())
    const liar = await serve(
      (query) => source.query(query),
      async ({ name }, answer) => {
        if (name === 'getMasterchainInfo' || random.below(2) === 0) return undefined
        const changed = Buffer.from(answer)
        const at = random.below(changed.length)
        changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
        return changed
      },
    )
    const config = join(dir, `${servers.length}.json`)
    const liteservers = [...network.config.liteservers, liar.address]
    await writeFile(config, formatGlobalConfig({ ...chain, liteservers }))
    const gateway = await openTemporaryGateway({ network: config, index: 'off' }, async (one) => one)
    for (const account of accounts()) await command(gateway.url, 'watch', { account, depth: 'all' })
    const list = async () =>
      (await ask<WatchedAccounts>(gateway.url, `${INDEX_PREFIX}/watched?limit=1000`)).accounts
    return {
      url: gateway.url,
      async listUntil(isMet: (all: readonly WatchedAccount[]) => boolean) {
        let last: readonly WatchedAccount[] = []
        return until(
          () => `the watched accounts change: ${JSON.stringify(last)}`,
          async () => {
            last = await list()
            return isMet(last) ? last : undefined
          },
          { timeoutMs: DEADLINE_MS },
        )
      },
      async [Symbol.asyncDispose]() {
        await gateway[Symbol.asyncDispose]()
        await network.close()
        await liar.close()
        source.close()
      },
    }
  }

  it('reads whole histories of accounts in all states where one server of them has all blocks', {
    timeout: 2 * DEADLINE_MS,
  }, async () => {
    await using rig = await open(Object.values(FAULTY))
    const read = await rig.listUntil((all) =>
      all.every(({ state, open_traces: open }) => state === 'current' && open === 0),
    )
    for (const { account, transactions, is_complete: isComplete } of read) {
      const expected = truth.get(account) ?? []
      expect.soft({ account, transactions, isComplete }).toEqual({
        account,
        // The network names no transactions of an account that does not exist. The search of a short chain finds them,
        // and so do the traces of the other accounts.
        transactions: account === deleted ? expect.toBeOneOf([0, expected.length]) : expected.length,
        isComplete: true,
      })
      const { status, body } = await askV3(rig.url, `transactions?account=${account}&limit=1000`)
      const found = (body as { transactions?: TransactionJson[] }).transactions ?? []
      expect.soft({ account, status, hashes: found.map(({ hash }) => hash) }).toEqual({
        account,
        status: 200,
        hashes: expected.map(({ hash }) => hash),
      })
    }
  })

  it('keeps what the servers have without a gap, says what they lack, and reads the others', {
    timeout: 2 * DEADLINE_MS,
  }, async () => {
    const { archival: _, ...others } = FAULTY
    await using rig = await open(Object.values(others).map((one) => ({ ...one, keeps: KEPT })))
    const isEnded = ({ account, state }: WatchedAccount) =>
      state === 'failed' || (state === 'current' && account !== alice())
    const read = await rig.listUntil((all) => all.every(isEnded))
    const of = (account: string) => read.find((one) => one.account === account)
    expect(of(NEW)).toMatchObject({ state: 'current', is_complete: true, transactions: 3, detail: null })
    expect(of(alice())).toMatchObject({
      is_complete: false,
      detail: expect.stringMatching(/no liteserver gives the rest: .*not in db/),
    })
    // The blocks that they keep have some of its transactions.
    expect(of(alice())?.transactions).toBeGreaterThan(0)
    for (const { account, is_complete: isComplete, transactions, ...times } of read) {
      const expected = truth.get(account) ?? []
      if (transactions > 0)
        expect.soft({ account, ...times }).toMatchObject({
          account,
          newest_utime: expected[0]?.now,
          oldest_utime: expected[transactions - 1]?.now,
        })
      if (isComplete && transactions > 0) expect.soft(transactions).toBe(expected.length)
      const { status, body } = await askV3(rig.url, `transactions?account=${account}&limit=1000`)
      if (status !== 200) continue
      const found = (body as { transactions: TransactionJson[] }).transactions
      expect.soft(found.map(({ hash }) => hash)).toEqual(expected.map(({ hash }) => hash))
    }
  })
})
