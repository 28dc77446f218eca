import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { DNS } from '../../../../src-shared/contracts/dns.ts'
import { actionsOf, addressOf, bodyOf, onlyOf } from './classified.ts'
import { accountOf, factsOf, NO_FACTS, type Sent } from './nestedTrace.ts'

const CODE = DNS.codes?.find(({ title }) => title === '.ton domain')?.hash ?? ''
const ROOT = DNS.accounts?.find(({ title }) => title === 'root of .ton')?.address.toUpperCase() ?? ''
const domain = { index: 9n, collection: accountOf('zone'), owner: null, uri: undefined }
const facts = factsOf({ nftItem: { domain }, codeHash: { domain: CODE } })
const base = { source: accountOf('alice'), asset: accountOf('domain'), nft_collection: accountOf('zone') }

const change = (key: bigint, value?: Cell): Sent => ({
  to: 'domain',
  value: 5n,
  body: bodyOf(0x4eb1f0f9, (body) =>
    value ? body.storeUint(key, 256).storeRef(value) : body.storeUint(key, 256),
  ),
})
const NO_VALUE = {
  dns_smc_address: null,
  dns_adnl_address: null,
  dns_text: null,
  dns_next_resolver_address: null,
  dns_storage_address: null,
  flags: null,
}
const digits = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32)
const bits = Buffer.alloc(32, 0xab)

describe('a change of DNS records', () => {
  it.each([
    {
      sum_type: 'DNSNextResolver',
      record: beginCell().storeUint(0xba93, 16).storeAddress(addressOf('resolver')),
      value: { dns_next_resolver_address: accountOf('resolver') },
    },
    {
      sum_type: 'DNSAdnlAddress',
      record: beginCell().storeUint(0xad01, 16).storeBuffer(bits).storeUint(1, 8),
      value: { dns_adnl_address: digits(0xab), flags: 1 },
    },
    {
      sum_type: 'DNSSmcAddress',
      record: beginCell().storeUint(0x9fd3, 16).storeAddress(addressOf('bob')).storeUint(0, 8),
      value: { dns_smc_address: accountOf('bob'), flags: 0 },
    },
    {
      sum_type: 'DNSStorageAddress',
      record: beginCell().storeUint(0x7473, 16).storeBuffer(bits),
      value: { dns_storage_address: digits(0xab) },
    },
    {
      sum_type: 'DNSText',
      record: beginCell()
        .storeUint(0x1eda, 16)
        .storeUint(1, 8)
        .storeUint(5, 8)
        .storeBuffer(Buffer.from('hello')),
      value: { dns_storage_address: 'hello' },
    },
    { sum_type: 'Unknown', record: beginCell().storeUint(0x1234, 16), value: {} },
  ])('sets a record $sum_type', ({ sum_type, record, value }) => {
    const actions = actionsOf('alice', [change(0xcdn, record.endCell())], facts)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'change_dns').details).toEqual({
      key: `${'0'.repeat(62)}cd`,
      value: { ...NO_VALUE, sum_type, ...value },
      ...base,
    })
  })

  it('of a text of several chunks stays a call, as in the reference', () => {
    const text = beginCell().storeUint(0x1eda, 16).storeUint(2, 8).storeUint(0, 8).endCell()
    expect(actionsOf('alice', [change(1n, text)], facts).map(({ type }) => type)).toEqual(['call_contract'])
  })

  it('deletes a record, or renews a domain', () => {
    expect(onlyOf(actionsOf('alice', [change(1n)], facts), 'delete_dns').details).toEqual({
      hash: `${'0'.repeat(63)}1`,
      ...base,
    })
    expect(onlyOf(actionsOf('alice', [change(0n)], facts), 'renew_dns').details).toEqual(base)
  })

  it('fails if it bounces, also for an unknown item', () => {
    const bounced = { ...change(0n), aborted: true, sends: [{ to: 'alice', body: bodyOf(0xffffffff) }] }
    const actions = actionsOf('alice', [bounced], NO_FACTS)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'renew_dns')).toMatchObject({ success: false, details: { nft_collection: null } })
  })
})

describe('the sale of a domain', () => {
  const byCollection = factsOf({ nftItem: { domain: { ...domain, collection: ROOT } } })

  it.each([
    { name: 'by its code', known: facts, collection: accountOf('zone') },
    { name: 'by its collection', known: byCollection, collection: ROOT },
  ])('begins with the release of a domain that is known $name', ({ known, collection }) => {
    const sends = [{ to: 'domain', value: 8n, body: bodyOf(0x4ed14b65) }]
    expect(onlyOf(actionsOf('alice', sends, known), 'dns_release').details).toEqual({
      query_id: '77',
      source: accountOf('alice'),
      nft_item: accountOf('domain'),
      nft_collection: collection,
      nft_item_index: '9',
      value: '8',
    })
    expect(actionsOf('alice', sends, NO_FACTS).map(({ type }) => type)).toEqual(['call_contract'])
  })

  it('has no query id if the release has none', () => {
    const body = beginCell().storeUint(0x4ed14b65, 32).endCell()
    const action = onlyOf(actionsOf('alice', [{ to: 'domain', body }], facts), 'dns_release')
    expect(action.details).toMatchObject({ query_id: null })
  })

  it('ends with the call that makes the domain pay its zone', () => {
    const paid = { to: 'zone', value: 300n, body: bodyOf(0x370fec51) }
    const sends = [{ to: 'domain', value: 8n, body: bodyOf(0x2fcb26a2), sends: [paid] }]
    const actions = actionsOf('alice', sends, facts)
    expect(actions.map(({ type, ancestors }) => [type, ...ancestors])).toEqual([
      ['call_contract'],
      ['dns_purchase'],
      ['call_contract', 'dns_purchase'],
    ])
    expect(onlyOf(actions, 'dns_purchase').details).toEqual({
      nft_collection: accountOf('zone'),
      nft_item: accountOf('domain'),
      nft_item_index: '9',
      new_owner: accountOf('alice'),
      price: '300',
      query_id: '77',
      payout_amount: '300',
    })
    const byTransfer = actionsOf('alice', [{ to: 'domain', value: 8n, sends: [paid] }], facts)
    expect(byTransfer.map(({ type }) => type)).not.toContain('dns_purchase')
  })
})
