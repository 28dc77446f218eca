import { z } from 'zod'
import { parseAddress, type TonAddress } from '../../ton/address.ts'
import { base64ToBytes, hexToBytes } from '../../ton/base64.ts'
import type { JsonValue } from '../jsonValue.ts'
import type { ParameterKind } from '../parameter.ts'
import { ADDRESS_FORM } from '../textForms.ts'

/** The parameter kinds of compatibility-v3 §3, in all forms that the reference server accepts. */

const UNSIGNED = /^[0-9]+$/
const SIGNED = /^[+-]?[0-9]+$/
const HEX = /^[0-9a-fA-F]+$/
/** Enough for 64 bits with leading zeros; longer texts are rejected without creating a BigInt. */
const MAX_DIGITS = 64

function unsignedOf(text: string, bits: number): bigint | undefined {
  if (text.length > MAX_DIGITS || !UNSIGNED.test(text)) return undefined
  const value = BigInt(text)
  return BigInt.asUintN(bits, value) === value ? value : undefined
}

function signedOf(text: string, bits: number): bigint | undefined {
  if (text.length > MAX_DIGITS || !SIGNED.test(text)) return undefined
  const value = BigInt(text.replace('+', ''))
  return BigInt.asIntN(bits, value) === value ? value : undefined
}

function hexOf(text: string, bits: number): bigint | undefined {
  if (text.length > MAX_DIGITS || !HEX.test(text)) return undefined
  const value = BigInt(`0x${text}`)
  return BigInt.asUintN(bits, value) === value ? value : undefined
}

/** Returns a kind that is a text in a query and in a body. */
function textKind<Value>(
  fromText: (text: string) => Value | undefined,
  schema: z.ZodType<string> = z.string(),
): ParameterKind<Value, string> {
  return {
    fromText,
    fromJson: (value) => (typeof value === 'string' ? fromText(value) : undefined),
    emptyIsAbsent: false,
    schema,
  }
}

/** Returns a kind of numbers, for which an empty text is 0. */
function numberKind<Value, Input extends number | string>(
  fromText: (text: string) => Value | undefined,
  schema: z.ZodType<Input>,
): ParameterKind<Value, Input> {
  const orZero = (text: string) => fromText(text === '' ? '0' : text)
  return {
    fromText: orZero,
    fromJson: (value) =>
      ['string', 'number', 'bigint'].includes(typeof value) ? orZero(String(value)) : undefined,
    emptyIsAbsent: false,
    schema,
  }
}

function parseInt32(text: string): number | undefined {
  const value = signedOf(text, 32)
  return value === undefined ? undefined : Number(value)
}

/** A signed 32-bit integer: a workchain, a seqno. */
export const int32 = numberKind(parseInt32, z.int32())

/** A seqno that is 0 when it is malformed. */
export const lenientSeqno = numberKind((text) => parseInt32(text) ?? 0, z.int32().min(0))

const MAX_INT64 = 0x7fff_ffff_ffff_ffffn

/**
 * A logical time: unsigned, 64 bits. Databases store signed ones; since no real time exceeds them, the largest signed
 * value replaces all larger ones.
 */
export const lt = numberKind(
  (text) => {
    const value = unsignedOf(text, 64)
    return value !== undefined && value > MAX_INT64 ? MAX_INT64 : value
  },
  z.string().regex(/^[0-9]{1,19}$/),
)

export const pageLimit = numberKind((text) => atLeast(1, parseInt32(text)), z.int32().min(1))
export const pageOffset = numberKind((text) => atLeast(0, parseInt32(text)), z.int32().min(0))

function atLeast(least: number, value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(least, value)
}

const FLOAT = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i
const MAX_UTIME = 0xffff_ffff

/**
 * Unix seconds; a fraction is truncated. A negative number counts as later than every block, since the reference server
 * converts it to an unsigned one.
 */
export const utime: ParameterKind<number, number | string> = {
  ...textKind((text) => {
    if (!FLOAT.test(text)) return undefined
    const value = Math.trunc(Number(text))
    return value >= 0 && value <= MAX_UTIME ? Math.abs(value) : MAX_UTIME
  }),
  schema: z.uint32(),
}

/** The order of a list. */
export type SortOrder = 'asc' | 'desc'
const ORDERS: ReadonlyMap<string, SortOrder> = new Map([
  ['a', 'asc'],
  ['asc', 'asc'],
  ['d', 'desc'],
  ['desc', 'desc'],
])
export const sortOrder = textKind((text) => ORDERS.get(text.toLowerCase()), z.enum(['asc', 'desc']))

/** The direction of a message: `in` or `out`. The operation defines the meaning of other words. */
export type Direction = 'in' | 'out'
export const direction = textKind(
  (text): Direction | undefined => (text === 'in' || text === 'out' ? text : undefined),
  z.enum(['in', 'out']),
)
/** Like `direction`, but other words count as absent. */
export const lenientDirection = textKind(
  (text): Direction | 'both' => (text === 'in' || text === 'out' ? text : 'both'),
  z.enum(['in', 'out']),
)

/** The owner's side of a transfer: `in` receives, `both` is either side, any other word sends. */
export const transferDirection = textKind(
  (text): Direction | 'both' => (text === 'in' || text === 'both' ? text : 'out'),
  z.enum(['in', 'out']),
)

const TRUE_TEXTS: readonly string[] = ['1', 't', 'T', 'TRUE', 'true', 'True', 'on']
const FALSE_TEXTS: readonly string[] = ['0', 'f', 'F', 'FALSE', 'false', 'False', '']

function parseFlag(text: string): boolean | undefined {
  if (TRUE_TEXTS.includes(text)) return true
  return FALSE_TEXTS.includes(text) ? false : undefined
}

export const flag: ParameterKind<boolean, boolean> = {
  fromText: parseFlag,
  fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
  emptyIsAbsent: false,
  schema: z.boolean(),
}

/** Values of any type in a body, which the operation reads itself. */
export const jsonArray: ParameterKind<readonly JsonValue[], readonly unknown[]> = {
  fromText: () => undefined,
  fromJson: (value) => (Array.isArray(value) ? value : undefined),
  emptyIsAbsent: false,
  schema: z.array(z.unknown()).readonly(),
}

/** Any text. */
export const plainText = textKind((text): string => text)

/**
 * Reads a hash: 64 hexadecimal digits, with 0x or without, or 44 characters of base64 in either alphabet.
 * Returns undefined for anything else.
 */
function parseV3Hash(text: string): Uint8Array | undefined {
  const bytes =
    text.length === 44
      ? (base64ToBytes(text, 'standard') ?? base64ToBytes(text, 'url'))
      : hexToBytes(text.length === 66 && text.startsWith('0x') ? text.slice(2) : text)
  return bytes?.length === 32 ? bytes : undefined
}

/** 32 bytes. */
export const hash = textKind(
  parseV3Hash,
  z.string().regex(/^((0x)?[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=)$/),
)

/** A workchain and 32 bytes, without the flags of the friendly form. */
export type AccountAddress = Pick<TonAddress, 'workchain' | 'hash'>

/** Reads an account in any form of address. Returns undefined for anything else. */
export function parseAccount(text: string): AccountAddress | undefined {
  const address = parseAddress(text)
  return address && { workchain: address.workchain, hash: address.hash }
}

/** An account in any form: friendly with any flags, or raw. */
export const address = textKind(parseAccount, z.string().regex(new RegExp(`^(${ADDRESS_FORM})$`)))

/** Like `address`, but a text that is not an address is null and does not filter. */
export const lenientAddress = textKind(
  (text): AccountAddress | null => parseAccount(text) ?? null,
  address.schema,
)

/** Like `address`, and `null` for messages without that address. */
export const nullableAddress = textKind(
  (text): AccountAddress | null | undefined => (text === 'null' ? null : parseAccount(text)),
  z.string().regex(new RegExp(`^(${ADDRESS_FORM}|null)$`)),
)

/** A shard, signed as in the database. Hexadecimal has precedence: `10` is 0x10. */
export const shard = textKind(
  (text) => {
    const hex = hexOf(text.replace(/^0x/, ''), 64)
    return hex === undefined ? signedOf(text, 64) : BigInt.asIntN(64, hex)
  },
  z.string().regex(/^((0x)?[0-9a-fA-F]{1,16}|[+-]?[0-9]{1,19})$/),
)

/** An opcode, signed 32 bits. Hexadecimal has precedence: `10` is 0x10. */
export const opcode = textKind(
  (text) => {
    const hex = hexOf(text.replace(/^0x/i, ''), 32)
    return hex === undefined ? parseInt32(text) : Number(BigInt.asIntN(32, hex))
  },
  z.string().regex(/^((0[xX])?[0-9a-fA-F]{1,8}|[+-]?[0-9]{1,10})$/),
)

function listOf<Item>(
  item: ParameterKind<Item, string>,
  byComma: boolean,
): ParameterKind<readonly Item[], readonly string[]> {
  return {
    elements: { fromText: item.fromText, byComma },
    fromText: () => undefined,
    fromJson: (value) => itemsOf(item, value),
    emptyIsAbsent: false,
    schema: z.array(item.schema).readonly(),
  }
}

function itemsOf<Item>(item: ParameterKind<Item, string>, value: JsonValue): readonly Item[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: readonly (Item | undefined)[] = value.map((element) => item.fromJson(element))
  return items.includes(undefined) ? undefined : (items as readonly Item[])
}

/** Lists: repeated, with brackets, or (hashes and addresses) separated by commas. */
export const hashes = listOf(hash, true)
export const addresses = listOf(address, true)
export const lenientAddresses = listOf(lenientAddress, true)
/** Addresses as they were given, in any text: an answer is keyed by it. */
export const addressTexts = listOf(plainText, true)
/** Lists of texts, in which a comma is a character. */
export const texts = listOf(plainText, false)
/** Like `texts`, with empty texts as elements. */
export const textsWithEmpty: typeof texts = {
  ...texts,
  elements: { fromText: plainText.fromText, byComma: false, keepsEmpty: true },
}
