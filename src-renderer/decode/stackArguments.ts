import type { PlainStackType, StackType } from '#shared/contracts/contractDefinition.ts'
import { messageOf } from '#shared/messageOf.ts'
import type { StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellWriter } from '#shared/ton/cells/cellWriter.ts'
import { writeBagOfCells } from '#shared/ton/cells/writeBagOfCells.ts'
import { addressFaultOf } from './addressFault.ts'
import { readBytesText } from './bytesText.ts'

/** Type of an argument in the form. */
export type ArgumentType = 'number' | 'address' | 'slice' | 'cell' | 'null' | 'tuple'

/** The type and the text of an argument in the form. */
export type ArgumentText = { readonly type: ArgumentType; readonly text: string }

export type ArgumentReading =
  | { readonly kind: 'entry'; readonly entry: StackEntryJson }
  | { readonly kind: 'fault'; readonly sentence: string }

export const ARGUMENT_TYPES: readonly ArgumentType[] = ['number', 'address', 'slice', 'cell', 'tuple', 'null']

const TYPE_IN_FORM: Readonly<Record<PlainStackType, ArgumentType>> = {
  number: 'number',
  bool: 'number',
  address: 'address',
  slice: 'slice',
  cell: 'cell',
  tuple: 'tuple',
  list: 'tuple',
  any: 'number',
}

/** Returns the type that the form offers for a parameter. */
export function argumentTypeOf(type: StackType): ArgumentType {
  return TYPE_IN_FORM[type.replace('?', '') as PlainStackType]
}

const INT_LIMIT = 1n << 256n

function fault(sentence: string): ArgumentReading {
  return { kind: 'fault', sentence }
}

function numberEntry(number: bigint): ArgumentReading {
  return {
    kind: 'entry',
    entry: {
      '@type': 'tvm.stackEntryNumber',
      number: { '@type': 'tvm.numberDecimal', number: number.toString() },
    },
  }
}

function readNumber(text: string): ArgumentReading {
  const plain = text.replace(/(?<=\d)[\s_](?=\d)/g, '')
  const match = /^([+-]?)(\d+|0x[0-9a-f]+)$/i.exec(plain)
  if (!match) {
    return fault(text === '' ? 'Enter a number' : 'Numbers are decimal, or hexadecimal after 0x')
  }
  const value = BigInt(match[2] ?? '0') * (match[1] === '-' ? -1n : 1n)
  if (value >= INT_LIMIT || value < -INT_LIMIT) return fault('The number has more than 257 bits')
  return numberEntry(value)
}

function readAddressArgument(text: string): ArgumentReading {
  const wrong = addressFaultOf(text)
  const address = parseAddress(text)
  if (wrong !== undefined || !address) return fault(wrong ?? 'Not an address')
  const bytes = bytesToBase64(writeBagOfCells(new CellWriter().address(address).cell()))
  return {
    kind: 'entry',
    entry: { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes } },
  }
}

function readCells(text: string, type: 'slice' | 'cell'): ArgumentReading {
  const reading = readBytesText(text)
  if (reading.kind === 'empty') return fault(`A ${type} is given as a bag of cells in base64 or hexadecimal`)
  if (reading.kind === 'fault') return fault(reading.sentence)
  try {
    readBagOfCells(reading.bytes)
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    return fault(`Not a bag of cells: ${error.message}`)
  }
  const bytes = bytesToBase64(reading.bytes)
  return type === 'cell'
    ? { kind: 'entry', entry: { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes } } }
    : { kind: 'entry', entry: { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes } } }
}

/**
 * Returns an element of a tuple in JSON (a number, a text with a number or address, null, or a list), or its
 * fault.
 */
function elementOf(value: unknown): StackEntryJson | string {
  if (value === null) return { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: [] } }
  if (Array.isArray(value)) {
    const elements: StackEntryJson[] = []
    for (const item of value) {
      const element = elementOf(item)
      if (typeof element === 'string') return element
      elements.push(element)
    }
    return { '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements } }
  }
  if (typeof value === 'object' && '@type' in value) return value as StackEntryJson
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return `${value} isn't exact in JSON: write the number as a text`
  }
  if (typeof value === 'number' || typeof value === 'string') {
    const text = String(value)
    const reading = parseAddress(text) ? readAddressArgument(text) : readNumber(text)
    return reading.kind === 'entry' ? reading.entry : `“${text}”: ${reading.sentence}`
  }
  return `${JSON.stringify(value)} is not a valid tuple element`
}

function readTuple(text: string): ArgumentReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fault(`Not JSON: ${messageOf(error)}`)
  }
  if (!Array.isArray(value)) return fault('A tuple is written as a JSON array: [1, "0x2a", null]')
  const entry = elementOf(value)
  return typeof entry === 'string' ? fault(entry) : { kind: 'entry', entry }
}

/** Reads an argument for runGetMethodStd, or returns the fault of its text. */
export function readArgument({ type, text }: ArgumentText): ArgumentReading {
  const trimmed = text.trim()
  switch (type) {
    case 'number':
      return readNumber(trimmed)
    case 'address':
      return readAddressArgument(trimmed)
    case 'slice':
    case 'cell':
      return readCells(trimmed, type)
    case 'tuple':
      return readTuple(trimmed)
    case 'null':
      return {
        kind: 'entry',
        entry: { '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements: [] } },
      }
  }
}

const MAX_ARGUMENTS = 32
const MAX_URL_TEXT = 4_000

/** Reads arguments from a URL: `[["address","EQ…"],["number","5"]]`. Returns undefined for anything else. */
export function parseArguments(text: string): ArgumentText[] | undefined {
  if (text.length > MAX_URL_TEXT) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed) || parsed.length > MAX_ARGUMENTS) return undefined
    const read = parsed.map((pair: unknown): ArgumentText | undefined => {
      const [type, value] = Array.isArray(pair) ? (pair as unknown[]) : []
      const known = ARGUMENT_TYPES.find((name) => name === type)
      return known !== undefined && typeof value === 'string' ? { type: known, text: value } : undefined
    })
    return read.every((item) => item !== undefined) ? read : undefined
  } catch {
    return undefined
  }
}

/** Formats arguments for a URL. Returns undefined if there are none or if they are too long. */
export function formatArguments(list: readonly ArgumentText[]): string | undefined {
  if (list.length === 0) return undefined
  const text = JSON.stringify(list.map(({ type, text: value }) => [type, value]))
  return text.length > MAX_URL_TEXT ? undefined : text
}
