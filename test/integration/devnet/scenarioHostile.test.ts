import { hash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { type Address, type Cell, Dictionary } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { MAX_SNAKE_BYTES } from '../../../src-main/contracts/snake.ts'
import { birdsOf, collection } from '../../../src-main/devnet/scenario/collection.ts'
import { dns, dnsOf, domainAddress } from '../../../src-main/devnet/scenario/dns.ts'
import {
  HOMOGLYPH_LABEL,
  HOMOGLYPH_SYMBOL,
  hostileCollectionOf,
  hostileDomainOf,
  hostileItems,
  hostileJettonOf,
  hostileTokens,
  LONG_TEXT_BYTES,
} from '../../../src-main/devnet/scenario/hostileTokens.ts'
import { jettonWalletOf } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { itemAddress } from '../../../src-main/devnet/scenario/nftContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { exitCodeOf } from './playedScenario.ts'
import { openScene, type Scene } from './scene.ts'
import { type ServedDevnet, serveToV2 } from './servedDevnet.ts'

const TIMEOUT = 120_000

describe('the hostile tokens of the scenario', () => {
  let scene: Scene
  let served: ServedDevnet
  beforeAll(async () => {
    scene = await openScene([wallets, jettons, collection, dns, hostileTokens])
    served = await serveToV2(scene.context.devnet, () => scene.context.now())
  }, TIMEOUT)
  afterAll(async () => {
    await served.close()
    await scene.close()
  })

  it('are all deployed by messages, and every message to them succeeds', () => {
    const { users } = scene
    const hostile = hostileCollectionOf(users)
    const addresses = [
      hostileJettonOf(users).address,
      hostile.address,
      ...hostileItems().map((_, index) => itemAddress(hostile, index)),
      hostileDomainOf(users),
    ]
    for (const address of addresses) {
      const transactions = scene.of(address)
      expect(transactions.length).toBeGreaterThan(0)
      expect(transactions.map(exitCodeOf).filter((code) => code !== 0)).toEqual([])
    }
  })

  it('have a jetton whose symbol is a homoglyph, with markup and a javascript: image', async () => {
    const { address } = hostileJettonOf(scene.users)
    const data = await served.tokenData(address)
    expect(data).toMatchObject({
      contract_type: 'jetton_master',
      total_supply: (10n ** 15n).toString(),
      jetton_content: {
        type: 'onchain',
        data: {
          symbol: HOMOGLYPH_SYMBOL,
          name: expect.stringContaining('<img src=x onerror=alert(1)>'),
          image: expect.stringMatching(/^javascript:/),
        },
      },
    })
    expect(HOMOGLYPH_SYMBOL).not.toBe('USDT')
    expect(HOMOGLYPH_SYMBOL.normalize('NFKC')).not.toBe('USDT')
  })

  it('have a description of 100,000 bytes, of which getTokenData answers 8,192 at most', async () => {
    const { address } = hostileJettonOf(scene.users)
    const stack = await scene.getMethods.call(address, 'get_jetton_data')
    for (let skipped = 0; skipped < 3; skipped++) stack.next()
    expect(chunkedBytes(stack.cell(), 'description')).toBe(LONG_TEXT_BYTES)
    const data = await served.tokenData(address)
    if (data['@type'] !== 'ext.tokens.jettonMasterData') throw new Error(data['@type'])
    const { description: described = '' } = data.jetton_content.data as Record<string, string>
    expect(described).toMatch(/^<script>/)
    const bytes = Buffer.byteLength(described)
    expect(bytes).toBeLessThanOrEqual(MAX_SNAKE_BYTES)
    expect(bytes).toBeGreaterThan(MAX_SNAKE_BYTES - 127)
  })

  it('are in the wallets of users who did not request them, with a comment in markup', async () => {
    const { users } = scene
    const jetton = hostileJettonOf(users)
    for (const { address } of [users.alice, users.bob]) {
      const data = await served.tokenData(jettonWalletOf(jetton, address))
      expect(data).toMatchObject({ contract_type: 'jetton_wallet', balance: '1000000000' })
    }
    const item = await served.tokenData(itemAddress(hostileCollectionOf(users), 0))
    expect(item).toMatchObject({ owner_address: friendly(users.alice.address) })
  })

  it('have a collection whose items have every kind of hostile text and image', async () => {
    const hostile = hostileCollectionOf(scene.users)
    expect(await served.tokenData(hostile.address)).toMatchObject({
      contract_type: 'nft_collection',
      next_item_index: `${hostileItems().length}`,
      collection_content: {
        data: {
          name: expect.stringMatching(/^\u202e/),
          description: expect.stringContaining('<script>'),
          image: expect.stringMatching(/^data:text\/html/),
        },
      },
    })
    const contents = await Promise.all(
      hostileItems().map(async (_, index) => {
        const data = await served.tokenData(itemAddress(hostile, index))
        if (data['@type'] !== 'ext.tokens.nftItemData') throw new Error(data['@type'])
        return data.content
      }),
    )
    expect(contents).toMatchObject([
      { data: { name: expect.stringContaining('\u200d'), image: expect.stringMatching(/^data:image\/svg/) } },
      { data: { name: expect.stringContaining('<script>'), image: 'JaVaScRiPt:alert(1)' } },
      { data: { image: expect.stringMatching(/^data:image\/png/), uri: 'file:///etc/passwd' } },
    ])
  })

  it('have a domain in the real zone that looks like another, whose broken records are left out', async () => {
    const domain = hostileDomainOf(scene.users)
    expect(domainToUnicode(`${HOMOGLYPH_LABEL}.ton`)).toBe('\u0430lice.ton')
    expect(domain.equals(domainAddress(dnsOf(scene.users).zone.address, 'alice'))).toBe(false)
    const data = await served.tokenData(domain)
    if (data['@type'] !== 'ext.tokens.nftItemData') throw new Error(data['@type'])
    expect(data.owner_address).toBe(friendly(scene.users.mallory.address))
    expect(data.content).toEqual({
      domain: `${HOMOGLYPH_LABEL}.ton`,
      data: {
        wallet: {
          '@type': 'dns_smc_address',
          smc_addr: expect.objectContaining({ address: scene.users.mallory.address.hash.toString('hex') }),
        },
      },
    })
  })

  it('leave the tokens of the others as they are', async () => {
    const birds = birdsOf(scene.users)
    expect(await served.tokenData(birds.address)).toMatchObject({ next_item_index: '8' })
    const alice = domainAddress(dnsOf(scene.users).zone.address, 'alice')
    expect(await served.tokenData(alice)).toMatchObject({
      owner_address: friendly(scene.users.alice.address),
      content: { domain: 'alice.ton' },
    })
  })
})

function friendly({ workChain, hash: id }: Address): string {
  return formatFriendlyAddress({ workchain: workChain, hash: id })
}

/** Bytes of an attribute that on-chain content holds in chunks. */
function chunkedBytes(content: Cell, attribute: string): number {
  const attributes = content
    .beginParse()
    .skip(8)
    .loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  const data = attributes.get(hash('sha256', attribute, 'buffer'))
  const chunks = data?.beginParse().skip(8).loadDict(Dictionary.Keys.Uint(32), Dictionary.Values.Cell())
  return (chunks?.values() ?? []).reduce((sum, { bits }) => sum + bits.length / 8, 0)
}
