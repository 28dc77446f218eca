import { type Address, beginCell, type Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAddress } from '#shared/ton/address.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { birdsOf, collection, SALE_PRICE } from '../../../src-main/devnet/scenario/collection.ts'
import {
  dns,
  dnsOf,
  domainAddress,
  siteOf,
  storageOf,
  subdomainsOf,
} from '../../../src-main/devnet/scenario/dns.ts'
import { type Jetton, jettonWalletOf } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons, jettonsOf, kettles } from '../../../src-main/devnet/scenario/jettons.ts'
import { itemAddress, sendItem } from '../../../src-main/devnet/scenario/nftContract.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { sendFrom, type User } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { exitCodeOf, type PlayedTransaction } from './playedScenario.ts'
import { isOf, openScene, received, type Scene } from './scene.ts'
import { type ServedDevnet, serveToV2 } from './servedDevnet.ts'

/** Tokens and domains as a client sees them: through the liteserver, with every proof checked, and /api/v2. */
describe('the scenario served', () => {
  let scene: Scene
  let served: ServedDevnet
  beforeAll(async () => {
    scene = await openScene([wallets, jettons, collection, dns])
    served = await serveToV2(scene.context.devnet, () => scene.context.now())
  }, 120_000)
  afterAll(async () => {
    await served.close()
    await scene.close()
  })

  const tokenData = (address: Address) => served.tokenData(address)
  const addressIn = (text: string | undefined) => {
    const address = parseAddress(text ?? '')
    return address && `${address.workchain}:${Buffer.from(address.hash).toString('hex')}`
  }

  describe('jettons', () => {
    const balance = async (jetton: Jetton, owner: Address) => {
      const data = await tokenData(jettonWalletOf(jetton, owner))
      if (data['@type'] !== 'ext.tokens.jettonWalletData') throw new Error(data['@type'])
      expect(addressIn(data.owner)).toBe(owner.toRawString())
      expect(addressIn(data.jetton)).toBe(jetton.address.toRawString())
      return BigInt(data.balance)
    }

    it('are known with name, symbol and decimals; what was burned is gone', async () => {
      const { crane, kettle } = jettonsOf(scene.users)
      expect(await tokenData(crane.address)).toMatchObject({
        contract_type: 'jetton_master',
        total_supply: cranes(999_500).toString(),
        mintable: true,
        jetton_content: {
          type: 'onchain',
          data: {
            name: 'Paper Crane',
            symbol: 'USDP',
            decimals: '6',
            image: expect.stringMatching(/^data:image.svg/),
          },
        },
      })
      expect(await tokenData(kettle.address)).toMatchObject({
        total_supply: kettles(49_995).toString(),
        jetton_content: { data: { symbol: 'KTL', decimals: '2', uri: expect.stringMatching(/^data:/) } },
      })
    })

    it('are at their receivers, and sum to the total supply', async () => {
      const { crane, kettle } = jettonsOf(scene.users)
      const { alice, bob, carol, dave, erin, frank, grace, heidi, ivan, judy, treasury } = scene.users
      expect(await balance(crane, alice.address)).toBe(cranes(1000 - 12.34 + 75))
      expect(await balance(crane, bob.address)).toBe(cranes(1250 + 12.34 + 75))
      expect(await balance(crane, erin.address)).toBe(cranes(2000 - 500))
      // More than she had did not go.
      expect(await balance(crane, judy.address)).toBe(cranes(3000))
      const holders = [alice, bob, carol, dave, erin, frank, grace, heidi, ivan, judy, treasury]
      const cranesOf = await Promise.all(holders.map(({ address }) => balance(crane, address)))
      expect(cranesOf.reduce((sum, part) => sum + part)).toBe(cranes(999_500))
      const kettleHolders = holders.filter(({ name }) => name !== 'alice' && name !== 'grace')
      const kettlesOf = await Promise.all(kettleHolders.map(({ address }) => balance(kettle, address)))
      expect(kettlesOf.reduce((sum, part) => sum + part)).toBe(kettles(49_995))
    })

    it('tell the new owner', () => {
      const { crane } = jettonsOf(scene.users)
      const { alice, bob, treasury, carol } = scene.users
      const told = (to: Address, from: Address) =>
        scene.of(to).flatMap(({ in: message }) => {
          const isFrom = message?.info.type === 'internal' && from.equals(message.info.src as Address)
          return isFrom && message.body.bits.length >= 32 ? message.body : []
        })
      const notes = told(bob.address, jettonWalletOf(crane, bob.address)).map((body) => body.beginParse())
      const [welcome, taxi] = notes.map((slice) => ({
        op: slice.loadUint(32),
        amount: slice.skip(64).loadCoins(),
        sender: slice.loadAddress().toRawString(),
        payload: slice.loadMaybeRef()?.beginParse().skip(32).loadStringTail(),
      }))
      expect(welcome).toMatchObject({
        op: 0x7362d09c,
        amount: cranes(1250),
        payload: 'Welcome to Paper Crane',
      })
      expect(taxi).toMatchObject({
        amount: cranes(12.34),
        sender: alice.address.toRawString(),
        payload: 'Half of the taxi',
      })
      const [order] = told(treasury.address, jettonWalletOf(crane, treasury.address)).filter(
        (body) => body.beginParse().loadUint(32) === 0x7362d09c,
      )
      const slice = order?.beginParse().skip(32)
      expect(slice?.loadUint(64)).toBe(20261)
      slice?.loadCoins()
      expect(slice?.loadAddress().toRawString()).toBe(carol.address.toRawString())
    })

    it('are refused to a sender with too few', () => {
      const { crane } = jettonsOf(scene.users)
      const exits = scene.of(jettonWalletOf(crane, scene.users.judy.address)).map(exitCodeOf)
      expect(exits).toContain(706)
    })
  })

  describe('the NFT collection', () => {
    it('has eight items on the chain', async () => {
      const birds = birdsOf(scene.users)
      expect(await tokenData(birds.address)).toMatchObject({
        contract_type: 'nft_collection',
        next_item_index: '8',
        collection_content: { data: { name: 'Birds of the Roof' } },
      })
      for (const index of Array.from({ length: 8 }, (_, place) => place)) {
        expect(await tokenData(itemAddress(birds, index))).toMatchObject({
          contract_type: 'nft_item',
          init: true,
          index: `${index}`,
          content: { type: 'onchain', data: { name: expect.stringMatching(new RegExp(`#${index}$`)) } },
        })
      }
    })

    it('has items that were transferred, sold and offered, and none that was stolen', async () => {
      const birds = birdsOf(scene.users)
      const owners = await Promise.all(
        [0, 1, 2, 4].map(async (index) => {
          const data = await tokenData(itemAddress(birds, index))
          return data['@type'] === 'ext.tokens.nftItemData' ? addressIn(data.owner_address) : undefined
        }),
      )
      const { frank, dave, erin } = scene.users
      const [, offered] = scene.accountsOf('NFT sale')
      expect(owners).toEqual(
        [frank, dave, { address: offered }, erin].map(({ address }) => address?.toRawString()),
      )
      expect(scene.of(itemAddress(birds, 4)).map(exitCodeOf)).toEqual([0, 401])
    })

    it('mints for its owner alone, who can be another', async () => {
      const birds = birdsOf(scene.users)
      const { treasury, judy, alice } = scene.users
      const mint = beginCell()
        .storeUint(1, 32)
        .storeUint(0, 64)
        .storeUint(8, 64)
        .storeCoins(ton(0.05))
        .storeRef(
          beginCell()
            .storeAddress(alice.address)
            .storeRef(onchainContent({ name: 'Heron' })),
        )
        .endCell()
      const handOver = beginCell().storeUint(3, 32).storeUint(0, 64).storeAddress(judy.address).endCell()
      const order = (user: User, body: Cell) =>
        scene.after(() =>
          sendFrom(scene.context, user, [{ to: birds.address, amount: ton(0.2), bounce: true, body }]),
        )
      const exits = (done: readonly PlayedTransaction[]) => done.filter(isOf(birds.address)).map(exitCodeOf)
      expect(exits(await order(judy, mint))).toEqual([401])
      expect(exits(await order(treasury, handOver))).toEqual([0])
      expect(exits(await order(treasury, mint))).toEqual([401])
      expect(exits(await order(judy, mint))).toEqual([0])
      expect(await tokenData(itemAddress(birds, 8))).toMatchObject({ content: { data: { name: 'Heron' } } })
      expect(await tokenData(birds.address)).toMatchObject({ next_item_index: '9' })
    })

    it('returns its royalty', async () => {
      const birds = birdsOf(scene.users)
      const { alice } = scene.users
      const body = beginCell().storeUint(0x693d3950, 32).storeUint(77, 64).endCell()
      const done = await scene.after(() =>
        sendFrom(scene.context, alice, [{ to: birds.address, amount: ton(0.1), bounce: true, body }]),
      )
      const report = done.filter(isOf(birds.address))[0]?.out[0]?.body.beginParse()
      expect([report?.loadUint(32), report?.loadUint(64)]).toEqual([0xa8cb00ad, 77])
      expect([report?.loadUint(16), report?.loadUint(16)]).toEqual([50, 1000])
      expect(report?.loadAddress().toRawString()).toBe(scene.users.treasury.address.toRawString())
    })

    it('sells at a fixed price, the seller paying market and royalty', async () => {
      const [sold, offered] = scene.accountsOf('NFT sale')
      const { bob, treasury } = scene.users
      const [profit] = received(scene.of(bob.address), bob.address, sold!)
      expect(profit).toBeGreaterThan((SALE_PRICE * 93n) / 100n)
      expect(received(scene.of(treasury.address), treasury.address, sold!)).toEqual([ton(2), ton(0.8)])
      // get_sale_data: magic is_complete created_at marketplace nft owner price …
      const states = await Promise.all(
        [sold, offered].map(async (sale) => {
          const data = await scene.getMethods.call(sale!, 'get_sale_data')
          data.next()
          return data.int()
        }),
      )
      expect(states).toEqual([-1n, 0n])
    })
  })

  describe('DNS', () => {
    const resolve = async (name: string, ttl = 10) => {
      const { root } = dnsOf(scene.users)
      const session = served.network.session()
      const param = await session.configParam(await session.last(), 4)
      const hash = param!.beginParse().loadBuffer(32)
      expect(hash).toEqual(root.address.hash)
      const answer = await served.api.call('dnsResolve', {
        address: { workchain: -1, hash },
        name,
        category: '',
        ttl,
        seqno: undefined,
      }).result
      return answer.entries.map(({ entry, name: rest }) => ({ ...entry, rest }))
    }
    const wallet = ({ hash, workChain }: Address) =>
      expect.objectContaining({
        '@type': 'dns.entryDataSmcAddress',
        smc_address: expect.objectContaining({
          account_address: expect.toSatisfy(
            (text: string) => addressIn(text) === `${workChain}:${hash.toString('hex')}`,
          ),
        }),
      })

    it('is found by the configuration and has all records of a domain', async () => {
      const { alice } = scene.users
      const entries = await resolve('alice.ton')
      expect(entries).toHaveLength(4)
      expect(entries).toContainEqual(wallet(alice.address))
      const types = entries.map((entry) => entry['@type']).sort()
      expect(types).toEqual([
        'dns.entryDataAdnlAddress',
        'dns.entryDataNextResolver',
        'dns.entryDataSmcAddress',
        'dns.entryDataStorageAddress',
      ])
      expect(entries).toContainEqual(
        expect.objectContaining({ bag_id: storageOf(scene.context.seed).toString('hex') }),
      )
    })

    it('resolves names below a domain', async () => {
      const { alice, carol } = scene.users
      expect(await resolve('tips.alice.ton')).toEqual([wallet(alice.address)])
      expect(await resolve('carol.alice.ton')).toEqual([wallet(carol.address)])
      expect(await resolve('nobody.alice.ton')).toEqual([])
    })

    it.each([
      [0, 'ton.'],
      [1, 'alice.'],
      [2, '.'],
      [3, 'tips'],
    ])('returns with ttl %d the records of that step, or the rest of the name: %s', async (ttl, prefix) => {
      const entries = await resolve('tips.alice.ton.', ttl)
      expect(entries.map(({ rest }) => rest)).toEqual([prefix])
    })

    it('resolves changed and deleted records, and no domain without an owner', async () => {
      expect(await resolve('bobs-garage.ton')).toEqual([wallet(scene.users.bob.address)])
      await expect(resolve('nobody.ton')).rejects.toThrow('get method failed')
      expect(await resolve('alice.org')).toEqual([])
    })

    it('has domains that are NFTs, whose content is their records', async () => {
      const { zone } = dnsOf(scene.users)
      expect(await tokenData(zone.address)).toMatchObject({
        contract_type: 'nft_collection',
        next_item_index: '-1',
      })
      expect(await tokenData(domainAddress(zone.address, 'alice'))).toMatchObject({
        contract_type: 'nft_item',
        init: true,
        content: {
          domain: 'alice.ton',
          data: {
            site: { adnl_addr: siteOf(scene.context.seed).toString('hex') },
            dns_next_resolver: {
              resolver: {
                address: expect.stringMatching(
                  new RegExp(subdomainsOf(scene.users).address.hash.toString('hex'), 'i'),
                ),
              },
            },
          },
        },
      })
    })

    it('has domains that only their owner can transfer', async () => {
      const { bob, grace } = scene.users
      const item = domainAddress(dnsOf(scene.users).zone.address, 'grace')
      const data = await tokenData(item)
      if (data['@type'] !== 'ext.tokens.nftItemData') throw new Error(data['@type'])
      expect(addressIn(data.owner_address)).toBe(grace.address.toRawString())
      expect(received(scene.of(grace.address), grace.address, item)).toEqual([ton(0.01)])
      const body = beginCell().storeUint(0x2fcb26a2, 32).storeUint(5, 64).endCell()
      const done = await scene.after(() =>
        sendFrom(scene.context, bob, [
          { to: item, amount: ton(0.1), bounce: true, body },
          sendItem(item, { from: bob.address, to: bob.address }),
        ]),
      )
      const [told, refused] = done.filter(isOf(item))
      const report = told?.out[0]?.body.beginParse()
      expect([report?.loadUint(32), report?.loadUint(64)]).toEqual([0x8b771735, 5])
      expect(refused && exitCodeOf(refused)).toBe(401)
    })

    it('returns the coins for a domain that is taken or invalid', () => {
      const { bob, carol } = scene.users
      const { zone } = dnsOf(scene.users)
      const back = (address: Address, from: Address) => received(scene.of(address), address, from)[0]
      expect(back(carol.address, domainAddress(zone.address, 'alice'))).toBeGreaterThan(ton(9.9))
      expect(back(bob.address, zone.address)).toBeGreaterThan(ton(9.9))
      expect(scene.of(zone.address).map(exitCodeOf)).toContain(205)
    })
  })
})
