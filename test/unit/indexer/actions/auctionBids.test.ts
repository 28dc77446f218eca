import { describe, expect, it } from 'vitest'
import { DNS } from '../../../../src-shared/contracts/dns.ts'
import { actionsOf, bodyOf, comment, onlyOf } from './classified.ts'
import { accountOf, factsOf, type Sent } from './nestedTrace.ts'

const CODE = DNS.codes?.find(({ title }) => title === '.ton domain')?.hash ?? ''
const item = { index: 3n, collection: accountOf('collection'), owner: null, uri: undefined }
const facts = factsOf({
  nftItem: { item, domain: item, username: { ...item, uri: 'https://nft.fragment.com/username/a.json' } },
  nftAuction: {
    auction: {
      nft: accountOf('item'),
      owner: accountOf('seller'),
      marketplace: accountOf('market'),
      lastBid: 5n,
    },
  },
  codeHash: { domain: CODE },
})

const bid = (to: string, sends: readonly Sent[] = [], text?: string): Sent => ({
  to,
  value: 500n,
  sends,
  ...(text !== undefined && { body: comment(text) }),
})
const outbid: Sent = { to: 'bob', value: 400n, body: comment('Your bid has been outbid by another user. 1') }
const notified: Sent = { to: 'bob', value: 400n, body: bodyOf(0x557cea20) }

describe('auction_bid', () => {
  it.each([
    { to: 'auction', nft: 'item', sends: [] },
    { to: 'username', nft: 'username', sends: [] },
    { to: 'domain', nft: 'domain', sends: [notified] },
  ])('is a payment to $to', ({ to, nft, sends }) => {
    const action = onlyOf(actionsOf('alice', [bid(to, sends)], facts), 'auction_bid')
    expect(action.accounts).toContain(accountOf(nft))
    expect(action.details).toEqual({
      amount: '500',
      bidder: accountOf('alice'),
      auction: accountOf(to),
      nft_item: accountOf(nft),
      nft_collection: accountOf('collection'),
      nft_item_index: '3',
    })
  })

  it.each([
    { name: 'to a domain that pays no bidder back', sent: bid('domain') },
    { name: 'to another item', sent: bid('item') },
    ...['cancel', 'finish', 'stop'].map((text) => ({
      name: `with "${text}"`,
      sent: bid('auction', [], text),
    })),
  ])('is not a payment $name', ({ sent }) => {
    expect(actionsOf('alice', [sent], facts).map(({ type }) => type)).toEqual(['ton_transfer'])
  })
})

describe('auction_outbid', () => {
  it.each([
    { to: 'auction', nft: 'item', returned: outbid },
    { to: 'username', nft: 'username', returned: notified },
    { to: 'domain', nft: 'domain', returned: notified },
  ])('is the bid that $to returns to the previous bidder', ({ to, nft, returned }) => {
    const actions = actionsOf('alice', [bid(to, [returned])], facts)
    expect(onlyOf(actions, 'auction_bid').success).toBe(true)
    const action = onlyOf(actions, 'auction_outbid')
    expect(action.accounts).toContain(accountOf(nft))
    expect(action.details).toEqual({
      auction_address: accountOf(to),
      bidder: accountOf('bob'),
      new_bidder: accountOf('alice'),
      nft_item: accountOf(nft),
      nft_collection: accountOf('collection'),
      amount: '400',
    })
  })

  it.each([
    { name: 'several that return bids', sends: [outbid, outbid] },
    { name: 'a transfer without a comment', sends: [outbid, { to: 'market', value: 1n }] },
    { name: 'no returned bid', sends: [{ to: 'bob', value: 1n, body: comment('hello') }] },
  ])('is missing if an auction sends $name', ({ sends }) => {
    const types = actionsOf('alice', [bid('auction', sends)], facts).map(({ type }) => type)
    expect(types).toContain('auction_bid')
    expect(types).not.toContain('auction_outbid')
  })
})
