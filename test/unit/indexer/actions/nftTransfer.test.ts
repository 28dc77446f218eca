import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import { actionsOf, addressOf, bodyOf, comment, onlyOf } from './classified.ts'
import { accountOf, factsOf, NO_FACTS, type Sent, traceOf } from './nestedTrace.ts'

const item = { index: 3n, collection: accountOf('collection'), owner: null, uri: undefined }
const trade = { nft: accountOf('item'), owner: accountOf('seller'), marketplace: accountOf('market') }
const facts = factsOf({
  nftItem: { item },
  nftSale: { sale: { ...trade, fullPrice: 900n } },
  nftAuction: { auction: { ...trade, lastBid: 800n } },
})

const transfer = (to: string, sends: readonly Sent[] = [], payload?: Cell): Sent => ({
  to: 'item',
  value: 50n,
  body: bodyOf(0x5fcc3d14, (body) => {
    body.storeAddress(addressOf(to)).storeAddress(null).storeBit(0).storeCoins(1)
    return payload ? body.storeBit(1).storeRef(payload) : body.storeBit(0)
  }),
  sends,
})
const assigned = (to: string, from: string): Sent => ({
  to,
  body: bodyOf(0x05138d91, (body) => body.storeAddress(addressOf(from)).storeBit(0)),
})
const profit: Sent = { to: 'seller', value: 700n, body: comment('Profit') }

describe('nft_transfer', () => {
  it('has the owner that the item reports, or the sender', () => {
    const said = actionsOf('manager', [transfer('bob', [assigned('bob', 'alice')])], facts)
    expect(said).toHaveLength(1)
    expect(onlyOf(said, 'nft_transfer').details).toMatchObject({
      nft_item: accountOf('item'),
      nft_collection: accountOf('collection'),
      nft_item_index: '3',
      old_owner: accountOf('alice'),
      new_owner: accountOf('bob'),
      is_purchase: false,
      query_id: '77',
      forward_amount: '1',
      comment: null,
      is_encrypted_comment: false,
    })
    const unsaid = onlyOf(actionsOf('manager', [transfer('bob')], facts), 'nft_transfer')
    expect(unsaid.details).toMatchObject({ old_owner: accountOf('manager') })
    expect(unsaid.details).not.toHaveProperty('price')
  })

  it('has the comment of its payload, with NUL and invalid UTF-8', () => {
    const payload = beginCell()
      .storeUint(0, 32)
      .storeBuffer(Buffer.from([0x61, 0, 0xff]))
      .endCell()
    const action = onlyOf(actionsOf('alice', [transfer('bob', [], payload)], facts), 'nft_transfer')
    expect(action.details).toMatchObject({ comment: 'a\u0000\ufffd', is_encrypted_comment: false })
  })

  it('fails with its message, and requires a known item', () => {
    const failed = { ...transfer('bob'), aborted: true }
    expect(onlyOf(actionsOf('alice', [failed], facts), 'nft_transfer').success).toBe(false)
    expect(actionsOf('alice', [transfer('bob')], NO_FACTS).map(({ type }) => type)).toEqual(['call_contract'])
  })

  it('is a purchase without a payout if the seller gets nothing', () => {
    const actions = actionsOf('bob', [{ to: 'sale', value: 950n, sends: [transfer('bob')] }], facts)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'nft_transfer').details).toMatchObject({
      is_purchase: true,
      price: '900',
      real_old_owner: accountOf('seller'),
      marketplace_address: accountOf('market'),
      payout_amount: null,
    })
  })

  it.each([
    { name: 'to its seller', sends: [{ to: 'sale', value: 1n, sends: [transfer('seller')] }], by: 'seller' },
    {
      name: 'to another than who paid',
      sends: [{ to: 'sale', value: 1n, sends: [transfer('bob')] }],
      by: 'eve',
    },
    { name: 'by a call', sends: [{ to: 'sale', body: bodyOf(9), sends: [transfer('bob')] }], by: 'bob' },
  ])('is not a purchase $name', ({ sends, by }) => {
    const action = onlyOf(actionsOf(by, sends, facts), 'nft_transfer')
    expect(action.details).toMatchObject({ is_purchase: false, marketplace_address: null })
  })
})

describe('nft_purchase', () => {
  it('has the payout of the seller', () => {
    const actions = actionsOf('bob', [{ to: 'sale', value: 950n, sends: [profit, transfer('bob')] }], facts)
    expect(onlyOf(actions, 'nft_purchase').details).toMatchObject({
      price: '900',
      payout_amount: '700',
      payout_address: accountOf('seller'),
      payout_comment: 'Profit',
      payout_comment_encrypted: false,
      royalty_amount: null,
      royalty_address: null,
    })
    expect(onlyOf(actions, 'nft_transfer').ancestors).toEqual(['nft_purchase'])
    expect(onlyOf(actions, 'ton_transfer').ancestors).toEqual(['nft_purchase'])
  })

  it('of an auction that is ended by an external message contains that message', () => {
    const trace = traceOf({ to: 'auction', sends: [profit, transfer('bob')] })
    const { rows } = classifyTrace(trace, facts)
    expect(rows.map(({ type }) => type).sort()).toEqual(['nft_purchase', 'nft_transfer', 'ton_transfer'])
    expect(rows[0]).toMatchObject({ start_lt: 1_000n, nft_transfer_data: { price: '800' } })
  })
})

describe('nft_transfer of a Telegram item', () => {
  const bidInfo = beginCell().storeUint(0x38127de1, 32).storeCoins(640).storeUint(1, 32).endCell()
  const given = (payload?: Cell): Sent => ({
    to: 'bob',
    body: bodyOf(0x05138d91, (body) => {
      body.storeAddress(addressOf('alice'))
      return payload ? body.storeBit(1).storeRef(payload) : body.storeBit(0)
    }),
  })
  const fill = (to: string, value: bigint): Sent => ({ to, value, body: bodyOf(0x370fec51) })

  it.each([
    {
      payments: [fill('creator', 30n), fill('alice', 600n)],
      details: {
        royalty_amount: '30',
        royalty_address: accountOf('creator'),
        payout_amount: '600',
        payout_address: accountOf('alice'),
      },
    },
    {
      payments: [fill('alice', 600n)],
      details: { royalty_amount: null, royalty_address: null, payout_amount: '600' },
    },
    { payments: [], details: { royalty_amount: null, payout_amount: null } },
  ])('is a purchase with $payments.length payments', ({ payments, details }) => {
    const sends = [{ to: 'item', value: 640n, sends: [given(bidInfo), ...payments] }]
    const actions = actionsOf('bob', sends, facts)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'nft_transfer').details).toMatchObject({
      old_owner: accountOf('alice'),
      new_owner: accountOf('bob'),
      is_purchase: true,
      price: '640',
      response_destination: null,
      forward_amount: null,
      real_old_owner: null,
      marketplace_address: null,
      ...details,
    })
  })

  it('is not a purchase without a bid, and does not contain the message above', () => {
    const actions = actionsOf('bob', [{ to: 'item', value: 640n, sends: [given()] }], facts)
    expect(actions.map(({ type }) => type).sort()).toEqual(['nft_transfer', 'ton_transfer'])
    expect(onlyOf(actions, 'nft_transfer').details).toMatchObject({ is_purchase: false })
  })

  it.each([
    { name: 'deployment', body: bodyOf(0x299a3e15), status: ['active', 'active'] },
    { name: 'mint', body: bodyOf(5), status: ['uninit', 'active'] },
  ] as const)('is not a purchase below a $name', ({ body, status }) => {
    const sends = [{ to: 'item', body, status, sends: [given(bidInfo)] }]
    const action = onlyOf(actionsOf('collection', sends, facts), 'nft_transfer')
    expect(action.details).toMatchObject({ is_purchase: false })
    expect(action.details).not.toHaveProperty('price')
  })
})
