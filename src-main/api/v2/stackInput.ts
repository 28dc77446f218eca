import { ApiError } from '#shared/apiError.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'
import { base64ToBytes } from '#shared/ton/base64.ts'
import { checkStackLimits, StackError, type StackValue } from '../../tvm/stackValue.ts'
import { readClientBoc } from './bocInput.ts'

/** The arguments of get-methods as clients write them: compatibility-v2 §10.1 and §10.2. */

const DECIMAL = /^-?[0-9]+$/
const HEXADECIMAL = /^-?0x[0-9a-fA-F]+$/
/** Maximum number of digits: above the 78 of 257 bits, and above the limit of toncenter. */
const MAX_NUMBER_LENGTH = 1_000

function invalid(text: string): ApiError {
  return new ApiError(422, text)
}

function parseHex(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
}

function legacyNumber(value: JsonValue | undefined): bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) {
    const number = BigInt(value)
    if (BigInt.asIntN(64, number) === number) return number
  }
  if (typeof value !== 'string') throw invalid('Wrong type of number in stack entry')
  // toncenter reads an empty text as 0.
  if (value === '') return 0n
  if (value.length <= MAX_NUMBER_LENGTH) {
    if (DECIMAL.test(value)) return BigInt(value)
    if (HEXADECIMAL.test(value)) return parseHex(value)
  }
  throw invalid(`Invalid number: ${value.slice(0, MAX_NUMBER_LENGTH)}`)
}

function decimalNumber(text: string): bigint {
  if (text === '') return 0n
  if (text.length <= MAX_NUMBER_LENGTH && DECIMAL.test(text)) return BigInt(text)
  throw new ApiError(500, 'Failed to parse dec string to int256')
}

function readBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0) throw invalid('Wrong padding length')
  const bytes = base64ToBytes(text, 'standard')
  if (!bytes) throw invalid('Wrong character in the string')
  return bytes
}

function listOf(items: readonly StackValue[]): StackValue {
  return items.reduceRight<StackValue>((rest, item) => ({ type: 'tuple', items: [item, rest] }), {
    type: 'null',
  })
}

/** Reads `{"@type": type, "elements": [...]}`; undefined for other values. */
function elementsOf(value: JsonValue | undefined, type: string): readonly JsonValue[] | undefined {
  if (value === undefined || !isJsonObject(value) || value['@type'] !== type) return undefined
  const { elements } = value
  if (elements !== undefined && Array.isArray(elements)) return elements
  const isEmptyObject = elements !== undefined && isJsonObject(elements) && Object.keys(elements).length === 0
  return isEmptyObject ? [] : undefined
}

function field(entry: JsonObject, name: string, type: string, key: string): string {
  const value = entry[name]
  const text = value !== undefined && isJsonObject(value) && value['@type'] === type ? value[key] : undefined
  if (typeof text !== 'string') throw invalid(`failed to parse ${name} of a stack entry`)
  return text
}

function standardEntry(entry: JsonValue): StackValue {
  if (!isJsonObject(entry) || typeof entry['@type'] !== 'string') {
    throw invalid('Invalid stack entry format: object with @type expected')
  }
  switch (entry['@type']) {
    case 'tvm.stackEntryNumber':
      return { type: 'int', value: decimalNumber(field(entry, 'number', 'tvm.numberDecimal', 'number')) }
    case 'tvm.stackEntryCell':
      return { type: 'cell', cell: readClientBoc(readBase64(field(entry, 'cell', 'tvm.cell', 'bytes'))) }
    case 'tvm.stackEntrySlice':
      return { type: 'slice', cell: readClientBoc(readBase64(field(entry, 'slice', 'tvm.slice', 'bytes'))) }
    case 'tvm.stackEntryTuple':
      return { type: 'tuple', items: standardElements(entry.tuple, 'tvm.tuple', 'failed to parse tuple') }
    case 'tvm.stackEntryList':
      return listOf(standardElements(entry.list, 'tvm.list', 'failed to parse list'))
    case 'tvm.stackEntryUnsupported':
      throw new ApiError(500, 'Unsuppored stack entry')
    default:
      throw invalid(`Unknown discriminator field value '${entry['@type']}'`)
  }
}

function standardElements(value: JsonValue | undefined, type: string, fault: string): StackValue[] {
  const elements = elementsOf(value, type)
  if (!elements) throw invalid(fault)
  return elements.map(standardEntry)
}

/** `["tvm.Cell", base64]`. */
function bocEntry(value: JsonValue | undefined, name: string) {
  if (value === '') throw invalid(`Empty ${name}`)
  if (typeof value !== 'string') throw invalid(`Invalid ${name}, base64 string expected`)
  return readClientBoc(readBase64(value))
}

/** `["cell", {"bytes": base64}]`. */
function objectEntry(value: JsonValue | undefined, name: string) {
  const bytes = value !== undefined && isJsonObject(value) ? value.bytes : undefined
  if (bytes === '') throw invalid(`Empty ${name}`)
  if (typeof bytes !== 'string') throw invalid(`Invalid ${name}, object with field bytes expected`)
  return readClientBoc(readBase64(bytes))
}

function legacyEntry(entry: JsonValue): StackValue {
  if (!Array.isArray(entry)) {
    throw invalid('Invalid stack entry format: array of exact 2 elements expected')
  }
  if (entry.length !== 2) throw invalid(`Expected 2 elements in stack entry, got: ${entry.length}`)
  const [type, value] = entry as readonly JsonValue[]
  switch (type) {
    case 'num':
    case 'int':
    case 'number':
    case 'integer':
      return { type: 'int', value: legacyNumber(value) }
    case 'tvm.Cell':
      return { type: 'cell', cell: bocEntry(value, type) }
    case 'tvm.Slice':
      return { type: 'slice', cell: bocEntry(value, type) }
    case 'cell':
      return { type: 'cell', cell: objectEntry(value, type) }
    case 'slice':
      return { type: 'slice', cell: objectEntry(value, type) }
    case 'tuple':
    case 'tvm.Tuple':
      return {
        type: 'tuple',
        items: standardElements(value, 'tvm.tuple', 'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected'),
      }
    case 'list':
    case 'tvm.List':
      return listOf(
        standardElements(value, 'tvm.list', 'Invalid tvm.List, valid tvm_stackEntryList expected'),
      )
  }
  if (typeof type !== 'string') throw invalid('Expected string as first element in stack entry')
  if (value === null || typeof value === 'boolean') throw invalid('Invalid value in stack entry')
  throw new ApiError(542, `Unsupported stack entry type: ${type}`)
}

/** toncenter's own limits, answered as errors of the client. */
function limited(stack: readonly StackValue[]): readonly StackValue[] {
  try {
    checkStackLimits(stack)
    return stack
  } catch (error) {
    throw error instanceof StackError ? invalid(error.message) : error
  }
}

/** Reads the pairs of runGetMethod, bottom of the stack first. Throws ApiError with the contract's text. */
export function readLegacyStack(entries: readonly JsonValue[]): readonly StackValue[] {
  return limited(entries.map(legacyEntry))
}

/** Reads the entries of runGetMethodStd, bottom of the stack first. Throws ApiError with the contract's text. */
export function readStandardStack(entries: readonly JsonValue[]): readonly StackValue[] {
  return limited(entries.map(standardEntry))
}
