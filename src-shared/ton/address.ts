import { type Base64Alphabet, base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from './base64.ts'
import { crc16 } from './crc16.ts'

/**
 * An account's address as written. The raw form (`0:83df…`) has no flags; the friendly form (48 characters of
 * base64) has both.
 */
export type TonAddress = {
  readonly workchain: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Present in the friendly form. */
  readonly bounceable?: boolean
  readonly testOnly?: boolean
}

/** The reason why a text is not an address; the search box explains it. */
export type AddressFault =
  | 'empty'
  /** Neither 48 characters of base64 nor `workchain:hash`. */
  | 'form'
  /** A raw address whose part before the colon is not a 32-bit integer. */
  | 'workchain'
  /** A raw address whose hash is not 64 hexadecimal digits. */
  | 'hash'
  /** 48 characters, some of which are not base64. */
  | 'alphabet'
  /** A friendly form whose checksum does not match: a mistyped or cut address. */
  | 'checksum'
  /** A friendly form whose first byte is not one of the four tags. */
  | 'tag'

/** The result of readAddress: an address, or the reason why the text is not one. */
export type AddressReading =
  | { readonly kind: 'address'; readonly address: TonAddress }
  | { readonly kind: 'fault'; readonly fault: AddressFault }

const BOUNCEABLE_TAG = 0x11
const NON_BOUNCEABLE_BIT = 0x40
const TEST_ONLY_BIT = 0x80
const FRIENDLY_LENGTH = 48
/** tonlib searches for the colon within the first eleven characters. */
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
 * Reads an address in any form of compatibility-v2 §2.1: friendly in either base64 alphabet (or a mixture), or raw
 * with hexadecimal digits of any case. A bare 64-digit hash is not an address.
 */
export function readAddress(text: string): AddressReading {
  if (text.length === 0) return fault('empty')
  if (text.length === FRIENDLY_LENGTH && !text.includes(':')) return readFriendly(text)
  const colon = text.indexOf(':')
  return colon < 0 ? fault('form') : readRaw(text, colon)
}

/** Returns the address in a text like readAddress, or undefined for any other text. */
export function parseAddress(text: string): TonAddress | undefined {
  const reading = readAddress(text)
  return reading.kind === 'address' ? reading.address : undefined
}

/** Formats the raw form, by default in lower case: `0:83dfd552…`. */
export function formatRawAddress(address: TonAddress, letters: 'lower' | 'upper' = 'lower'): string {
  const hex = bytesToHex(address.hash)
  return `${address.workchain}:${letters === 'upper' ? hex.toUpperCase() : hex}`
}

/** Flags and alphabet of a friendly form. */
export type FriendlyOptions = {
  /** Defaults to the address's own flag, else true. */
  readonly bounceable?: boolean
  /** Defaults to the address's own flag, else false. */
  readonly testOnly?: boolean
  /** Defaults to `url`. */
  readonly alphabet?: Base64Alphabet
}

/** Returns whether the workchain fits the eight bits of the friendly form. */
export function hasFriendlyForm(address: TonAddress): boolean {
  return address.workchain >= -128 && address.workchain <= 127
}

/**
 * Formats the friendly form `EQCD39VS…`. Returns an empty string if the workchain does not fit
 * (`hasFriendlyForm`).
 */
export function formatFriendlyAddress(address: TonAddress, options: FriendlyOptions = {}): string {
  if (!hasFriendlyForm(address)) return ''
  return bytesToBase64(friendlyAddressBytes(address, options), options.alphabet ?? 'url')
}

/** Returns the 36 bytes whose base64 is the friendly form: tag, workchain, hash, checksum. */
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
 * Formats an address as the API repeats it (compatibility-v2 §2.1): raw stays raw with upper-case digits, friendly
 * becomes url-safe with the same flags.
 */
export function normalizeAddress(address: TonAddress): string {
  return address.bounceable === undefined
    ? formatRawAddress(address, 'upper')
    : formatFriendlyAddress(address)
}

/** Returns whether two addresses name the same account, in any form and with any flags. */
export function sameAddress(a: TonAddress, b: TonAddress): boolean {
  return a.workchain === b.workchain && a.hash.every((byte, i) => byte === b.hash[i])
}
