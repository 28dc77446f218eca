import { z } from 'zod'
import { parseAddress, type TonAddress } from '../../ton/address.ts'
import { base64ToBytes } from '../../ton/base64.ts'
import { parseHash } from '../../ton/hash.ts'
import { shardFromSigned } from '../../ton/shard.ts'
import { isJsonObject, type JsonValue } from '../jsonValue.ts'
import type { ParameterKind } from '../parameter.ts'

/** The parameter kinds of v2-contract §2.1. */

const DECIMAL = /^[+-]?[0-9]+$/
/** 64 bits have nineteen. */
const MAX_DIGITS = 20

/** A decimal integer within 2^(bits-1); a leading plus sign and leading zeros pass, as in the reference. */
function parseInteger(text: string, bits: number): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length > MAX_DIGITS) return undefined
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n)
  return BigInt.asIntN(bits, value) === value ? value : undefined
}

/** A JSON integer, or a text that holds one. */
function integerFromJson(value: JsonValue, bits: number): bigint | undefined {
  if (typeof value === 'string') return parseInteger(value, bits)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return parseInteger(String(value), bits)
  return typeof value === 'bigint' && BigInt.asIntN(bits, value) === value ? value : undefined
}

function numberOf(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

const integerInput = z.union([z.int(), z.string().regex(DECIMAL)])

/** A signed 32-bit integer. */
export const int32: ParameterKind<number, number | string> = {
  fromText: (text) => numberOf(parseInteger(text, 32)),
  fromJson: (value) => numberOf(integerFromJson(value, 32)),
  emptyIsAbsent: false,
  querySchema: z.int32(),
  bodySchema: integerInput,
}

/** A signed 64-bit integer: a logical time. */
export const int64: ParameterKind<bigint, number | string> = {
  fromText: (text) => parseInteger(text, 64),
  fromJson: (value) => integerFromJson(value, 64),
  emptyIsAbsent: false,
  querySchema: z.string().regex(DECIMAL),
  bodySchema: integerInput,
}

/** How many items a page has, 64 bits wide; far beyond its limit only "too many" matters. */
export const int64Count: ParameterKind<number, number | string> = {
  fromText: (text) => numberOf(parseInteger(text, 64)),
  fromJson: (value) => numberOf(integerFromJson(value, 64)),
  emptyIsAbsent: false,
  querySchema: z.int(),
  bodySchema: integerInput,
}

/** As `int64Count`, but 32 bits wide in a query (v2-contract §7.1). */
export const int32Count: ParameterKind<number, number | string> = {
  ...int64Count,
  fromText: (text) => numberOf(parseInteger(text, 32)),
}

/** A shard in the signed form of the API, given to handlers unsigned. */
export const shard: ParameterKind<bigint, number | string> = {
  fromText: (text) => unsigned(parseInteger(text, 64)),
  fromJson: (value) => unsigned(integerFromJson(value, 64)),
  emptyIsAbsent: false,
  querySchema: z.string().regex(DECIMAL),
  bodySchema: integerInput,
}

function unsigned(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : shardFromSigned(value)
}

/** An account address in any form. */
export const address: ParameterKind<TonAddress, string> = {
  fromText: parseAddress,
  fromJson: (value) => (typeof value === 'string' ? parseAddress(value) : undefined),
  emptyIsAbsent: true,
  querySchema: z.string(),
  bodySchema: z.string(),
}

/** A 32-byte hash in hexadecimal or base64. */
export const hash: ParameterKind<Uint8Array, string> = {
  fromText: parseHash,
  fromJson: (value) => (typeof value === 'string' ? parseHash(value) : undefined),
  emptyIsAbsent: true,
  querySchema: z.string(),
  bodySchema: z.string(),
}

/** The 32-byte part of an account: an address in any form (its workchain is ignored) or a hash. */
export const accountHash: ParameterKind<Uint8Array, string> = {
  ...hash,
  fromText: parseAccountHash,
  fromJson: (value) => (typeof value === 'string' ? parseAccountHash(value) : undefined),
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
export const flag: ParameterKind<boolean, boolean | number | string> = {
  fromText: parseBoolean,
  fromJson: (value) => {
    if (typeof value === 'string') return parseBoolean(value)
    if (typeof value === 'boolean') return value
    const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value)
    return isInteger ? BigInt(value as number | bigint) !== 0n : undefined
  },
  emptyIsAbsent: true,
  querySchema: z.boolean(),
  bodySchema: z.union([z.boolean(), z.int(), z.enum([...TRUE_TEXTS, ...FALSE_TEXTS])]),
}

function allOf<Item>(items: readonly (Item | undefined)[]): readonly Item[] | undefined {
  return items.includes(undefined) ? undefined : (items as readonly Item[])
}

/** A list of hashes: a repeated query parameter, or an array (an empty object passes as an empty one). */
export const hashes: ParameterKind<readonly Uint8Array[], readonly string[]> = {
  fromText: (text) => allOf([parseHash(text)]),
  fromTexts: (texts) => allOf(texts.filter((text) => text !== '').map(parseHash)),
  fromJson: (value) => {
    if (Array.isArray(value)) return allOf(value.map((item) => hash.fromJson(item)))
    return isJsonObject(value) && Object.keys(value).length === 0 ? [] : undefined
  },
  emptyIsAbsent: true,
  querySchema: z.array(z.string()),
  bodySchema: z.array(z.string()).readonly(),
}

/** As `int32`, but in a body only a JSON integer (v2-contract §1.2). */
export const plainInt32: ParameterKind<number, number> = {
  ...int32,
  fromJson: (value) => (typeof value === 'number' ? int32.fromJson(value) : undefined),
  bodySchema: z.int32(),
}

/** Any text, the empty one included. */
export const plainText: ParameterKind<string, string> = {
  fromText: (text) => text,
  fromJson: (value) => (typeof value === 'string' ? value : undefined),
  emptyIsAbsent: false,
  querySchema: z.string(),
  bodySchema: z.string(),
}

/** A JSON boolean and nothing like it. */
export const plainBoolean: ParameterKind<boolean, boolean> = {
  fromText: parseBoolean,
  fromJson: (value) => (typeof value === 'boolean' ? value : undefined),
  emptyIsAbsent: false,
  querySchema: z.boolean(),
  bodySchema: z.boolean(),
}

/** Bytes in standard base64 with its padding. */
export const bytes: ParameterKind<Uint8Array, string> = {
  fromText: parseBytes,
  fromJson: (value) => (typeof value === 'string' ? parseBytes(value) : undefined),
  emptyIsAbsent: false,
  querySchema: z.base64(),
  bodySchema: z.string(),
}

/** The same where an empty text means that the parameter is missing. */
export const someBytes: ParameterKind<Uint8Array, string> = { ...bytes, emptyIsAbsent: true }

function parseBytes(text: string): Uint8Array | undefined {
  return text.length % 4 === 0 ? base64ToBytes(text, 'standard') : undefined
}

/** The name of a get-method, or its id. */
export const methodName: ParameterKind<number | string, number | string> = {
  fromText: (text) => text,
  fromJson: (value) => (typeof value === 'string' ? value : plainInt32.fromJson(value)),
  emptyIsAbsent: false,
  querySchema: z.string(),
  bodySchema: z.union([z.string(), z.int32()]),
}

/** Entries of a stack, read by whoever runs the method (an empty object passes as an empty array). */
export const stackEntries: ParameterKind<readonly JsonValue[], readonly unknown[]> = {
  fromText: () => undefined,
  fromJson: (value) => {
    if (Array.isArray(value)) return value
    return isJsonObject(value) && Object.keys(value).length === 0 ? [] : undefined
  },
  emptyIsAbsent: false,
  querySchema: z.array(z.unknown()),
  bodySchema: z.array(z.unknown()).readonly(),
}
