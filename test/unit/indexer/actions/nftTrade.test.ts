import { type Builder, beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import {
  readAuctionTerms,
  readSaleTerms,
} from '../../../../src-main/indexer/actions/protocols/listingTerms.ts'
import { actionsOf, addressOf, bodyOf, comment, onlyOf } from './classified.ts'
import { accountOf, factsOf, NO_FACTS, type Sent } from './nestedTrace.ts'

const username = 'https://nft.fragment.com/username/a.json'
const item = { index: 3n, collection: accountOf('collection'), owner: null, uri: undefined }
const trade = { nft: accountOf('item'), owner: accountOf('alice'), marketplace: accountOf('market') }
const facts = factsOf({
  nftItem: { item, username: { ...item, uri: username } },
  nftSale: { sale: { ...trade, fullPrice: 900n } },
  nftAuction: { auction: { ...trade, lastBid: 800n } },
})
const nft = { nft_item: accountOf('item'), nft_collection: accountOf('collection') }

const transfer = (to: string, sends: readonly Sent[] = []): Sent => ({
  to: 'item',
  value: 50n,
  body: bodyOf(0x5fcc3d14, (body) =>
    body.storeAddress(addressOf(to)).storeAddress(null).storeBit(0).storeCoins(1).storeBit(0),
  ),
  sends,
})
const assigned = (to: string, from: string, sends: readonly Sent[]): Sent => ({
  to,
  body: bodyOf(0x05138d91, (body) => body.storeAddress(addressOf(from)).storeBit(0)),
  sends,
})

/** Storage of the given fields, in separate cells where cells are given. */
const storage = (write: (builder: Builder) => Builder, ...refs: readonly Cell[]): Cell => {
  const builder = write(beginCell())
  for (const ref of refs) builder.storeRef(ref)
  return builder.endCell()
}
const cell = (write: (builder: Builder) => Builder) => storage(write)
const stateInit = (data: Cell) =>
  cell((init) => init.storeUint(0, 2).storeBit(1).storeRef(new Cell()).storeBit(1).storeRef(data).storeBit(0))

describe('the terms of a listing', () => {
  const [market, fees, royalty] = [addressOf('market'), addressOf('fees'), addressOf('royalty')]
  const parties = (builder: Builder) =>
    builder
      .storeAddress(market)
      .storeAddress(addressOf('item'))
      .storeAddress(addressOf('alice'))
      .storeCoins(900)
  const addresses = {
    marketplace_fee_address: accountOf('fees'),
    royalty_address: accountOf('royalty'),
  }
  const sale = { marketplace_address: accountOf('market'), full_price: 900n, ...addresses }
  const feesV2 = cell((b) => b.storeAddress(fees).storeCoins(9).storeAddress(royalty).storeCoins(7))
  const saleV2 = storage((b) => parties(b.storeBit(0).storeUint(1, 32)), feesV2)

  it.each([
    {
      hash: '2pufziLofEllctIDZSWVebzO+RpyA1fMvowFLvyb4I8=',
      data: storage(
        parties,
        cell((b) => b.storeCoins(9).storeAddress(fees).storeAddress(royalty).storeCoins(7)),
      ),
    },
    { hash: 'gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck=', data: saleV2 },
    { hash: 'MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=', data: saleV2 },
    { hash: '3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=', data: saleV2 },
    { hash: 'JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=', data: saleV2 },
  ])('have amounts for the sale $hash', ({ hash, data }) => {
    expect(readSaleTerms(data, hash)).toEqual({ ...sale, marketplace_fee: 9n, royalty_amount: 7n })
  })

  it.each(['a5WmQYucnSNZBF0edVm41UmuDlBvJMqrWPowyPsf64Y=', 'of an unknown code'])(
    'have percentages for the sale %s',
    (hash) => {
      const data = storage(
        (b) =>
          b
            .storeBit(0)
            .storeAddress(market)
            .storeAddress(addressOf('alice'))
            .storeCoins(900)
            .storeUint(0, 96),
        cell((b) => b.storeAddress(fees).storeAddress(royalty).storeUint(5, 17).storeUint(6, 17)),
      )
      expect(readSaleTerms(data, hash)).toEqual({ ...sale, marketplace_fee: null, royalty_amount: null })
    },
  )

  const factor = (b: Builder, base: number) => b.storeUint(5, 32).storeUint(base, 32)
  const feesAndFactors = cell((b) => factor(factor(b.storeAddress(fees), 100).storeAddress(royalty), 200))
  const bids = (b: Builder) => b.storeCoins(10).storeCoins(99)
  const terms = {
    ...addresses,
    marketplace_fee_factor: 5n,
    marketplace_fee_base: 100n,
    royalty_fee_base: 200n,
    min_bid: 10n,
    max_bid: 99n,
  }
  const last = (b: Builder) => b.storeAddress(null).storeCoins(0).storeUint(0, 64)
  const v3r3 = storage(
    (b) =>
      factor(factor(last(b.storeUint(0, 2)).storeAddress(addressOf('alice')).storeUint(0, 64), 100), 200),
    cell((b) => b.storeAddress(fees).storeAddress(royalty)),
    cell((b) => bids(b.storeAddress(market))),
  )

  it.each([
    {
      name: 'v1',
      hash: '/ACindAgW83MDT/7nKOMw8jBWexg2KpUMkCpLxBZLUA=',
      data: storage((b) => b, feesAndFactors, cell(bids)),
      operator: {},
    },
    {
      name: 'v3 r2',
      hash: 'G9nFo5v/t6DzQViLXdkrgTqEK/Ze8UEJOCIAzq+Pct8=',
      data: storage(
        (b) => b,
        feesAndFactors,
        cell((b) => bids(b.storeUint(0, 32).storeAddress(market))),
      ),
      operator: { marketplace_address: accountOf('market') },
    },
    {
      name: 'v3 r3',
      hash: 'u29ireD+stefqzuK6/CTCvmFU99gCTsgJ/Covxab/Ow=',
      data: v3r3,
      operator: { marketplace_address: accountOf('market') },
    },
    { name: 'unknown', hash: '', data: v3r3, operator: { marketplace_address: accountOf('market') } },
    {
      name: 'v4 r1',
      hash: 'zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY=',
      data: storage(
        (b) => b,
        cell((b) => factor(factor(b.storeAddress(fees).storeAddress(royalty), 100), 200)),
        cell((b) => bids(b.storeAddress(market))),
      ),
      operator: { marketplace_address: accountOf('market') },
    },
  ])('have factors and bids for the auction $name', ({ hash, data, operator }) => {
    expect(readAuctionTerms(data, hash)).toEqual({ ...terms, ...operator })
  })

  it('cannot be read for an auction v2', () => {
    expect(() => readAuctionTerms(v3r3, 'ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ=')).toThrow()
  })

  const listed = (to: string, data: Cell): Sent[] => [
    transfer('listings', [
      assigned('listings', 'alice', [
        { to, value: 1n, status: ['nonexist', 'active'], stateInit: stateInit(data), body: bodyOf(1) },
        transfer(to),
      ]),
    ]),
  ]
  const saleV4 = storage(
    (b) => b.storeBit(0).storeAddress(market).storeAddress(null).storeCoins(900).storeUint(0, 96),
    cell((b) => b.storeAddress(fees).storeAddress(royalty).storeUint(5, 17).storeUint(6, 17)),
  )

  it('are in the details of an NFT that is put on sale', () => {
    const actions = actionsOf('alice', listed('sale', saleV4), facts)
    const action = onlyOf(actions, 'nft_put_on_sale')
    expect(action.row.nft_listing_data).toMatchObject({ marketplace_address: accountOf('market') })
    expect(action.details).toEqual({
      ...nft,
      nft_item_index: '3',
      owner: accountOf('alice'),
      listing_address: accountOf('listings'),
      sale_address: accountOf('sale'),
      marketplace_address: null,
      full_price: '900',
      marketplace_fee: null,
      royalty_amount: null,
      ...addresses,
      marketplace: null,
    })
    expect(actions.filter(({ type }) => type === 'nft_transfer').map(({ ancestors }) => ancestors)).toEqual([
      ['nft_put_on_sale'],
      ['nft_put_on_sale'],
    ])
  })

  it('are in the details of an NFT that is put on auction', () => {
    const action = onlyOf(actionsOf('alice', listed('auction', v3r3), facts), 'nft_put_on_auction')
    expect(action.details).toEqual({
      ...nft,
      nft_item_index: '3',
      owner: accountOf('alice'),
      listing_address: accountOf('listings'),
      auction_address: accountOf('auction'),
      marketplace_address: null,
      marketplace_fee_factor: '5',
      marketplace_fee_base: '100',
      royalty_fee_base: '200',
      max_bid: '99',
      min_bid: '10',
      ...addresses,
      marketplace: null,
    })
  })

  it.each([
    { name: 'of an unknown contract', sends: listed('sale', saleV4), known: factsOf({ nftItem: { item } }) },
    { name: 'with other storage', sends: listed('sale', new Cell()), known: facts },
    {
      name: 'of another seller',
      sends: listed('sale', saleV4),
      known: factsOf({
        nftItem: { item },
        nftSale: { sale: { ...trade, owner: accountOf('bob'), fullPrice: 1n } },
      }),
    },
  ])('are not read for a listing $name, which is two transfers', ({ sends, known }) => {
    const types = actionsOf('alice', sends, known).map(({ type }) => type)
    expect(types).not.toContain('nft_put_on_sale')
    expect(types.filter((type) => type === 'nft_transfer')).toHaveLength(2)
  })
})

describe('the end of a trade', () => {
  const end = {
    owner: accountOf('alice'),
    ...nft,
    marketplace_address: accountOf('market'),
    marketplace: null,
  }
  const auction_address = accountOf('auction')

  it('can be a cancelled sale', () => {
    const sends = [{ to: 'sale', body: bodyOf(3), sends: [transfer('alice')] }]
    const actions = actionsOf('alice', sends, facts)
    const action = onlyOf(actions, 'nft_cancel_sale')
    expect(action.accounts).toContain(accountOf('item'))
    expect(action.details).toEqual({ ...end, sale_address: accountOf('sale') })
    expect(onlyOf(actions, 'nft_transfer').ancestors).toEqual([])
    expect(actionsOf('alice', sends, factsOf({ nftItem: { item } })).map(({ type }) => type)).not.toContain(
      'nft_cancel_sale',
    )
  })

  it.each([
    { type: 'nft_cancel_auction', by: '0x5616c572', body: bodyOf(0x5616c572) },
    { type: 'nft_cancel_auction', by: '"cancel"', body: comment('cancel') },
    { type: 'nft_finish_auction', by: '0x20c9eb18', body: bodyOf(0x20c9eb18) },
    { type: 'nft_finish_auction', by: '0xb95616b6', body: bodyOf(0xb95616b6) },
    { type: 'nft_finish_auction', by: '"finish"', body: comment('finish') },
    { type: 'nft_finish_auction', by: '"stop"', body: comment('stop') },
  ])('$type by $by returns the NFT', ({ type, body }) => {
    const actions = actionsOf(
      'alice',
      [{ to: 'auction', value: 1n, body, sends: [transfer('alice')] }],
      facts,
    )
    const action = onlyOf(actions, type)
    expect(action.accounts).toContain(accountOf('item'))
    expect(action.details).toEqual({ ...end, auction_address })
    expect(onlyOf(actions, 'nft_transfer').ancestors).toEqual([])
  })

  it('contains a purchase whose payout is a sibling of the transfer', () => {
    const payout = { to: 'alice', value: 700n, body: comment('Profit') }
    const sends = [{ to: 'auction', value: 1n, body: comment('finish'), sends: [payout, transfer('bob')] }]
    const actions = actionsOf('anyone', sends, facts)
    expect(onlyOf(actions, 'nft_purchase').details).toMatchObject({ payout_amount: '700', price: '800' })
    expect(onlyOf(actions, 'nft_finish_auction').details).toEqual({
      ...end,
      owner: accountOf('bob'),
      marketplace_address: null,
      auction_address,
    })
  })

  it('by opcode contains a purchase whose payout is below the transfer', () => {
    const body = bodyOf(0xb95616b6)
    const payout = { to: 'alice', value: 700n, body: comment('Profit') }
    const sends = [{ to: 'auction', value: 1n, body, sends: [transfer('bob', [payout])] }]
    const actions = actionsOf('anyone', sends, facts)
    expect(onlyOf(actions, 'nft_finish_auction').details).toMatchObject({
      owner: accountOf('bob'),
      marketplace_address: null,
    })
  })

  it.each([false, true])('can be an updated sale, aborted: %s', (aborted) => {
    const body = bodyOf(0x6c6c2080, (fields) => fields.storeCoins(1_000).storeCoins(50).storeCoins(20))
    const sends = [{ to: 'sale', value: 1n, aborted, body }]
    const action = onlyOf(actionsOf('alice', sends, facts), 'nft_update_sale')
    expect(action.success).toBe(!aborted)
    expect(action.accounts).toContain(accountOf('item'))
    expect(action.details).toEqual({
      source: accountOf('alice'),
      sale_contract: accountOf('sale'),
      nft_address: accountOf('item'),
      marketplace_address: accountOf('market'),
      marketplace: null,
      full_price: '1000',
      marketplace_fee: '50',
      royalty_amount: '20',
    })
    expect(actionsOf('alice', sends, NO_FACTS).map(({ type }) => type)).toEqual(['call_contract'])
  })
})

describe('the auction of a Telegram item', () => {
  const ok = { to: 'alice', body: bodyOf(0xa37a0983) }
  const config = cell((b) => b.storeAddress(addressOf('alice')).storeCoins(10).storeCoins(99).storeUint(5, 8))

  it('starts', () => {
    const body = bodyOf(0x487a8e81, (fields) => fields.storeRef(config))
    const sends = (to: string) => [{ to, value: 1n, body, sends: [ok] }]
    const action = onlyOf(actionsOf('alice', sends('username'), facts), 'teleitem_start_auction')
    expect(action.details).toEqual({
      nft_item: accountOf('username'),
      nft_collection: accountOf('collection'),
      nft_item_index: '3',
      owner: accountOf('alice'),
      listing_address: null,
      auction_address: accountOf('username'),
      marketplace_address: null,
      marketplace_fee_factor: '0',
      marketplace_fee_base: '0',
      royalty_fee_base: '0',
      max_bid: '99',
      min_bid: '10',
      marketplace_fee_address: accountOf('alice'),
      royalty_address: null,
      marketplace: null,
    })
    expect(actionsOf('alice', sends('item'), facts).map(({ type }) => type)).not.toContain(
      'teleitem_start_auction',
    )
  })

  it.each([false, true])('is cancelled, aborted: %s', (aborted) => {
    const sends = [{ to: 'username', value: 1n, aborted, body: bodyOf(0x371638ae), sends: [ok] }]
    const action = onlyOf(actionsOf('alice', sends, facts), 'teleitem_cancel_auction')
    expect(action.success).toBe(!aborted)
    expect(action.accounts).toContain(accountOf('username'))
    expect(action.details).toEqual({
      owner: accountOf('alice'),
      nft_item: accountOf('username'),
      nft_collection: accountOf('collection'),
      auction_address: accountOf('username'),
      marketplace_address: null,
      marketplace: null,
    })
  })
})

describe('nft_discovery', () => {
  it('is an item that reports its collection and index', () => {
    const report = bodyOf(0x8b771735, (body) =>
      body.storeUint(2n ** 100n, 256).storeAddress(addressOf('collection')),
    )
    const sends = [{ to: 'item', body: bodyOf(0x2fcb26a2), sends: [{ to: 'alice', body: report }] }]
    expect(onlyOf(actionsOf('alice', sends, NO_FACTS), 'nft_discovery').details).toEqual({
      source: accountOf('alice'),
      ...nft,
      nft_item_index: (2n ** 100n).toString(),
    })
  })
})
