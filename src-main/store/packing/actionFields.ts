import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { ByteReader } from './byteReader.ts'
import { putNumber } from './numbers.ts'

/**
 * The form of actions.fields: tagged values. An address is stored as its index among the action's parties, a name as
 * the number of a word. Decimal texts are stored as numbers and base64 texts as bytes if they read back the same.
 */

/** A value of an action's field; undefined fields are not stored. */
export type FieldValue = JsonValue | undefined
/** The fields of an action by name. */
export type Fields = { readonly [name: string]: FieldValue }

const TAGS = {
  null: 0,
  false: 1,
  true: 2,
  number: 3,
  negative: 4,
  text: 5,
  /** A decimal text. */
  decimal: 6,
  base64: 7,
  party: 8,
  list: 9,
  object: 10,
  big: 11,
  negativeBig: 12,
  /** A number with a fraction, as text. */
  fraction: 13,
  upperHex: 14,
  lowerHex: 15,
} as const

const ADDRESS = /^(0|-?[1-9]\d{0,2}):[0-9A-F]{64}$/
const DECIMAL = /^(0|[1-9][0-9]{0,99})$/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const LOWER_HEX = /^([0-9a-f]{2}){8,}$/
const UPPER_HEX = /^([0-9A-F]{2}){8,}$/
/** Shorter texts that look like base64 are words. */
const MIN_BASE64 = 16
/** No action has deeper values. */
const MAX_DEPTH = 16

/** Numbers for names and addresses while an action is packed. */
export type FieldNumbers = {
  word(name: string): number
  /** Returns the index of an address among the parties; undefined for a text that is not an address. */
  party(address: string): number | undefined
}

/** Packs the fields of an action; those that are undefined are left out. Throws RangeError for values nested too deeply. */
export function packFields(fields: Fields, numbers: FieldNumbers): Buffer {
  const bytes: number[] = []
  putValue(bytes, fields as FieldValue, numbers, 0)
  return Buffer.from(bytes)
}

function putValue(bytes: number[], value: FieldValue, numbers: FieldNumbers, depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError('the fields of an action are nested too deeply')
  switch (typeof value) {
    case 'undefined':
      bytes.push(TAGS.null)
      return
    case 'boolean':
      bytes.push(value ? TAGS.true : TAGS.false)
      return
    case 'number':
      putInteger(bytes, value)
      return
    case 'bigint':
      bytes.push(value < 0n ? TAGS.negativeBig : TAGS.big)
      putBytes(bytes, bigBytes(value < 0n ? -value : value))
      return
    case 'string':
      putText(bytes, value, numbers)
      return
    default:
  }
  if (value === null) {
    bytes.push(TAGS.null)
  } else if (Array.isArray(value)) {
    bytes.push(TAGS.list)
    putNumber(bytes, value.length)
    for (const one of value) putValue(bytes, one, numbers, depth + 1)
  } else {
    const entries = Object.entries(value as Fields).filter(([, one]) => one !== undefined)
    bytes.push(TAGS.object)
    putNumber(bytes, entries.length)
    for (const [name, one] of entries) {
      putNumber(bytes, numbers.word(name))
      putValue(bytes, one, numbers, depth + 1)
    }
  }
}

function putInteger(bytes: number[], value: number): void {
  if (Number.isSafeInteger(value)) {
    bytes.push(value < 0 ? TAGS.negative : TAGS.number)
    putNumber(bytes, Math.abs(value))
  } else {
    bytes.push(TAGS.fraction)
    putBytes(bytes, Buffer.from(String(value)))
  }
}

function putText(bytes: number[], text: string, numbers: FieldNumbers): void {
  const index = ADDRESS.test(text) ? numbers.party(text) : undefined
  if (index !== undefined) {
    bytes.push(TAGS.party)
    putNumber(bytes, index)
    return
  }
  const [tag, packed] = packedText(text)
  bytes.push(tag)
  putBytes(bytes, packed)
}

function packedText(text: string): readonly [tag: number, bytes: Buffer] {
  if (DECIMAL.test(text)) return [TAGS.decimal, bigBytes(BigInt(text))]
  if (LOWER_HEX.test(text)) return [TAGS.lowerHex, Buffer.from(text, 'hex')]
  if (UPPER_HEX.test(text)) return [TAGS.upperHex, Buffer.from(text, 'hex')]
  if (text.length >= MIN_BASE64 && BASE64.test(text)) {
    const decoded = Buffer.from(text, 'base64')
    if (decoded.toString('base64') === text) return [TAGS.base64, decoded]
  }
  return [TAGS.text, Buffer.from(text)]
}

function bigBytes(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

function putBytes(bytes: number[], value: Buffer): void {
  putNumber(bytes, value.length)
  for (const byte of value) bytes.push(byte)
}

/** Names and addresses by the numbers in packed fields. */
export type FieldTexts = { word(id: number): string; party(index: number): string }

/** Reads the result of packFields. Throws RangeError if the bytes end early. */
export function unpackFields(packed: Buffer, texts: FieldTexts): { readonly [name: string]: JsonValue } {
  const reader = new ByteReader(packed)
  const fields = takeValue(reader, texts)
  reader.end()
  return fields as { readonly [name: string]: JsonValue }
}

function takeValue(reader: ByteReader, texts: FieldTexts): JsonValue {
  const tag = reader.u8()
  switch (tag) {
    case TAGS.null:
      return null
    case TAGS.false:
    case TAGS.true:
      return tag === TAGS.true
    case TAGS.number:
      return reader.size()
    case TAGS.negative:
      return -reader.size()
    case TAGS.text:
      return reader.bytes().toString()
    case TAGS.decimal:
      return bigOf(reader).toString()
    case TAGS.big:
      return bigOf(reader)
    case TAGS.negativeBig:
      return -bigOf(reader)
    case TAGS.base64:
      return reader.bytes().toString('base64')
    case TAGS.lowerHex:
      return reader.bytes().toString('hex')
    case TAGS.upperHex:
      return reader.bytes().toString('hex').toUpperCase()
    case TAGS.fraction:
      return Number(reader.bytes().toString())
    case TAGS.party:
      return texts.party(reader.size())
    case TAGS.list:
      return Array.from({ length: reader.size() }, () => takeValue(reader, texts))
    case TAGS.object:
      return Object.fromEntries(
        Array.from({ length: reader.size() }, () => [texts.word(reader.size()), takeValue(reader, texts)]),
      )
    default:
      throw new RangeError(`fields of an action have the tag ${tag}`)
  }
}

function bigOf(reader: ByteReader): bigint {
  const bytes = reader.bytes()
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`)
}
