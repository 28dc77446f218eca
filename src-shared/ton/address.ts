import { type Base64Alphabet, base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from './base64.ts'
import { crc16 } from './crc16.ts'

/**
 * An account's address as it was written. The raw form (`0:83df…`) carries no flags; the friendly form (48
 * characters of base64) carries both.
 */
export type TonAddress = {
  readonly workchain: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Present when the friendly form was given. */
  readonly bounceable?: boolean
  readonly testOnly?: boolean
}

/** Why a text is no address; the search box says it in words. */
export type AddressFault =
  | 'empty'
  /** Neither 48 characters of base64 nor `workchain:hash`. */
  | 'form'
  /** A raw address whose part before the colon is no 32-bit integer. */
  | 'workchain'
  /** A raw address whose hash is not 64 hexadecimal digits. */
  | 'hash'
  /** 48 characters, some of which are no base64. */
  | 'alphabet'
  /** A friendly form whose checksum does not match: a mistyped or cut address. */
  | 'checksum'
  /** A friendly form whose first byte is none of the four tags. */
  | 'tag'

export type AddressReading =
  | { readonly kind: 'address'; readonly address: TonAddress }
  | { readonly kind: 'fault'; readonly fault: AddressFault }

const BOUNCEABLE_TAG = 0x11
const NON_BOUNCEABLE_BIT = 0x40
const TEST_ONLY_BIT = 0x80
const FRIENDLY_LENGTH = 48
/** tonlib looks for the colon within the first eleven characters. */
const MAX_WORKCHAIN_LENGTH = 10

function fault(reason: AddressFault): AddressReading {
  return { kind: 'fault', fault: reason }
}

function readFriendly(text: string): AddressReading {
  const bytes = base64ToBytes(text, 'mixed')
  if (bytes?.length !== 36) return fault('alphabet')
  const checksum = ((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0)
  if (crc16(bytes, 34) !== checksum) return fault('checksum')
  const tag = bytes[0] ?? 0
  if ((tag & 0x3f) !== BOUNCEABLE_TAG) return fault('tag')
  return {
    kind: 'address',
    address: {
      workchain: ((bytes[1] ?? 0) << 24) >> 24,
      hash: bytes.slice(2, 34),
      bounceable: (tag & NON_BOUNCEABLE_BIT) === 0,
      testOnly: (tag & TEST_ONLY_BIT) !== 0,
    },
  }
}

function readRaw(text: string, colon: number): AddressReading {
  const prefix = text.slice(0, colon)
  const workchain = Number(prefix)
  const isInt32 = /^(0|-?[1-9][0-9]*)$/.test(prefix) && workchain === (workchain | 0)
  if (!isInt32 || prefix.length > MAX_WORKCHAIN_LENGTH) return fault('workchain')
  const hash = hexToBytes(text.slice(colon + 1))
  return hash?.length === 32 ? { kind: 'address', address: { workchain, hash } } : fault('hash')
}

/**
 * Reads an address in any form of compatibility-v2 §2.1, or says why it is none: friendly in either base64 alphabet
 * (also mixed), or raw with hexadecimal digits of any case. A bare 64-digit hash is not an address.
 */
export function readAddress(text: string): AddressReading {
  if (text.length === 0) return fault('empty')
  if (text.length === FRIENDLY_LENGTH && !text.includes(':')) return readFriendly(text)
  const colon = text.indexOf(':')
  return colon < 0 ? fault('form') : readRaw(text, colon)
}

/** As `readAddress`, undefined for whatever is no address. */
export function parseAddress(text: string): TonAddress | undefined {
  const reading = readAddress(text)
  return reading.kind === 'address' ? reading.address : undefined
}

/** `0:83dfd552…`: lower-case unless asked otherwise. */
export function formatRawAddress(address: TonAddress, letters: 'lower' | 'upper' = 'lower'): string {
  const hex = bytesToHex(address.hash)
  return `${address.workchain}:${letters === 'upper' ? hex.toUpperCase() : hex}`
}

export type FriendlyOptions = {
  /** Default: the address's own flag, else bounceable. */
  readonly bounceable?: boolean
  /** Default: the address's own flag, else false. */
  readonly testOnly?: boolean
  /** Default `url`. */
  readonly alphabet?: Base64Alphabet
}

/** Whether the workchain fits the eight bits that the friendly form has for it. */
export function hasFriendlyForm(address: TonAddress): boolean {
  return address.workchain >= -128 && address.workchain <= 127
}

/** `EQCD39VS…`; an empty string when the workchain does not fit (`hasFriendlyForm`). */
export function formatFriendlyAddress(address: TonAddress, options: FriendlyOptions = {}): string {
  if (!hasFriendlyForm(address)) return ''
  return bytesToBase64(friendlyAddressBytes(address, options), options.alphabet ?? 'url')
}

/** The 36 bytes whose base64 is the friendly form: tag, workchain, hash, checksum. */
export function friendlyAddressBytes(
  address: TonAddress,
  options: Omit<FriendlyOptions, 'alphabet'> = {},
): Uint8Array<ArrayBuffer> {
  const bounceable = options.bounceable ?? address.bounceable ?? true
  const testOnly = options.testOnly ?? address.testOnly ?? false
  const bytes = new Uint8Array(36)
  bytes[0] = BOUNCEABLE_TAG | (bounceable ? 0 : NON_BOUNCEABLE_BIT) | (testOnly ? TEST_ONLY_BIT : 0)
  bytes[1] = address.workchain & 0xff
  bytes.set(address.hash, 2)
  const checksum = crc16(bytes, 34)
  bytes[34] = checksum >> 8
  bytes[35] = checksum & 0xff
  return bytes
}

/**
 * How the API repeats an address it was given (compatibility-v2 §2.1): raw stays raw with upper-case digits,
 * friendly becomes url-safe with the same flags.
 */
export function normalizeAddress(address: TonAddress): string {
  return address.bounceable === undefined
    ? formatRawAddress(address, 'upper')
    : formatFriendlyAddress(address)
}

/** Whether two addresses name one account, whatever their form and flags. */
export function sameAddress(a: TonAddress, b: TonAddress): boolean {
  return a.workchain === b.workchain && a.hash.every((byte, i) => byte === b.hash[i])
}
