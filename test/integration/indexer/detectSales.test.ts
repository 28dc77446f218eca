import { type Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { tokenRows } from '../../conformance/tokenRows.ts'
import { type Methods, PUSH_NULL, pushAddress, pushInt, pushSlice } from '../devnet/hostileCode.ts'
import { answering, answers, type HostileContract, hostile, nftData } from '../devnet/hostileContracts.ts'
import { type IndexedScene, openIndexedScene } from './indexedScene.ts'

const TIMEOUT = 120_000
const NOTHING = { interfaces: [], verified: [], outcomes: {} } as const
const CREATED = 1_800_000_123

/** Sales in the layouts that the scenario does not have. */
describe('detection of NFT sales', () => {
  let index: IndexedScene
  let item: HostileContract
  let nextId = 500

  beforeAll(async () => {
    index = await openIndexedScene([wallets], { byDefault: true })
    item = contract(nftItemMethods(index.scene.users.alice.address))
    await index.play(index.scene.users.treasury, item.deploy)
  }, TIMEOUT)
  afterAll(() => index?.close())

  function contract(methods: Methods): HostileContract {
    return hostile(`contract ${nextId}`, answering(methods), NOTHING, nextId++)
  }

  function nftItemMethods(owner: Address): Methods {
    const content = onchainContent({ name: 'Lone' })
    return { get_nft_data: nftData({ index: 5n, collection: null, owner, content }) }
  }

  /** Deploys the contract and returns its rows of nft_sales. */
  async function salesOf(sale: HostileContract): Promise<readonly object[]> {
    await index.play(index.scene.users.treasury, sale.deploy)
    const address = sale.address.toRawString().toUpperCase()
    return tokenRows(index.indexer.store.file, 'nft_sales').filter((row) => row.address === address)
  }

  const raw = (address: Address) => address.toRawString().toUpperCase()
  const ints = (...values: readonly number[]) => values.map((value) => pushInt(BigInt(value)))

  it('lists a sale at a fixed price of version 4', { timeout: TIMEOUT }, async () => {
    const { alice, bob, treasury } = index.scene.users
    const market = pushAddress(treasury.address)
    const rows = await salesOf(
      contract({
        get_fix_price_data_v4: answers(
          ...ints(0, CREATED),
          market,
          pushAddress(item.address),
          pushAddress(alice.address),
          pushInt(5n * 10n ** 18n),
          market,
          pushInt(50_000n),
          pushAddress(bob.address),
          ...ints(7, 0, 0),
          PUSH_NULL,
        ),
      }),
    )
    expect(rows).toMatchObject([
      {
        kind: '0',
        nft_address: raw(item.address),
        nft_owner_address: raw(alice.address),
        marketplace_address: raw(treasury.address),
        created_at: String(CREATED),
        is_complete: false,
        full_price: '5000000000000000000',
        marketplace_fee: '50000',
        royalty_address: raw(bob.address),
        royalty_amount: '7',
      },
    ])
  })

  const auction = (seller: Address | null, market: Address) => [
    ...ints(0, CREATED + 100),
    pushAddress(market),
    pushAddress(item.address),
    pushAddress(seller),
    pushInt(3n * 10n ** 9n),
    pushAddress(null),
    pushInt(5n),
    pushAddress(market),
    ...ints(5, 100),
    pushAddress(market),
    ...ints(1, 10, 900, 2, CREATED, 0, -1),
  ]
  const AUCTION = {
    kind: '1',
    end_flag: false,
    end_time: CREATED + 100,
    last_bid: '3000000000',
    last_member: null,
    min_step: 5,
    mp_fee_factor: 5,
    mp_fee_base: 100,
    royalty_fee_factor: 1,
    royalty_fee_base: 10,
    max_bid: '900',
    min_bid: '2',
    last_bid_at: 0,
    is_canceled: true,
    created_at: String(CREATED),
  } as const

  it('lists auctions of both layouts, with and without a seller', { timeout: TIMEOUT }, async () => {
    const { alice, treasury } = index.scene.users
    const market = treasury.address
    const older = contract({
      get_sale_data: answers(pushInt(0x415543n), ...auction(alice.address, market)),
    })
    expect(await salesOf(older)).toMatchObject([{ ...AUCTION, nft_owner_address: raw(alice.address) }])
    const newer = contract({
      get_auction_data_v4: answers(
        ...ints(-1),
        ...auction(null, market),
        ...ints(60, 0),
        pushAddress(null),
        pushAddress(null),
        ...ints(0, 12_345),
      ),
    })
    expect(await salesOf(newer)).toMatchObject([{ ...AUCTION, nft_owner_address: null }])
  })

  it('does not list a sale with another magic number, or with too few values', {
    timeout: TIMEOUT,
  }, async () => {
    const { alice, treasury } = index.scene.users
    const values = auction(alice.address, treasury.address)
    expect(await salesOf(contract({ get_sale_data: answers(pushInt(0x415544n), ...values) }))).toEqual([])
    expect(
      await salesOf(contract({ get_sale_data: answers(pushInt(0x415543n), ...values.slice(0, -1)) })),
    ).toEqual([])
  })

  it('lists an item that is its own auction if it is a verified item', { timeout: TIMEOUT }, async () => {
    const { alice, bob } = index.scene.users
    const name = beginCell().storeStringTail('durov').endCell()
    const methods = {
      get_telemint_token_name: answers(pushSlice(name)),
      get_telemint_auction_state: answers(pushAddress(bob.address), ...ints(9, CREATED, 10, CREATED + 9)),
      get_telemint_auction_config: answers(pushAddress(alice.address), ...ints(1, 0, 5, 3600, 604_800)),
      royalty_params: answers(...ints(5, 100), pushAddress(alice.address)),
    }
    const minted = contract({ ...nftItemMethods(alice.address), ...methods })
    expect(await salesOf(minted)).toMatchObject([
      {
        kind: '2',
        nft_address: raw(minted.address),
        nft_owner_address: null,
        token_name: 'durov',
        bidder_address: raw(bob.address),
        bid: '9',
        bid_ts: String(CREATED),
        min_bid: '10',
        end_time: CREATED + 9,
        beneficiary_address: raw(alice.address),
        initial_min_bid: '1',
        min_bid_step: '5',
        duration: '604800',
        royalty_numerator: 5,
        royalty_denominator: 100,
      },
    ])
    expect(await salesOf(contract(methods))).toEqual([])
  })

  it('does not take the owner for a sale of another item', { timeout: TIMEOUT }, async () => {
    const { alice, treasury } = index.scene.users
    const sale = contract({
      get_sale_data: answers(pushInt(0x415543n), ...auction(alice.address, treasury.address)),
    })
    const other = contract(nftItemMethods(sale.address))
    await index.play(treasury, sale.deploy, other.deploy)
    const [row] = tokenRows(index.indexer.store.file, 'nft_items').filter(
      (each) => each.address === raw(other.address),
    )
    expect(row).toMatchObject({ owner_address: raw(sale.address), real_owner: raw(sale.address) })
  })
})
