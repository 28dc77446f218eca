import { describe, expect, it } from 'vitest'
import { parseAddress } from '#shared/ton/address.ts'
import { addressFaultOf, mistypedCharacters } from '../../../../src-renderer/decode/addressFault.ts'

const ADDRESS = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
const RAW = '0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'

function replaced(text: string, position: number, character: string): string {
  return text.slice(0, position - 1) + character + text.slice(position)
}

describe('addressFaultOf', () => {
  it('returns undefined for an address in either form', () => {
    expect([ADDRESS, RAW].map(addressFaultOf)).toEqual([undefined, undefined])
  })

  it('names the character that is not base64, and its position', () => {
    expect(addressFaultOf(replaced(ADDRESS, 9, '*'))).toBe('Character 9 (“*”) cannot be part of an address')
  })

  it('names a character outside the basic multilingual plane whole', () => {
    const wrong = `${ADDRESS.slice(0, 8)}😀${ADDRESS.slice(10)}`
    expect(addressFaultOf(wrong)).toBe('Character 9 (“😀”) cannot be part of an address')
  })

  it('names the character of a raw address that is not a hexadecimal digit', () => {
    expect(addressFaultOf(replaced(RAW, 12, 'g'))).toBe('Character 12 (“g”) is not a hexadecimal digit')
  })

  it('counts the characters of an address with the wrong length', () => {
    expect(addressFaultOf(ADDRESS.slice(0, 47))).toMatch(/this has 47 characters$/)
    expect(addressFaultOf(RAW.slice(0, 65))).toMatch(/here are 63 characters$/)
  })

  it('names every character whose replacement makes the checksum match', () => {
    // Two addresses that differ from this text in one character each.
    const between = replacedBetween()
    const positions = mistypedCharacters(between)
    expect(positions.length).toBeGreaterThan(1)
    const named = positions.map((position) => `${position} (“${between[position - 1]}”)`)
    const last = named.pop()
    expect(addressFaultOf(between)).toBe(
      `Wrong checksum: character ${named.join(', ')} or ${last} is probably mistyped`,
    )
  })
})

/** Finds a text with one wrong character for which the checksum allows several corrections. */
function replacedBetween(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let position = 4; position <= 46; position++) {
    for (const character of alphabet) {
      const text = replaced(ADDRESS, position, character)
      if (!parseAddress(text) && mistypedCharacters(text).length > 1) return text
    }
  }
  throw new Error('every single mistake has one correction')
}

describe('mistypedCharacters', () => {
  it('finds a single wrong character at any position', () => {
    for (const position of [2, 18, 47]) {
      const wrong = replaced(ADDRESS, position, ADDRESS[position - 1] === 'A' ? 'B' : 'A')
      expect(mistypedCharacters(wrong)).toEqual([position])
    }
  })
})
