import { describe, expect, it } from 'vitest'
import { isMoreKnown, UNKNOWN, withCachedTokens } from '../../../../src-renderer/decode/identity.ts'

const TOKEN = { type: 'nft_items', valid: true } as never
const named = { ...UNKNOWN, domain: 'alice.ton' }

describe('the identity in a newer answer', () => {
  it('replaces the cached one if it has a domain or a token that this has not', () => {
    expect(isMoreKnown(named, UNKNOWN)).toBe(true)
    expect(isMoreKnown({ ...UNKNOWN, tokens: [TOKEN] }, named)).toBe(true)
    expect(isMoreKnown(UNKNOWN, undefined)).toBe(true)
    expect(isMoreKnown(named, { ...UNKNOWN, domain: 'a.ton' })).toBe(true)
  })

  it('does not replace one that has as much or more', () => {
    expect(isMoreKnown(UNKNOWN, named)).toBe(false)
    expect(isMoreKnown(named, { ...named, tokens: [TOKEN] })).toBe(false)
  })

  it('keeps the tokens of the cached one if it has none', () => {
    expect(withCachedTokens(named, { ...UNKNOWN, tokens: [TOKEN] })).toEqual({ ...named, tokens: [TOKEN] })
    expect(withCachedTokens(named, undefined)).toBe(named)
  })
})
