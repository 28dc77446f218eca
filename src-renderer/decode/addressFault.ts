import { type AddressFault, readAddress } from '#shared/ton/address.ts'

const FRIENDLY_LENGTH = 48
const HASH_DIGITS = 64
const BASE64_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Returns the positions, counted from one, at which replacing one character makes the checksum match. Usually
 * there is one, the mistyped character, and none if several are wrong.
 */
export function mistypedCharacters(address: string): number[] {
  const found: number[] = []
  const standard = address.replaceAll('+', '-').replaceAll('/', '_')
  for (let at = 0; at < standard.length; at++) {
    const isFound = [...BASE64_CHARACTERS].some((character) => {
      const candidate = standard.slice(0, at) + character + standard.slice(at + 1)
      return candidate !== standard && readAddress(candidate).kind === 'address'
    })
    if (isFound) found.push(at + 1)
  }
  return found
}

/** Names a character by its position, counted from one. */
function quoted(text: string, position: number): string {
  // By code point: half of a surrogate pair cannot be displayed.
  return `${position} (“${String.fromCodePoint(text.codePointAt(position - 1) ?? 0)}”)`
}

function checksumText(text: string): string {
  const positions = mistypedCharacters(text).map((position) => quoted(text, position))
  const last = positions.pop()
  if (last === undefined) return 'Wrong checksum: more than one character of this address is mistyped'
  return positions.length === 0
    ? `Wrong checksum: character ${last} is probably mistyped`
    : `Wrong checksum: character ${positions.join(', ')} or ${last} is probably mistyped`
}

/** Returns the fault of the hash in a raw address. */
function hashText(text: string, colon: number): string {
  const length = text.length - colon - 1
  if (length !== HASH_DIGITS) {
    return `A raw address has ${HASH_DIGITS} hexadecimal digits after the colon; here are ${characters(length)}`
  }
  const at = text.slice(colon + 1).search(/[^0-9a-f]/i)
  return `Character ${quoted(text, colon + at + 2)} is not a hexadecimal digit`
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`
}

/** Returns a sentence about the fault of a text that is not an address. */
export function addressFaultText(fault: AddressFault, text: string): string {
  const colon = text.indexOf(':')
  switch (fault) {
    case 'empty':
      return 'Enter an address'
    case 'form':
      return `An address has ${FRIENDLY_LENGTH} characters, or a workchain, a colon and ${HASH_DIGITS} hexadecimal digits; this has ${characters(text.length)}`
    case 'workchain':
      return `“${text.slice(0, Math.min(colon, 20))}” before the colon is not a workchain`
    case 'hash':
      return hashText(text, colon)
    case 'alphabet': {
      const at = text.search(/[^\w+/-]/)
      return at < 0 ? 'Not base64' : `Character ${quoted(text, at + 1)} cannot be part of an address`
    }
    case 'checksum':
      return checksumText(text)
    case 'tag':
      return 'The checksum is valid, but its first byte is not the tag of an address'
  }
}

/** Returns a sentence about the fault of a text, or undefined if the text is an address. */
export function addressFaultOf(text: string): string | undefined {
  const reading = readAddress(text)
  return reading.kind === 'fault' ? addressFaultText(reading.fault, text) : undefined
}
