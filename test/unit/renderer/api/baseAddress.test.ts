import { describe, expect, it } from 'vitest'
import { baseAddress, readBase } from '../../../../src-renderer/api/baseAddress.ts'

const ORIGIN = 'http://127.0.0.1:8081'

/** A page whose `<meta name="tonscope-base">` has a content; undefined for a page without the element. */
function pageWith(content: string | undefined) {
  return { querySelector: () => (content === undefined ? null : { content }) }
}

describe('readBase', () => {
  it('reads the base that the gateway wrote into the page, and an empty one from a page without', () => {
    expect(readBase(pageWith('/testnet'))).toBe('/testnet')
    expect(readBase(pageWith('/my-net_2.main'))).toBe('/my-net_2.main')
    expect(readBase(pageWith(undefined))).toBe('')
    expect(readBase(pageWith(''))).toBe('')
  })

  it('throws for a content that is not one segment of a path', () => {
    for (const content of [
      '//host',
      '/',
      'testnet',
      '/a/b',
      '/..',
      '/.',
      '/a?b',
      '/a#b',
      '/%2f',
      'http://host',
    ]) {
      expect(() => readBase(pageWith(content)), content).toThrow(/not a base/)
    }
  })
})

describe('baseAddress', () => {
  it('adds the base to paths, and removes it', () => {
    const { at, within } = baseAddress('/testnet', ORIGIN)
    expect(at('/')).toBe('/testnet/')
    expect(at('/api/v2/getMasterchainInfo')).toBe('/testnet/api/v2/getMasterchainInfo')
    expect(within('/testnet')).toBe('/')
    expect(within('/testnet?a=b')).toBe('/?a=b')
    expect(within('/testnet/account/EQ?tab=raw')).toBe('/account/EQ?tab=raw')
    expect(within('/testnet2/account/EQ')).toBeUndefined()
    expect(within('/account/EQ')).toBeUndefined()
  })

  it('leaves the paths of the default network as they are', () => {
    const { at, within } = baseAddress('', ORIGIN)
    expect(at('/docs')).toBe('/docs')
    expect(within('/account/EQ')).toBe('/account/EQ')
  })

  it('has the URLs for other programs and for the stream', () => {
    expect(baseAddress('/testnet', ORIGIN).url('/api/v2')).toBe(`${ORIGIN}/testnet/api/v2`)
    expect(baseAddress('/testnet', 'https://host').socketUrl('/ws')).toBe('wss://host/testnet/ws')
    expect(baseAddress('', ORIGIN).socketUrl('/ws')).toBe('ws://127.0.0.1:8081/ws')
  })
})
