import { z } from 'zod'
import { parseAddress, type TonAddress } from '../../ton/address.ts'
import { base64ToBytes } from '../../ton/base64.ts'
import { parseHash } from '../../ton/hash.ts'
import { shardFromSigned } from '../../ton/shard.ts'
import { isJsonObject, type JsonValue } from '../jsonValue.ts'
import { documentedAs, type ParameterKind } from '../parameter.ts'
import { ADDRESS_FORM, HASH_FORM } from '../textForms.ts'

/** The parameter kinds of compatibility-v2 §2.1. */

const DECIMAL = /^[+-]?[0-9]+$/
/** A 64-bit integer in the documentation: no plus sign, no superfluous digits. */
const INT64 = /^-?[0-9]{1,19}$/
/** More than the nineteen digits of 64 bits. */
const MAX_DIGITS = 20

/**
 * Parses a decimal integer within 2^(bits-1). Allows a leading plus sign and leading zeros, as in the
 * reference server.
 */
function parseInteger(text: string, bits: number): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length > MAX_DIGITS) return undefined
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n)
  return BigInt.asIntN(bits, value) === value ? value : undefined
}

/** Reads a JSON integer, or a text with one. */
function integerFromJson(value: JsonValue, bits: number): bigint | undefined {
  if (typeof value === 'string') return parseInteger(value, bits)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return parseInteger(String(value), bits)
  return typeof value === 'bigint' && BigInt.asIntN(bits, value) === value ? value : undefined
}

function numberOf(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

/** A signed 32-bit integer. */
export const int32: ParameterKind<number, number> = {
  fromText: (text) => numberOf(parseInteger(text, 32)),
  fromJson: (value) => numberOf(integerFromJson(value, 32)),
  emptyIsAbsent: false,
  schema: z.int32(),
}

/** A signed 64-bit integer: a logical time. */
export const int64: ParameterKind<bigint, string> = {
  fromText: (text) => parseInteger(text, 64),
  fromJson: (value) => integerFromJson(value, 64),
  emptyIsAbsent: false,
  schema: z.string().regex(INT64).meta({ description: 'Decimal integer of 64 bits' }),
}

/** A seqno that must be positive; the operation checks that. */
export const blockSeqno = documentedAs(int32, z.int32().min(1))

/** An integer that must not be negative; the operation checks that. */
export const int32FromZero = documentedAs(int32, z.int32().min(0))

/** A logical time that must not be negative; the operation checks that. */
export const ltParameter = documentedAs(int64, z.string().regex(/^[0-9]{1,19}$/))

/** The number of items of a page, 64 bits wide. Values far beyond the limit need not be exact. */
export const int64Count: ParameterKind<number, number> = {
  fromText: (text) => numberOf(parseInteger(text, 64)),
  fromJson: (value) => numberOf(integerFromJson(value, 64)),
  emptyIsAbsent: false,
  schema: z.int().min(1),
}

/** Like `int64Count`, but 32 bits wide in a query (compatibility-v2 §5.1). */
export const int32Count: ParameterKind<number, number> = {
  ...int64Count,
  fromText: (text) => numberOf(parseInteger(text, 32)),
}

/** A shard in the signed form of the API. Handlers get it unsigned. */
export const shard: ParameterKind<bigint, string> = {
  fromText: (text) => unsigned(parseInteger(text, 64)),
  fromJson: (value) => unsigned(integerFromJson(value, 64)),
  emptyIsAbsent: false,
  schema: z.string().regex(INT64).meta({ description: 'Decimal integer of 64 bits' }),
}

function unsigned(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : shardFromSigned(value)
}

const ADDRESS_FORMS = new RegExp(`^(${ADDRESS_FORM})$`)
const ACCOUNT_HASH_FORMS = new RegExp(`^(${ADDRESS_FORM}|${HASH_FORM})$`)
const hashForm = z.string().regex(new RegExp(`^(${HASH_FORM})$`))

/** An account address in any form. */
export const address: ParameterKind<TonAddress, string> = {
  fromText: parseAddress,
  fromJson: (value) => (typeof value === 'string' ? parseAddress(value) : undefined),
  emptyIsAbsent: true,
  schema: z.string().regex(ADDRESS_FORMS),
}

/** A 32-byte hash in hexadecimal or base64. */
export const hash: ParameterKind<Uint8Array, string> = {
  fromText: parseHash,
  fromJson: (value) => (typeof value === 'string' ? parseHash(value) : undefined),
  emptyIsAbsent: true,
  schema: hashForm,
}

/** The 32-byte part of an account: an address in any form (its workchain is ignored) or a hash. */
export const accountHash: ParameterKind<Uint8Array, string> = {
  ...hash,
  fromText: parseAccountHash,
  fromJson: (value) => (typeof value === 'string' ? parseAccountHash(value) : undefined),
  schema: z.string().regex(ACCOUNT_HASH_FORMS),
}

function parseAccountHash(text: string): Uint8Array | undefined {
  return parseAddress(text)?.hash ?? parseHash(text)
}

const TRUE_TEXTS = ['y', 'yes', 't', 'true', 'on', '1']
const FALSE_TEXTS = ['n', 'no', 'f', 'false', 'off', '0']

function parseBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE_TEXTS.includes(word)) return true
  return FALSE_TEXTS.includes(word) ? false : undefined
}

/** A flag: JSON boolean, integer (0 is false), or one of the usual words. */
export const flag: ParameterKind<boolean, boolean> = {
  fromText: parseBoolean,
  fromJson: (value) => {
    if (typeof value === 'string') return parseBoolean(value)
    if (typeof value === 'boolean') return value
    const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value)
    return isInteger ? BigInt(value as number | bigint) !== 0n : undefined
  },
  emptyIsAbsent: true,
  schema: z.boolean(),
}

function allOf<Item>(items: readonly (Item | undefined)[]): readonly Item[] | undefined {
  return items.includes(undefined) ? undefined : (items as readonly Item[])
}

/** The maximum number of libraries that liteservers accept (compatibility-v2 §6.2). */
const MAX_LIBRARIES = 16

/** A list of hashes: a repeated query parameter, or an array (an empty object counts as an empty array). */
export const hashes: ParameterKind<readonly Uint8Array[], readonly string[]> = {
  fromText: (text) => allOf([parseHash(text)]),
  fromTexts: (texts) => allOf(texts.filter((text) => text !== '').map(parseHash)),
  fromJson: (value) => {
    if (Array.isArray(value)) return allOf(value.map((item) => hash.fromJson(item)))
    return isJsonObject(value) && Object.keys(value).length === 0 ? [] : undefined
  },
  emptyIsAbsent: true,
  schema: z.array(hashForm).max(MAX_LIBRARIES).readonly(),
}

/** Like `int32`, but in a body only a JSON integer (compatibility-v2 §1.2). */
export const plainInt32: ParameterKind<number, number> = {
  ...int32,
  fromJson: (value) => (typeof value === 'number' ? int32.fromJson(value) : undefined),
}

/** Any text, including the empty one. */
export const plainText: ParameterKind<string, string> = {
  fromText: (text) => text,
  fromJson: (value) => (typeof value === 'string' ? value : undefined),
  emptyIsAbsent: false,
  schema: z.string(),
}

/** A JSON boolean, without conversions. */
export const plainBoolean: ParameterKind<boolean, boolean> = {
  fromText: parseBoolean,
  fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
  emptyIsAbsent: false,
  schema: z.boolean(),
}

/** Bytes in standard base64 with its padding. */
export const bytes: ParameterKind<Uint8Array, string> = {
  fromText: parseBytes,
  fromJson: (value) => (typeof value === 'string' ? parseBytes(value) : undefined),
  emptyIsAbsent: false,
  schema: z.string().meta({ format: 'byte' }),
}

/** Like `bytes`, but an empty text counts as absent. */
export const someBytes: ParameterKind<Uint8Array, string> = {
  ...bytes,
  emptyIsAbsent: true,
  schema: z.string().min(1).meta({ format: 'byte' }),
}

function parseBytes(text: string): Uint8Array | undefined {
  return text.length % 4 === 0 ? base64ToBytes(text, 'standard') : undefined
}

/** The name of a get-method, or its id. */
export const methodName: ParameterKind<number | string, number | string> = {
  fromText: (text) => text,
  fromJson: (value) => (typeof value === 'string' ? value : plainInt32.fromJson(value)),
  emptyIsAbsent: false,
  schema: z.union([z.string(), z.int32()]),
}

/** Entries of a stack, which the operation reads itself. An empty object counts as an empty array. */
export const stackEntries: ParameterKind<readonly JsonValue[], readonly unknown[]> = {
  fromText: () => undefined,
  fromJson: (value) => {
    if (Array.isArray(value)) return value
    return isJsonObject(value) && Object.keys(value).length === 0 ? [] : undefined
  },
  emptyIsAbsent: false,
  schema: z.array(z.unknown()).readonly(),
}
