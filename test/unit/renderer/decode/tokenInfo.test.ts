import { beginCell, Cell, Dictionary } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { methodIdOf } from '#shared/ton/methodId.ts'
import { claimedKinds, interfaceText } from '../../../../src-renderer/decode/accountKinds.ts'
import { UNKNOWN } from '../../../../src-renderer/decode/identity.ts'
import { hasKnownDecimals, tokenWords } from '../../../../src-renderer/decode/tokenInfo.ts'

describe('tokenWords', () => {
  it('prefers fetched metadata and falls back to the content on the chain', () => {
    const info = { type: 'jetton_masters' as const, name: 'Fetched', extra: { decimals: 6 } }
    expect(tokenWords(info, { name: 'Chain', symbol: 'CHN', decimals: '2' })).toMatchObject({
      name: 'Fetched',
      symbol: 'CHN',
      decimals: 6,
    })
  })

  it('reads attributes and leaves out those without a name or with a value of another kind', () => {
    const attributes = [
      { trait_type: 'Colour', value: 'red' },
      { trait_type: 'Level', value: 3 },
      { trait_type: 'Nested', value: { a: 1 } },
      { value: 'no name' },
      null,
      'text',
    ]
    expect(tokenWords({ extra: { attributes } }).attributes).toEqual([
      { name: 'Colour', value: 'red' },
      { name: 'Level', value: '3' },
    ])
    expect(tokenWords({ extra: { attributes: 'none' } }).attributes).toEqual([])
  })
})

describe('knowsDecimals', () => {
  it('does not trust the default while metadata off the chain is not fetched', () => {
    expect(hasKnownDecimals({ type: 'jetton_masters' }, { uri: 'https://a.example' })).toBe(false)
    expect(hasKnownDecimals({ type: 'jetton_masters', valid: true })).toBe(true)
    expect(hasKnownDecimals(undefined, { decimals: '6' })).toBe(true)
  })
})

/** Returns code with the selector of compilers and these get-methods, in base64. */
function codeWith(...methods: readonly string[]): string {
  const table = Dictionary.empty(Dictionary.Keys.Int(19), Dictionary.Values.Cell())
  for (const name of methods) table.set(methodIdOf(name), Cell.EMPTY)
  const selector = beginCell().storeUint(0xff00, 16).storeUint(0b11110100101001, 14).storeUint(19, 10)
  return selector.storeRef(beginCell().storeDictDirect(table)).endCell().toBoc().toString('base64')
}

describe('claimedKinds', () => {
  it('follows the interfaces that the index detects by get-methods', () => {
    const kindsOf = (...methods: readonly string[]) => [...claimedKinds(undefined, codeWith(...methods))]
    expect(kindsOf('get_jetton_data', 'get_wallet_address')).toEqual(['jetton'])
    expect(kindsOf('seqno', 'get_public_key', 'get_vesting_data')).toEqual(['vesting'])
    expect(kindsOf('get_fix_price_data_v4')).toEqual(['NFT sale'])
    // An order of moon.cx, which is not a vesting wallet.
    expect(kindsOf('get_status', 'get_order_amount', 'get_fill_out', 'get_vesting_data')).toEqual([])
  })

  it('combines the kinds of metadata and interfaces', () => {
    const identity = {
      ...UNKNOWN,
      interfaces: ['jetton_wallet_v1', 'wallet_vesting'],
      tokens: [{ type: 'nft_items' as const }],
    }
    expect([...claimedKinds(identity, undefined)].sort()).toEqual(['NFT item', 'jetton wallet', 'vesting'])
  })

  it('claims nothing for an account of which nothing is known', () => {
    expect(claimedKinds(undefined, undefined).size).toBe(0)
    expect(claimedKinds(UNKNOWN, 'no bag of cells').size).toBe(0)
  })
})

describe('interfaceText', () => {
  it('writes names of interfaces for people', () => {
    expect(['wallet_v4r2', 'jetton_wallet', 'nft_item', 'multisig_v2'].map(interfaceText)).toEqual([
      'wallet v4 r2',
      'jetton wallet',
      'NFT item',
      'multisig v2',
    ])
  })
})
