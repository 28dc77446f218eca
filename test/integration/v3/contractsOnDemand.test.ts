import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cell } from '@ton/core'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { type DomainSources, resolveDomain } from '../../../src-renderer/api/resolveDomain.ts'
import { indexUntil } from '../indexer/indexGateway.ts'
import { openV3Scene, rawOf, type V3Scene } from './v3Scene.ts'

/** Token contracts of a network that is not indexed: read and verified on request. */

type Row = Readonly<Record<string, string>>
type Answer = { readonly status: number; readonly rows: readonly Row[] }

async function ask(url: string, path: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v3/${path}`, { signal: AbortSignal.timeout(60_000) })
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  const [rows] = Object.entries(body).flatMap(([name, value]) =>
    name === 'address_book' || name === 'metadata' || !Array.isArray(value) ? [] : [value as readonly Row[]],
  )
  return { status: response.status, rows: sorted(rows ?? []) }
}

/** Without their order, and that of a multisig's orders: they are listed in the order in which they were found. */
function sorted(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => (Array.isArray(row.orders) ? { ...row, orders: sorted(row.orders) as never } : row))
    .toSorted(({ address: a = '' }, { address: b = '' }) => (a < b ? -1 : 1))
}

/** Requests of the explorer, sent to a gateway. */
function domainSources(url: string): DomainSources {
  const askV2 = async (path: string) => {
    const response = await fetch(`${url}/api/v2/${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return ((await response.json()) as { result: never }).result
  }
  return {
    async records(domain) {
      const response = await fetch(`${url}/api/v3/dns/records?domain=${domain}`)
      expect(response.status).toBe(200)
      return ((await response.json()) as V3Result<'dns/records'>).records
    },
    async root() {
      const { config } = (await askV2('getConfigParam?param=4')) as V2Result<'getConfigParam'>
      return `-1:${Cell.fromBase64(config.bytes).beginParse().loadBuffer(32).toString('hex')}`
    },
    entries: async (address, name, ttl) =>
      ((await askV2(`dnsResolve?address=${address}&name=${name}&ttl=${ttl}`)) as V2Result<'dnsResolve'>)
        .entries,
    isActive: async (address) => (await askV2(`getAddressState?address=${address}`)) === 'active',
  }
}

describe('a network that is not indexed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-on-demand-'))
  let scene: (V3Scene & AsyncDisposable) | undefined
  /** Has all blocks. */
  let whole: string
  /** Follows nothing. */
  let bare: Gateway

  beforeAll(async () => {
    scene = await openV3Scene()
    whole = scene.url
    await indexUntil(whole, ({ detection: { pending, waiting } }) => pending === 0 && waiting === 0)
    const network = join(dir, 'network.json')
    copyFileSync(scene.scene.globalConfigFile, network)
    bare = await startGateway({
      network,
      port: 0,
      dataDir: join(dir, 'data'),
      index: 'off',
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await bare?.close()
    await scene?.[Symbol.asyncDispose]()
    rmSync(dir, { recursive: true, force: true })
  })

  async function expectEqual(paths: readonly string[]): Promise<void> {
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect(await ask(bare.url, path), path).toEqual(await ask(whole, path))
  }

  const all = async (path: string) => (await ask(whole, path)).rows
  const byAddress = async (list: string, path: string) =>
    (await all(list)).map(({ address }) => `${path}=${address}`)

  it('answers for each jetton, and for the wallet of an owner, at the first question', async () => {
    await expectEqual(await byAddress('jetton/masters?limit=100', 'jetton/masters?address'))
    const wallets = await all('jetton/wallets?limit=100')
    await expectEqual(
      wallets.map(({ owner, jetton }) => `jetton/wallets?owner_address=${owner}&jetton_address=${jetton}`),
    )
    await expectEqual(wallets.map(({ address }) => `jetton/wallets?address=${address}`))
  })

  it('answers for each NFT item and collection', async () => {
    await expectEqual(await byAddress('nft/collections?limit=100', 'nft/collections?collection_address'))
    await expectEqual(await byAddress('nft/items?limit=100', 'nft/items?address'))
  })

  it('answers for the NFT items of a collection by their indexes, and for indexes that it does not have', async () => {
    const items = await all('nft/items?limit=100')
    const collected = items.filter(({ collection_address }) => collection_address !== null)
    const ofCollection = Map.groupBy(collected, ({ collection_address }) => collection_address)
    expect(ofCollection.size).toBeGreaterThan(1)
    const paths = [...ofCollection].map(
      ([collection, rows]) =>
        `nft/items?collection_address=${collection}${[...rows.map(({ index }) => index), '987654321'].map((index) => `&index=${index}`).join('')}`,
    )
    const [{ collection_address, index, owner_address } = {}] = collected
    await expectEqual([
      ...paths,
      `nft/items?collection_address=${collection_address}&index=${index}&owner_address=${owner_address}`,
      `nft/items?collection_address=${collection_address}&index=${10n ** 77n * 9n}&index=${2n ** 256n}`,
      // An account that is not a collection.
      `nft/items?collection_address=${owner_address}&index=0`,
    ])
  })

  it('answers for each domain, and for one that does not exist', async () => {
    const domains = (await all('nft/items?limit=100')).flatMap(({ content }) => {
      const { domain } = (content ?? {}) as unknown as { domain?: string }
      return domain ?? []
    })
    expect(domains).toContain('alice.ton')
    await expectEqual([...domains, 'no-such-name.ton'].map((domain) => `dns/records?domain=${domain}`))
  })

  it('lets the explorer resolve domains and names below them, and recognize unregistered ones', async () => {
    const names = [
      'alice.ton',
      'tips.alice.ton',
      'none.alice.ton',
      'grace.ton',
      'no-such-name.ton',
      'a.no-such-name.ton',
    ]
    const raw = (name: string) => (scene?.account(name) ?? '').toLowerCase()
    const [alice, item, present] = [raw('alice'), raw('alice.ton'), raw('grace.ton')]
    const expected = [
      { wallet: alice, item },
      { wallet: alice, item: undefined },
      { wallet: undefined, item: undefined },
      { wallet: undefined, item: present },
      null,
      null,
    ]
    const resolveAll = (sources: DomainSources) =>
      Promise.all(names.map((name) => resolveDomain(name, sources)))
    const sources = domainSources(bare.url)
    expect(await resolveAll(sources)).toEqual(expected)
    expect(await resolveAll({ ...sources, records: async () => undefined })).toEqual(expected)
  })

  it('answers for multisigs with their orders, and for vesting wallets', async () => {
    const multisig = rawOf(scene?.account('Workshop purse (2 of 3)') ?? '')
    const orders = await all(`multisig/orders?multisig_address=${multisig}`)
    expect(orders.length).toBeGreaterThan(1)
    // The newest is read first: the list must not have the order of reading.
    const newestFirst = orders.toSorted((a, b) => Number(b.order_seqno) - Number(a.order_seqno))
    for (const { address } of newestFirst) await ask(bare.url, `multisig/orders?address=${address}`)
    await expectEqual([
      `multisig/orders?multisig_address=${multisig}&sort=desc&limit=1`,
      `multisig/orders?multisig_address=${multisig}&sort=asc&limit=1&offset=1`,
      `multisig/wallets?address=${multisig}`,
      `multisig/orders?multisig_address=${multisig}&parse_actions=true`,
      ...orders.map(({ address }) => `multisig/orders?address=${address}&parse_actions=true`),
      `vesting?contract_address=${scene?.account("Erin's vesting")}`,
    ])
  })

  it('has no token at the address of a wallet', async () => {
    const alice = scene?.alice
    await expectEqual([
      `jetton/masters?address=${alice}`,
      `nft/items?address=${alice}`,
      `multisig/wallets?address=${alice}`,
      `vesting?contract_address=${alice}`,
    ])
  })

  it.each(['jetton/wallets?owner_address', 'nft/items?owner_address', 'dns/records?wallet'])(
    'refuses %s=ALICE, which only an index of all blocks can answer',
    async (path) => {
      expect((await ask(bare.url, `${path}=${scene?.alice}`)).status).toBe(503)
    },
  )
})
