import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { dns, dnsOf, domainAddress } from '../../../src-main/devnet/scenario/dns.ts'
import { jettonWalletOf } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { jettons, jettonsOf } from '../../../src-main/devnet/scenario/jettons.ts'
import { multisig } from '../../../src-main/devnet/scenario/multisig.ts'
import { sendFrom } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { until } from '../../fixtures/until.ts'
import { brokenContracts } from '../devnet/brokenContracts.ts'
import { uninitDeposit } from '../devnet/changingContracts.ts'
import { forgedContracts, UNINIT_MASTER } from '../devnet/forgedContracts.ts'
import type { HostileContract } from '../devnet/hostileContracts.ts'
import { lateCounterparts, lateZone, manyItems, transferRequest } from '../devnet/lateCounterparts.ts'
import { replaceableMaster } from '../devnet/replaceableMaster.ts'
import { openScene, type Scene } from '../devnet/scene.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { type Server, serve } from '../liteserver/lies/lyingServer.ts'
import { askV3 } from '../v3/askV3.ts'

type Rig = AsyncDisposable & Gateway
type Row = { readonly address?: string; readonly nft_item_address?: string }

const TIMEOUT = 180_000
/** Messages of one external message. */
const BATCH = 12
/** Maximum number of contracts of one answer that are looked at. */
const LOOKED_AT = 64
/** Queries that a gateway sends without a request. */
const POLLS: ReadonlySet<string> = new Set([
  'getMasterchainInfo',
  'getMasterchainInfoExt',
  'getVersion',
  'getTime',
])
const OFF = 'x_no_search=true'
const ROWS = {
  'jetton/wallets': 'jetton_wallets',
  'nft/items': 'nft_items',
  'dns/records': 'records',
} as const

const rawOf = (address: Address) => address.toRawString().toUpperCase()

describe('a hint server that names forged contracts', () => {
  let scene: Scene
  let network: Server
  let folder: string
  let forged: readonly HostileContract[]
  /** Numbers of queries to the liteserver by name. */
  const queries = new Map<string, number>()
  /** What the hint server answers: contracts for lists, places for hashes. */
  let named: readonly string[] = []
  let places: readonly { readonly account: string; readonly lt: string }[] = []
  const hintServer = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://hints').pathname.replace(/^\/api\/v3\//, '')
    const rows = named.map((address) => ({ address, nft_item_address: address }))
    const list = ROWS[path as keyof typeof ROWS]
    response.end(JSON.stringify(list ? { [list]: rows } : { transactions: places }))
  })

  beforeAll(async () => {
    scene = await openScene([wallets, jettons, collection, dns, multisig])
    const { context, users } = scene
    forged = [...forgedContracts(users), ...brokenContracts()]
    await play(uninitDeposit(UNINIT_MASTER), ...forged.map(({ deploy }) => deploy))
    const { store } = context.devnet
    const answer = liteserver({ store, now: () => context.now() })
    network = await serve(
      (query) => answer(query, { signal: new AbortController().signal }),
      async ({ name }) => {
        queries.set(name, (queries.get(name) ?? 0) + 1)
        return undefined
      },
    )
    folder = await mkdtemp(join(tmpdir(), 'tonscope-forgeries-'))
    const { zeroState } = store
    const config = { liteservers: [network.address], zeroState, initBlock: zeroState, hardforks: [] }
    await writeFile(join(folder, 'served.json'), formatGlobalConfig(config))
    hintServer.listen(0, '127.0.0.1')
    await once(hintServer, 'listening')
  }, TIMEOUT)
  afterAll(async () => {
    hintServer.closeAllConnections()
    hintServer.close()
    await network.close()
    await scene.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends messages of the treasury and waits until all that follows from them has happened. */
  async function play(...messages: readonly Transfer[]): Promise<void> {
    const { context, users } = scene
    for (let start = 0; start < messages.length; start += BATCH) {
      await sendFrom(context, users.treasury, messages.slice(start, start + BATCH))
      await context.settle()
    }
  }

  async function open(): Promise<Rig> {
    const url = `http://127.0.0.1:${(hintServer.address() as AddressInfo).port}/api/v3`
    const hints = { url, pace: { intervalMs: 0, pauseMs: 0 } }
    const rig = await openTemporaryGateway(
      { network: join(folder, 'served.json'), index: 'off', hints },
      async (gateway) => gateway,
    )
    await atHead(rig)
    return rig
  }

  /** Waits until a gateway has seen the newest block. */
  async function atHead({ url }: Rig): Promise<void> {
    const head = scene.context.devnet.store.head().seqno
    const seqno = async () => {
      const answered = await fetch(`${url}/api/v2/getMasterchainInfo`)
      const { result } = (await answered.json()) as { result?: { last: { seqno: number } } }
      return (result?.last.seqno ?? 0) >= head ? true : undefined
    }
    await until(() => `block ${head} is seen`, seqno)
  }

  /** Returns the contracts of a list, in upper case, when the hint server names these. */
  async function listed(rig: Rig, path: string, contracts: readonly string[]): Promise<readonly string[]> {
    named = contracts
    const { status, body, headers } = await askV3(rig.url, path)
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
    expect(headers.get('x-index-coverage'), path).toMatch(/, hints 127\.0\.0\.1:\d+, completeness unproved/)
    const rows = (body as Record<string, readonly Row[]>)[ROWS[path.replace(/\?.*/, '') as keyof typeof ROWS]]
    return (rows ?? []).map((row) => (row.address ?? row.nft_item_address ?? '').toUpperCase())
  }

  /** Returns the numbers of proved and dropped contracts and places. */
  async function judged({ url }: Rig): Promise<{ readonly proved: number; readonly dropped: number }> {
    const text = await (await fetch(`${url}/metrics`)).text()
    const found = text.matchAll(/^tonscope_hint_\w+\{host="[^"]+",result="(\w+)"\} (\d+)$/gm)
    const { proved = 0, dropped = 0 } = Object.fromEntries(
      [...found].map(([, result, value]) => [result, Number(value)]),
    )
    return { proved, dropped }
  }

  /** Returns the number of queries to the liteserver that `work` causes. */
  async function queriesOf(work: () => Promise<unknown>): Promise<number> {
    queries.clear()
    await work()
    const counted = [...queries].filter(([name]) => !POLLS.has(name))
    return counted.reduce((sum, [, count]) => sum + count, 0)
  }

  /** Returns the genuine contracts of the scenario's alice by list. */
  function genuine() {
    const { users } = scene
    const { zone } = dnsOf(users)
    const { crane } = jettonsOf(users)
    const item = scene.accountsOf('NFT item')
    return {
      crane: rawOf(crane.address),
      wallet: rawOf(jettonWalletOf(crane, users.alice.address)),
      items: item.map(rawOf),
      collection: scene.accountsOf('NFT collection').map(rawOf)[0] ?? '',
      domain: rawOf(domainAddress(zone.address, 'alice')),
      owner: rawOf(users.alice.address),
    }
  }
  /** Returns the items of alice among the forged ones: they claim nothing of others. */
  const harmlessItems = () =>
    forgedContracts(scene.users)
      .filter(({ expected }) => expected.verified.includes('nft_item'))
      .map(({ address }) => rawOf(address))

  it('leads to no jetton wallet, item or domain that its master or collection denies', {
    timeout: TIMEOUT,
  }, async () => {
    await using rig = await open()
    const { crane, wallet, items, collection: birds, domain, owner } = genuine()
    const lies = forged.map(({ address }) => rawOf(address))
    const ofOwner = harmlessItems()
    const questions = [
      { path: `jetton/wallets?owner_address=${owner}`, truth: [wallet], expected: [wallet] },
      { path: `jetton/wallets?jetton_address=${crane}&sort=desc`, truth: [wallet], expected: [wallet] },
      { path: `nft/items?owner_address=${owner}&limit=100`, truth: [], expected: ofOwner },
      {
        path: `nft/items?owner_address=${owner}&include_on_sale=true&limit=100`,
        truth: [],
        expected: ofOwner,
      },
      {
        path: `nft/items?collection_address=${birds}`,
        truth: items.slice(0, 3),
        expected: items.slice(0, 3),
      },
      { path: `dns/records?wallet=${owner}`, truth: [domain], expected: [domain] },
    ]
    expect(lies.length).toBeGreaterThan(40)
    // In two parts: only so many are looked at, and an answer is kept for a minute.
    await using other = await open()
    for (const { path, truth, expected } of questions) {
      const before = await judged(rig)
      const found = [
        ...(await listed(rig, path, [...truth, ...lies.slice(0, 30)])),
        ...(await listed(other, path, lies.slice(30))),
      ]
      expect(new Set(found), path).toEqual(new Set(expected))
      const { proved, dropped } = await judged(rig)
      const harmlessHere = lies.slice(0, 30).filter((one) => expected.includes(one)).length
      expect(proved - before.proved, path).toBe(truth.length + harmlessHere)
      expect(dropped - before.dropped, path).toBe(30 - harmlessHere)
    }
  })

  it('leads to no contract whose master denies it after it had acknowledged it', {
    timeout: TIMEOUT,
  }, async () => {
    const { alice } = scene.users
    const claims = lateCounterparts(alice.address, 9).filter(({ kind }) => kind !== 'multisig_order')
    const { master, wallet, acknowledging, denying } = replaceableMaster(alice.address)
    const { items, deploy, denying: denyingItem } = manyItems(alice.address, 3)
    await play(...claims.flatMap((one) => one.deploy), master, wallet, ...deploy)
    const all = [...claims.map(({ claim }) => claim), wallet.to, ...items].map(rawOf)
    const [lateWallet = '', lateItem = '', replaced = '', ...many] = all
    const walletsPath = `jetton/wallets?owner_address=${rawOf(alice.address)}`
    const itemsPath = `nft/items?owner_address=${rawOf(alice.address)}`
    const collected = async (rig: Rig) =>
      new Set([...(await listed(rig, walletsPath, all)), ...(await listed(rig, itemsPath, all))])
    await using rig = await open()
    expect(await collected(rig)).toEqual(new Set(many))
    await play(...claims.map((one) => one.acknowledge), acknowledging)
    await atHead(rig)
    expect(await collected(rig)).toEqual(new Set([lateWallet, lateItem, replaced, ...many]))
    // The contracts themselves get no message, and the index has them as acknowledged.
    await play(...claims.map((one) => one.deny), denying, denyingItem(1))
    await atHead(rig)
    expect(await collected(rig)).toEqual(new Set([many[0], many[2]]))
    const { dropped } = await judged(rig)
    expect(dropped).toBeGreaterThan(0)
  })

  it('gives no domain to an item whose collection the DNS root does not name', {
    timeout: TIMEOUT,
  }, async () => {
    const { alice } = scene.users
    const zone = lateZone(alice.address)
    await play(...zone.deploy)
    await using rig = await open()
    const item = rawOf(zone.item)
    const owner = rawOf(alice.address)
    const { domain } = genuine()
    expect(await listed(rig, `dns/records?wallet=${owner}`, [item, domain])).toEqual([domain])
    expect(await listed(rig, `nft/items?owner_address=${owner}`, [item])).toContain(item)
    expect(await judged(rig)).toMatchObject({ dropped: 1 })
  })

  it('makes no jetton transfer of a message to a wallet that its master denies', {
    timeout: TIMEOUT,
  }, async () => {
    const { context, users } = scene
    const { crane } = jettonsOf(users)
    const lying = forged.find(({ name }) => name.includes('does not acknowledge'))
    if (!lying) throw new Error('there is no forged wallet')
    const played = await scene.after(() =>
      sendFrom(context, users.alice, [transferRequest(lying.address, users.bob.address)]),
    )
    const asked = played.find(({ accountAddr }) => accountAddr.equals(lying.address.hash))
    if (!asked) throw new Error('the forged wallet got no message')
    await using rig = await open()
    places = [{ account: rawOf(lying.address), lt: String(asked.lt) }]
    const hash = encodeURIComponent(asked.hash.toString('base64'))
    const { status, body } = await askV3(rig.url, `transactions?hash=${hash}&${OFF}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const { body: actions } = await askV3(rig.url, `actions?tx_hash=${hash}&include_accounts=true&${OFF}`)
    const found = (actions as { actions: readonly { type: string }[] }).actions
    expect(found.map(({ type }) => type)).toEqual(['call_contract'])
    expect(JSON.stringify(found).toUpperCase()).not.toContain(rawOf(crane.address))
    const { body: transfers } = await askV3(rig.url, `jetton/wallets?address=${rawOf(lying.address)}`)
    expect((transfers as { jetton_wallets: object[] }).jetton_wallets).toEqual([])
  })

  it('costs no more queries to liteservers for thousands of candidates than for as many as are looked at', {
    timeout: TIMEOUT,
  }, async () => {
    const random = new SeededRandom('candidates')
    const { owner, collection: birds } = genuine()
    const lies = forged.map(({ address }) => rawOf(address))
    const strangers = Array.from({ length: 5_000 }, () => `0:${random.bytes(32).toString('hex')}`)
    const thousands = [...lies, ...strangers]
    for (const path of [`jetton/wallets?owner_address=${owner}`, `nft/items?collection_address=${birds}`]) {
      await using rig = await open()
      const count = await queriesOf(() => listed(rig, path, thousands))
      expect(count, path).toBeGreaterThan(LOOKED_AT)
      // Each candidate and the contracts that they name, which are fewer.
      expect(count, path).toBeLessThanOrEqual(1.5 * LOOKED_AT)
      // A detection asks for the head, which is not asked for where it is awaited: at far servers.
      expect(queries.get('getMasterchainInfo') ?? 0, path).toBeLessThanOrEqual(2 * LOOKED_AT)
      // The next page reads nothing again.
      const next = () => listed(rig, `${path}&offset=10`, thousands)
      expect(await queriesOf(next), path).toBeLessThanOrEqual(4)
    }
  })

  it('costs few queries to liteservers for any place of a hash', { timeout: TIMEOUT }, async () => {
    const random = new SeededRandom('places')
    await using rig = await open()
    const accounts = [...forged.map(({ address }) => rawOf(address)), genuine().owner, genuine().crane]
    const lts = ['1', '999', '1000003', '9223372036854775807', '18446744073709551615']
    const last = scene.transactions.at(-1)?.lt ?? 1n
    const others = scene.transactions.map(({ workchain, accountAddr, lt }) => ({
      account: `${workchain}:${accountAddr.toString('hex')}`,
      lt: String(lt),
    }))
    const claims = accounts.flatMap((account) => [
      ...[...lts, String(last), String(last + 1n)].map((lt) => ({ account, lt })),
      ...Array.from({ length: 7 }, () => others[random.below(others.length)] ?? { account, lt: '1' }),
    ])
    let most = 0
    for (let asked = 0; asked < 60; asked++) {
      const length = asked % 2 === 0 ? 2 : 3_000
      places = Array.from({ length }, () => claims[random.below(claims.length)] ?? { account: '', lt: '' })
      const hash = encodeURIComponent(random.bytes(32).toString('base64'))
      const count = await queriesOf(async () => {
        expect((await askV3(rig.url, `transactions?hash=${hash}&${OFF}`)).status).toBe(503)
      })
      expect(count, JSON.stringify(places.slice(0, 2))).toBeLessThanOrEqual(8)
      most = Math.max(most, count)
    }
    expect(most).toBeGreaterThan(2)
    const { proved, dropped } = await judged(rig)
    expect([proved, dropped > 60]).toEqual([0, true])
  })
})
