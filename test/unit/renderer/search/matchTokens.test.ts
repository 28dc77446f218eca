import { describe, expect, it } from 'vitest'
import { matchTokens, type NamedToken, namedTokens } from '../../../../src-renderer/search/matchTokens.ts'

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
  })
})

describe('tokens found by a text', () => {
  const tokens = [jetton('Tether USD', 'USDT'), jetton('Paper Crane', 'USDP'), jetton('Usual', 'US')]
  const names = (text: string, max = 9) => matchTokens(tokens, text, max).map(({ name }) => name)

  it('have it in their name or symbol, whole matches before beginnings before others', () => {
    expect(names('us')).toEqual(['Usual', 'Tether USD', 'Paper Crane'])
    expect(names('crane')).toEqual(['Paper Crane'])
    expect(names('paper crane')).toEqual(['Paper Crane'])
    expect(names('rubble')).toEqual([])
  })

  it('include imitations in letters that look alike', () => {
    const imitation = jetton('Tеther USD', 'UЅDТ')
    expect(matchTokens([...tokens, imitation], 'usdt', 9)).toEqual([tokens[0], imitation])
  })

  it('are empty for a text without letters and digits, and at most as many as requested', () => {
    expect(names('…')).toEqual([])
    expect(names('us', 2)).toEqual(['Usual', 'Tether USD'])
  })
})
