import { describe, expect, it } from 'vitest'
import {
  accountName,
  accountSuspicion,
  type NameSources,
} from '../../../../src-renderer/decode/accountName.ts'
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
  it("prefers the user's name, then those of scenario, protocol, public list, domain and the token itself", () => {
    const identity = { ...jetton, domain: 'alice.ton' }
    const known = { name: 'An Exchange', category: 'custodians' } as const
    const all = { label: 'Mine', scenario: 'alice', system: 'Elector', known, identity }
    expect(accountName(all)).toEqual({ text: 'Mine', source: 'label' })
    const { label: _label, ...unlabelled } = all
    expect(accountName(unlabelled)?.text).toBe('alice')
    expect(accountName({ system: 'Elector', known, identity })?.text).toBe('Elector')
    expect(accountName({ known, identity })).toEqual({ text: 'An Exchange', source: 'known', known })
    expect(accountName({ identity })).toEqual({ text: 'alice.ton', source: 'domain' })
    expect(accountName({ identity: jetton })).toMatchObject({ text: 'Paper Crane', source: 'token' })
  })

  it('has none for an account of which nothing is known', () => {
    expect(accountName({})).toBeUndefined()
    expect(accountName({ identity: UNKNOWN })).toBeUndefined()
  })

  it('names a jetton wallet after the symbol of its jetton', () => {
    expect(accountName({ identity: wallet, master: jetton })?.text).toBe('USDP wallet')
    expect(accountName({ identity: wallet })).toBeUndefined()
  })

  const suspicionIn = (sources: NameSources) => accountSuspicion(sources, accountName(sources), CONTEXT)

  it('marks an item whose collection imitates another one, also an item without a visible name', () => {
    const collection: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'nft_collections', valid: true, name: 'USD\u0422' }],
    }
    const marked = { kind: 'collection', of: { kind: 'imitates', original: 'USDT' } }
    for (const words of [{ name: 'Crane 7' }, { name: '' }, {}]) {
      const item: Identity = { ...UNKNOWN, tokens: [{ type: 'nft_items', valid: true, ...words }] }
      expect(suspicionIn({ identity: item })).toBeUndefined()
      expect(suspicionIn({ identity: item, collection })).toEqual(marked)
      expect(suspicionIn({ label: 'Item 7', identity: item, collection })).toEqual(marked)
      expect(suspicionIn({ scenario: 'Item 7', identity: item, collection })).toEqual(marked)
    }
  })

  it('marks tokens whose name has nothing visible', () => {
    for (const type of ['nft_items', 'nft_collections', 'jetton_masters'] as const) {
      const blank: Identity = { ...UNKNOWN, tokens: [{ type, valid: true, name: '\u200B\u2060' }] }
      expect(accountName({ identity: blank })).toBeUndefined()
      expect(suspicionIn({ identity: blank }), type).toEqual({ kind: 'hidden characters' })
    }
  })

  it('marks a jetton and its wallets by name or symbol, unless another source names them', () => {
    const identity: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'jetton_masters', valid: true, name: 'Paper Crane', symbol: 'USD\u0422' }],
    }
    const imitates = { kind: 'imitates', original: 'USDT' }
    expect(suspicionIn({ identity })).toEqual(imitates)
    expect(suspicionIn({ identity: wallet, master: identity })).toEqual(imitates)
    expect(suspicionIn({ label: 'Test jetton', identity })).toBeUndefined()
  })

  it('removes hidden characters from the name of a token before it looks for an imitation', () => {
    const hostile: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'jetton_masters', valid: true, name: 'USD\u200B\u0422\u202E' }],
    }
    expect(accountName({ identity: hostile })).toEqual({
      text: 'USD\u0422',
      source: 'token',
      type: 'jetton_masters',
    })
    expect(suspicionIn({ identity: hostile })).toEqual({ kind: 'imitates', original: 'USDT' })
  })

  it('keeps markup as the text that it is', () => {
    const hostile: Identity = {
      ...UNKNOWN,
      tokens: [{ type: 'nft_items', valid: true, name: '<img src=x onerror=alert(1)>' }],
    }
    expect(accountName({ identity: hostile })?.text).toBe('<img src=x onerror=alert(1)>')
  })

  it('falls back to the address where a name has nothing visible', () => {
    const blank: Identity = { ...UNKNOWN, tokens: [{ type: 'nft_items', valid: true, name: '\u200B\u2060' }] }
    expect(accountName({ identity: blank })).toBeUndefined()
  })
})
