import { Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { NFT } from '#shared/contracts/nft.ts'
import { NFT_SALES } from '#shared/contracts/nftSales.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { collection, saleOf } from '../../../src-main/devnet/scenario/collection.ts'
import { changeRecord, dns, textRecord } from '../../../src-main/devnet/scenario/dns.ts'
import { approveBody, multisig } from '../../../src-main/devnet/scenario/multisig.ts'
import { sendItem } from '../../../src-main/devnet/scenario/nftContract.ts'
import type { User } from '../../../src-main/devnet/scenario/users.ts'
import { vesting } from '../../../src-main/devnet/scenario/vesting.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { ACTION_TYPES } from '../../../src-main/indexer/actions/allActions.ts'
import { tracesOfTransactions, transactionsOfBlock } from '../../../src-main/indexer/actions/blockTraces.ts'
import { classifyTrace } from '../../../src-main/indexer/actions/classify.ts'
import { createIndexFacts } from '../../../src-main/indexer/actions/indexFacts.ts'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { type IndexedScene, openIndexedScene } from '../indexer/indexedScene.ts'
import { pushAddress, pushInt } from './hostileCode.ts'
import { answering, answers, hostile } from './hostileContracts.ts'

const TIMEOUT = 120_000
const NOTHING = { interfaces: [], verified: [], outcomes: {} } as const

type Action = {
  readonly type: string
  readonly success: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** Actions of the scenario, with the detected facts of its contracts. */
describe('actions of the scenario', () => {
  let index: IndexedScene
  let played: readonly Action[]
  let names: ReadonlyMap<string, string>
  beforeAll(async () => {
    index = await openIndexedScene([wallets, collection, dns, multisig, vesting], { byDefault: true })
    const { context, users } = index.scene
    names = new Map([
      ...context.accounts.map(({ address, name }) => [rawOf(address), name] as const),
      ...Object.values(users).map(({ address, name }) => [rawOf(address.toRawString()), name] as const),
    ])
    await index.detected()
    played = actionsIn(context.blocks)
  }, TIMEOUT)
  afterAll(() => index?.close())

  function actionsIn(blocks: readonly BlockIdExt[]): Action[] {
    const { store } = index.scene.context.devnet
    const files = blocks.map((id) => {
      const block = store.find(id)
      if (!block) throw new Error(`block ${id.workchain} ${id.seqno} is not there`)
      return serializeBoc(store.root(block))
    })
    const connection = openReader(index.indexer.store.file)
    try {
      const facts = createIndexFacts(readerOf(connection))
      return tracesOfTransactions(files.flatMap(transactionsOfBlock)).flatMap((trace) => {
        const { state, rows } = classifyTrace(trace, facts)
        expect(state).toBe('ok')
        return rows.map((row) => ({
          type: row.type,
          success: row.success,
          details: named(ACTION_TYPES.find(({ name }) => name === row.type)?.details?.(row) ?? {}),
        }))
      })
    } finally {
      connection.close()
    }
  }

  /** With the names of the scenario's accounts. */
  function named(details: object): Action['details'] {
    const text = JSON.stringify(details)
    return JSON.parse(text.replace(/-?\d+:[0-9A-F]{64}/g, (address) => names.get(address) ?? address))
  }

  const of = (type: string, actions = played) => actions.filter((action) => action.type === type)
  const detailsOf = (type: string, actions = played) => of(type, actions).map(({ details }) => details)

  /** What follows from the messages of one wallet. */
  async function after(by: User, ...messages: readonly Transfer[]): Promise<Action[]> {
    const { blocks } = index.scene.context
    const before = blocks.length
    await index.play(by, ...messages)
    return actionsIn(blocks.slice(before))
  }
  const accounts = (name: string) => {
    const found = index.scene.context.accounts.find((account) => account.name === name)
    if (!found) throw new Error(`${name} is not introduced`)
    return Address.parse(found.address)
  }
  const request = (opcode: number) => beginCell().storeUint(opcode, 32).storeUint(5, 64).endCell()

  it('birds are minted, given away and put on sale; one attempt fails', () => {
    expect(detailsOf('nft_mint').filter((mint) => mint.nft_collection === 'Birds of the Roof')).toEqual(
      ['Swift', 'Wagtail', 'Goldfinch', 'Redstart', 'Blue tit', 'Starling', 'House sparrow', 'Jackdaw'].map(
        (bird, i) => ({
          owner: 'Birds of the Roof',
          nft_item: `${bird} #${i}`,
          nft_collection: 'Birds of the Roof',
          nft_item_index: String(i),
        }),
      ),
    )
    const transfers = of('nft_transfer').map(({ success, details }) => [
      details.nft_item,
      details.old_owner,
      details.new_owner,
      success,
    ])
    expect(new Set(transfers.map((transfer) => JSON.stringify(transfer)))).toEqual(
      new Set(
        [
          ['Wagtail #1', 'bob', 'sale of Wagtail #1', true],
          ['Swift #0', 'alice', 'frank', true],
          ['Goldfinch #2', 'carol', 'sale of Goldfinch #2', true],
          ['Blue tit #4', 'grace', 'grace', false],
          ['Wagtail #1', 'sale of Wagtail #1', 'dave', true],
          ['grace.ton', 'bob', 'grace', true],
        ].map((transfer) => JSON.stringify(transfer)),
      ),
    )
    expect(detailsOf('nft_purchase')).toMatchObject([
      { nft_item: 'Wagtail #1', new_owner: 'dave', price: ton(40).toString(), payout_address: 'bob' },
    ])
    const gift = detailsOf('nft_transfer').find((transfer) => transfer.nft_item === 'Swift #0')
    expect(gift).toMatchObject({ comment: 'Happy birthday!', is_purchase: false })
  })

  it('records of domains are set and deleted', () => {
    const changes = of('change_dns').map(({ details }) => [
      details.source,
      details.asset,
      (details.value as { sum_type: string }).sum_type,
    ])
    expect(changes.map(String).sort()).toEqual(
      [
        ['alice', 'alice.ton', 'DNSSmcAddress'],
        ['alice', 'alice.ton', 'DNSAdnlAddress'],
        ['alice', 'alice.ton', 'DNSStorageAddress'],
        ['alice', 'alice.ton', 'DNSNextResolver'],
        ['bob', 'bobs-garage.ton', 'DNSSmcAddress'],
        ['bob', 'bobs-garage.ton', 'DNSSmcAddress'],
        ['bob', 'bobs-garage.ton', 'DNSStorageAddress'],
      ]
        .map(String)
        .sort(),
    )
    expect(detailsOf('delete_dns')).toMatchObject([
      { source: 'bob', asset: 'bobs-garage.ton', nft_collection: '.ton' },
    ])
  })

  it('orders are made, approved and carried out', () => {
    const [rent, hall] = ['Order 0: rent, executed', 'Order 1: the hall, one approval of two']
    expect(detailsOf('multisig_create_order')).toMatchObject([
      { source: 'alice', destination_order: rent, is_created_by_signer: true },
      // Order 1, without its creator's approval, is no action: the reference's.
    ])
    expect(detailsOf('multisig_approve')).toEqual([
      { signer_index: 1, exit_code: 0, source: 'bob', destination: rent },
      { signer_index: -1, exit_code: 0, source: 'carol', destination: hall },
    ])
    expect(detailsOf('multisig_execute')).toMatchObject([
      { source: rent, destination: 'Workshop purse (2 of 3)', order_seqno: '0', approvals_num: 2 },
    ])
  })

  it('a vesting wallet gets a whitelist and sends', () => {
    expect(detailsOf('vesting_add_whitelist')).toEqual([
      { query_id: '1', accounts_added: ['frank', 'grace'], source: 'treasury', vesting: "Erin's vesting" },
    ])
    expect(detailsOf('vesting_send_message')).toMatchObject([
      { source: 'erin', vesting: "Erin's vesting", destination: 'dave', amount: ton(150).toString() },
    ])
  })

  it('an offered bird is bought by a transfer', { timeout: TIMEOUT }, async () => {
    const { ivan } = index.scene.users
    const to = accounts('sale of Goldfinch #2')
    const actions = await after(ivan, { to, amount: ton(76), bounce: true })
    expect(detailsOf('nft_purchase', actions)).toMatchObject([
      {
        nft_item: 'Goldfinch #2',
        old_owner: 'sale of Goldfinch #2',
        new_owner: 'ivan',
        price: ton(75).toString(),
        real_old_owner: 'carol',
        payout_address: 'carol',
        marketplace_address: 'treasury',
      },
    ])
  })

  it('a sale is cancelled by its owner', { timeout: TIMEOUT }, async () => {
    const { scene } = index
    const { dave, treasury } = scene.users
    const item = accounts('Redstart #3')
    const sale = saleOf(scene.users, { item, price: ton(9), createdAt: scene.context.now() })
    await index.play(treasury, { to: sale.address, amount: ton(0.1), init: sale.init })
    await index.play(dave, sendItem(item, { from: dave.address, to: sale.address }))
    const actions = await after(dave, {
      to: sale.address,
      amount: ton(1),
      bounce: true,
      body: request(opcodeOf(NFT_SALES, 'sale_cancel')),
    })
    expect(detailsOf('nft_cancel_sale', actions)).toMatchObject([
      { owner: 'dave', nft_item: 'Redstart #3', marketplace_address: 'treasury' },
    ])
    expect(detailsOf('nft_transfer', actions)).toMatchObject([{ new_owner: 'dave', is_purchase: false }])
  })

  it('a domain is renewed, gets a text, and returns its data', { timeout: TIMEOUT }, async () => {
    const { alice } = index.scene.users
    const to = accounts('alice.ton')
    const renewal = beginCell().storeUint(0x4eb1f0f9, 32).storeUint(0, 64).storeUint(0, 256).endCell()
    const question = request(opcodeOf(NFT, 'get_static_data'))
    const actions = await after(
      alice,
      { to, amount: ton(0.05), bounce: true, body: renewal },
      changeRecord(to, 'note', textRecord('hello')),
      { to, amount: ton(0.05), bounce: true, body: question },
    )
    const domain = { source: 'alice', asset: 'alice.ton', nft_collection: '.ton' }
    expect(detailsOf('renew_dns', actions)).toEqual([domain])
    expect(detailsOf('change_dns', actions)).toMatchObject([
      { ...domain, value: { sum_type: 'DNSText', dns_text: null, dns_storage_address: 'hello' } },
    ])
    expect(detailsOf('nft_discovery', actions)).toMatchObject([
      { source: 'alice', nft_item: 'alice.ton', nft_collection: '.ton' },
    ])
  })

  it('a second vote is rejected', { timeout: TIMEOUT }, async () => {
    const to = accounts('Order 1: the hall, one approval of two')
    const vote = { to, amount: ton(0.1), bounce: true, body: approveBody(9, 2) }
    const actions = await after(index.scene.users.carol, vote)
    expect(of('multisig_approve', actions)).toMatchObject([
      { success: false, details: { signer_index: 2, exit_code: 107, source: 'carol' } },
    ])
  })

  it('a payment to an auction is a bid', { timeout: TIMEOUT }, async () => {
    const { bob, alice, treasury } = index.scene.users
    const item = accounts('Starling #5')
    const [market, count] = [pushAddress(treasury.address), (value: number) => pushInt(BigInt(value))]
    const values = [
      pushInt(0x415543n),
      ...[0, 2_000_000_000].map(count),
      market,
      pushAddress(item),
      pushAddress(alice.address),
      pushInt(ton(3)),
      pushAddress(null),
      count(5),
      market,
      ...[5, 100].map(count),
      market,
      ...[1, 10, 900, 2, 1_800_000_000, 0, 0].map(count),
    ]
    const auction = hostile('auction', answering({ get_sale_data: answers(...values) }), NOTHING, 900)
    await index.play(treasury, auction.deploy)
    const actions = await after(bob, { to: auction.address, amount: ton(4) })
    expect(of('auction_bid', actions)).toMatchObject([
      { details: { bidder: 'bob', amount: ton(4).toString(), nft_item: 'Starling #5', nft_item_index: '5' } },
    ])
  })
})

function rawOf(address: string): string {
  return Address.parse(address).toRawString().toUpperCase()
}
