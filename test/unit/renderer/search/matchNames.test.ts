import { describe, expect, it } from 'vitest'
import { accountKey } from '../../../../src-renderer/decode/accountKey.ts'
import { allSystemAccounts, CONFIGURED } from '../../../../src-renderer/decode/systemAccounts.ts'
import {
  matchNames,
  type NamedToken,
  namedAccounts,
  namedTokens,
} from '../../../../src-renderer/search/matchNames.ts'

const jetton = (name: string, symbol: string): NamedToken => ({
  kind: 'jetton',
  address: `0:${name}`,
  name,
  symbol,
})

describe('names of tokens', () => {
  it('come from fetched metadata first, then from the contract, without invisible characters', () => {
    const masters = [
      { address: '0:A', content: { name: 'On\u202Echain', symbol: 'ONE' } },
      { address: '0:B', content: { uri: 'https://example.com/b.json' } },
      { address: '0:C', content: { uri: 'https://example.com/c.json' } },
    ]
    const info = { type: 'jetton_masters', valid: true, name: 'Fetched', symbol: 'TWO' } as const
    const other = { type: 'nft_items', valid: true, name: 'Not the jetton' } as const
    const metadata = {
      '0:B': { is_indexed: true, token_info: [info] },
      '0:C': { is_indexed: true, token_info: [other] },
    }
    expect(namedTokens('jetton', masters, metadata)).toEqual([
      { kind: 'jetton', address: '0:A', name: 'Onchain', symbol: 'ONE' },
      { kind: 'jetton', address: '0:B', name: 'Fetched', symbol: 'TWO' },
    ])
    expect(namedTokens('item', [{ address: '0:C', content: {} }], metadata)).toEqual([
      { kind: 'item', address: '0:C', name: 'Not the jetton', symbol: '' },
    ])
  })
})

describe('accounts found by a text', () => {
  const tokens = [jetton('Tether USD', 'USDT'), jetton('Paper Crane', 'USDP'), jetton('Usual', 'US')]
  const found = (all: readonly NamedToken[], text: string, max = 9) =>
    matchNames(
      namedAccounts([], all, (address) => address),
      text,
      max,
    )
  const names = (text: string, max = 9) => found(tokens, text, max).map(({ name }) => name)

  it('have it in their name or symbol, whole matches before beginnings before others', () => {
    expect(names('us')).toEqual(['Usual', 'Tether USD', 'Paper Crane'])
    expect(names('crane')).toEqual(['Paper Crane'])
    expect(names('paper crane')).toEqual(['Paper Crane'])
    expect(names('rubble')).toEqual([])
  })

  it('include imitations in letters that look alike', () => {
    const imitation = jetton('Tеther USD', 'UЅDТ')
    expect(found([...tokens, imitation], 'usdt').map(({ token }) => token)).toEqual([tokens[0], imitation])
  })

  it('are empty for a text without letters and digits, and at most as many as requested', () => {
    expect(names('…')).toEqual([])
    expect(names('us', 2)).toEqual(['Usual', 'Tether USD'])
  })

  it('have all words of the text, in any order', () => {
    expect(names('crane paper')).toEqual(['Paper Crane'])
    expect(names('crane tether')).toEqual([])
  })

  it('have a given name before that of the token, and are found by both', () => {
    const given = [
      { key: '0:Paper Crane', name: 'my savings', about: 'Your name' },
      { key: '0:Paper Crane', name: 'Paper Crane (USDP)', about: 'jetton master' },
    ]
    const accounts = namedAccounts(given, tokens, (address) => address)
    expect(accounts).toHaveLength(tokens.length)
    for (const text of ['savings', 'USDP', 'paper crane (usdp)', 'Paper Crane']) {
      expect(matchNames(accounts, text, 9)).toMatchObject([{ name: 'my savings', token: tokens[1] }])
    }
  })

  it.each([
    ['elector', 'Elector'],
    ['Elector', 'Elector'],
    ['validators', 'Elector'],
    ['config', 'Config'],
    ['configuration', 'Config'],
    ['root dns', 'DNS root'],
    ['DNS root', 'DNS root'],
    ['minter', 'Minter'],
    ['fee collector', 'Fee collector'],
    ['zero address', 'Zero address'],
    ['burn address', 'Zero address'],
    ['system', 'System'],
  ])('are the protocol\'s, by their roles: "%s" is %s', (text, name) => {
    const configured = new Map(
      Object.values(CONFIGURED).map((account, i) => [`-1:${String(i + 1).repeat(64)}`, account]),
    )
    const system = Array.from(allSystemAccounts(configured), ([key, account]) => ({ key, ...account }))
    expect(matchNames(namedAccounts(system, [], accountKey), text, 9)[0]).toMatchObject({ name })
  })
})

describe('labels of a public list', () => {
  const given = [
    { key: '0:own', name: 'CoinEx', about: 'Your name' },
    { key: '0:first', name: 'CoinEx', about: 'Label: exchange or custodian', isListed: true },
    { key: '0:second', name: 'CoinEx cold', about: 'Label: exchange or custodian', isListed: true },
  ]
  const found = (text: string) =>
    matchNames(
      namedAccounts(
        given,
        [jetton('CoinEx Token', 'COINEX'), jetton('CoinEx cold card', 'CCC')],
        (key) => key,
      ),
      text,
      9,
    ).map(({ key }) => key)

  it('come after other names that fit as well', () => {
    expect(found('coinex')).toEqual(['0:own', '0:CoinEx Token', '0:first', '0:CoinEx cold card', '0:second'])
    expect(found('cold')).toEqual(['0:CoinEx cold card', '0:second'])
  })

  it('are found by their category', () => {
    expect(found('custodian')).toEqual(['0:first', '0:second'])
  })
})
