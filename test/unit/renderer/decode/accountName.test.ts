import { describe, expect, it } from 'vitest'
import { accountName } from '../../../../src-renderer/decode/accountName.ts'
import { type Identity, UNKNOWN } from '../../../../src-renderer/decode/identity.ts'

const KEY = `0:${'1'.repeat(64)}`
const MASTER = `0:${'2'.repeat(64)}`
const CONTEXT = { key: KEY, isMainnet: false }

const jetton: Identity = {
  ...UNKNOWN,
  tokens: [{ type: 'jetton_masters', valid: true, name: 'Paper Crane', symbol: 'USDP' }],
}
const wallet: Identity = {
  ...UNKNOWN,
  tokens: [{ type: 'jetton_wallets', valid: true, extra: { jetton: MASTER, owner: KEY, balance: '1' } }],
}

describe('accountName', () => {
  it("prefers the user's name, then the scenario's, the protocol's, the domain and the token's own", () => {
    const identity = { ...jetton, domain: 'alice.ton' }
    const all = { label: 'Mine', scenario: 'alice', system: 'Elector', identity }
    expect(accountName(all, CONTEXT)).toEqual({ text: 'Mine', source: 'label' })
    const { label: _label, ...unlabelled } = all
    expect(accountName(unlabelled, CONTEXT)?.text).toBe('alice')
    expect(accountName({ system: 'Elector', identity }, CONTEXT)?.text).toBe('Elector')
    expect(accountName({ identity }, CONTEXT)).toEqual({ text: 'alice.ton', source: 'domain' })
    expect(accountName({ identity: jetton }, CONTEXT)).toMatchObject({ text: 'Paper Crane', source: 'token' })
  })

  it('has none for an account of which nothing is known', () => {
    expect(accountName({}, CONTEXT)).toBeUndefined()
    expect(accountName({ identity: UNKNOWN }, CONTEXT)).toBeUndefined()
  })

  it('names a jetton wallet after the symbol of its jetton', () => {
    expect(accountName({ identity: wallet, master: jetton }, CONTEXT)?.text).toBe('USDP wallet')
    expect(accountName({ identity: wallet }, CONTEXT)).toBeUndefined()
  })

  it('marks an item whose collection imitates another one', () => {
    const item: Identity = { ...UNKNOWN, tokens: [{ type: 'nft_items', valid: true, name: 'Crane 7' }] }
    const collection: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'nft_collections', valid: true, name: 'USD\u0422' }],
    }
    expect(accountName({ identity: item }, CONTEXT)?.imitation).toBeUndefined()
    expect(accountName({ identity: item, collection }, CONTEXT)?.imitation).toEqual({
      kind: 'collection',
      of: { kind: 'imitates', original: 'USDT' },
    })
    expect(accountName({ scenario: 'Item 7', identity: item, collection }, CONTEXT)?.imitation?.kind).toBe(
      'collection',
    )
  })

  it('removes hidden characters from the name of a token before it looks for an imitation', () => {
    const hostile: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'jetton_masters', valid: true, name: 'USD\u200B\u0422\u202E' }],
    }
    expect(accountName({ identity: hostile }, CONTEXT)).toEqual({
      text: 'USD\u0422',
      source: 'token',
      type: 'jetton_masters',
      imitation: { kind: 'imitates', original: 'USDT' },
    })
  })

  it('keeps markup as the text that it is', () => {
    const hostile: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'nft_items', valid: true, name: '<img src=x onerror=alert(1)>' }],
    }
    expect(accountName({ identity: hostile }, CONTEXT)?.text).toBe('<img src=x onerror=alert(1)>')
  })

  it('falls back to the address where a name has nothing visible', () => {
    const blank: Identity = { ...UNKNOWN, tokens: [{ type: 'nft_items', valid: true, name: '\u200B\u2060' }] }
    expect(accountName({ identity: blank }, CONTEXT)).toBeUndefined()
  })
})
