import { type AddressFault, readAddress } from '#shared/ton/address.ts'

const FRIENDLY_LENGTH = 48
const BASE64_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The position of the only character whose replacement makes the checksum fit, counted from one: where an
 * address was probably mistyped. Undefined when none or several would.
 */
export function mistypedCharacter(address: string): number | undefined {
  const found = new Set<number>()
  const standard = address.replaceAll('+', '-').replaceAll('/', '_')
  for (let at = 0; at < standard.length; at++) {
    for (const character of BASE64_CHARACTERS) {
      const candidate = standard.slice(0, at) + character + standard.slice(at + 1)
      if (candidate !== standard && readAddress(candidate).kind === 'address') found.add(at + 1)
    }
    if (found.size > 1) return undefined
  }
  const [only] = found
  return only
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`
}

/** What is wrong with a text that should be an address, in a sentence. */
export function addressFaultText(fault: AddressFault, text: string): string {
  const colon = text.indexOf(':')
  switch (fault) {
    case 'empty':
      return 'An address is needed here'
    case 'form':
      return `An address has ${FRIENDLY_LENGTH} characters, or a workchain, a colon and 64 hexadecimal digits; this has ${characters(text.length)}`
    case 'workchain':
      return `“${text.slice(0, Math.min(colon, 20))}” before the colon is no workchain`
    case 'hash':
      return `A raw address has 64 hexadecimal digits after the colon; here are ${characters(text.length - colon - 1)}`
    case 'alphabet': {
      const at = text.search(/[^\w+/-]/)
      return at < 0
        ? 'This is no base64'
        : `Character ${at + 1} (“${text[at]}”) doesn't belong into an address`
    }
    case 'checksum': {
      const at = mistypedCharacter(text)
      return at === undefined
        ? 'Wrong checksum: more than one character of this address is mistyped'
        : `Wrong checksum: character ${at} (“${text[at - 1]}”) is probably mistyped`
    }
    case 'tag':
      return 'The checksum fits, but no address begins like this'
  }
}

/** What is wrong with a text that should be an address; undefined for one that is. */
export function addressFaultOf(text: string): string | undefined {
  const reading = readAddress(text)
  return reading.kind === 'fault' ? addressFaultText(reading.fault, text) : undefined
}
