import { describe, expect, it } from 'vitest'
import { type FetchedContent, tokenInfo } from '../../../../../src-main/api/v3/render/tokenInfo.ts'
import type { TokenEntry } from '../../../../../src-main/store/queries/tokenEntries.ts'

const address = Buffer.alloc(33, 1)
const URL_ = 'https://example.org/token.json'

function master(content: Readonly<Record<string, string>>): TokenEntry {
  return { kind: 'jetton_master', address, content }
}

function item(content: Readonly<Record<string, string>>, domain?: string): TokenEntry {
  return { kind: 'nft_item', address, index: 7n, content, domain }
}

function shown(token: TokenEntry, fetched?: FetchedContent, isCurrent = true) {
  return tokenInfo(token, {
    isCurrent: () => isCurrent,
    fetched: () => fetched,
    image: (url) => `http://127.0.0.1/image?${url}`,
  })
}

describe('the metadata of a token', () => {
  it('of a jetton wallet is its balance, if that is the present one, jetton and owner', () => {
    const wallet: TokenEntry = {
      kind: 'jetton_wallet',
      address,
      balance: 5n,
      jetton: address,
      owner: address,
    }
    const raw = `1:${'01'.repeat(32)}`
    expect(shown(wallet)).toEqual({
      isIndexed: true,
      info: { valid: true, type: 'jetton_wallets', extra: { balance: '5', jetton: raw, owner: raw } },
    })
    expect(shown(wallet, undefined, false).info.extra).toEqual({ jetton: raw, owner: raw })
  })

  it('of content on the chain needs no fetch', () => {
    expect(shown(master({ name: 'N', symbol: 'S', decimals: '6' }))).toEqual({
      isIndexed: true,
      info: { valid: true, type: 'jetton_masters', name: 'N', symbol: 'S', extra: { decimals: '6' } },
    })
    expect(shown(item({}, 'a.ton')).info).toEqual({
      valid: true,
      type: 'nft_items',
      nft_index: '7',
      extra: { domain: 'a.ton' },
    })
  })

  it('is its type alone until the URL was fetched', () => {
    expect(shown(item({ uri: URL_, name: 'N' }))).toEqual({
      isIndexed: false,
      info: { type: 'nft_items', nft_index: '7' },
    })
  })

  it('is invalid after a failed fetch, unless the content of the contract suffices', () => {
    expect(shown(item({ uri: URL_ }), 'failed')).toEqual({
      isIndexed: true,
      info: { valid: false, type: 'nft_items', nft_index: '7' },
    })
    expect(shown(master({ uri: URL_, symbol: 'S' }), 'failed').info).toEqual({
      valid: true,
      type: 'jetton_masters',
      symbol: 'S',
      extra: { uri: URL_ },
    })
  })

  it('merges the fetched content, with our URLs of its image', () => {
    const image = 'https://example.org/a.png'
    const fetched = { name: 'fetched', image, extra: { decimals: 9, social: ['x'] } }
    const own = `http://127.0.0.1/image?${image}`
    expect(shown(master({ uri: URL_, name: 'own' }), fetched).info).toEqual({
      valid: true,
      type: 'jetton_masters',
      name: 'own',
      image,
      extra: {
        _image_big: own,
        _image_medium: own,
        _image_small: own,
        decimals: 9,
        social: ['x'],
        uri: URL_,
      },
    })
  })

  it('has our URLs for an image that only the contract names', () => {
    const { info } = shown(master({ symbol: 'S', image: 'https://example.org/a.png' }))
    expect(info.extra).toMatchObject({ _image_small: expect.stringContaining('example.org') })
  })
})
