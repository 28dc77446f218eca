import { describe, expect, it } from 'vitest'
import { mergeContent, metadataUrlOf } from '../../../src-main/metadata/tokenInfo.ts'
import { onchainContent } from './onchainContent.ts'

describe('token content', () => {
  it('has its URL under url, else uri', () => {
    expect(metadataUrlOf(onchainContent({ type: 'offchain', data: 'https://a/' }))).toBe('https://a/')
    expect(metadataUrlOf({ url: 'https://b/', uri: 'https://a/' })).toBe('https://b/')
    expect(metadataUrlOf({ url: '', uri: 'https://a/' })).toBe('https://a/')
    expect(metadataUrlOf({ name: 'x' })).toBeUndefined()
  })

  it('of both kinds is merged key by key, and the contract wins', () => {
    const fetched = { name: 'JSON', description: 'from JSON', extra: { decimals: 9, uri: 'x', color: 'red' } }
    expect(
      mergeContent('jetton_masters', { uri: 'https://a/', name: 'Chain', decimals: '6' }, fetched),
    ).toEqual({
      valid: true,
      name: 'Chain',
      description: 'from JSON',
      extra: { uri: 'https://a/', decimals: '6', color: 'red' },
    })
  })

  it('is valid with any JSON object', () => {
    expect(mergeContent('jetton_masters', { uri: 'https://a/' }, { extra: {} })).toEqual({
      valid: true,
      extra: { uri: 'https://a/' },
    })
  })

  it.each([
    ['jetton_masters', { symbol: 'S' }, true],
    ['jetton_masters', { name: 'N' }, false],
    ['nft_items', { name: 'N' }, true],
    ['nft_items', { domain: 'a.ton' }, true],
    ['nft_items', { image: 'i' }, false],
    ['nft_collections', { image: 'i' }, true],
    ['nft_collections', { description: 'd' }, true],
    ['nft_collections', { uri: 'https://a/' }, false],
  ] as const)('of %s without JSON is valid by what the contract has: %j', (kind, content, valid) => {
    expect(mergeContent(kind, content, undefined).valid).toBe(valid)
  })
})
