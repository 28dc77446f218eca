import { ApiError } from '#shared/apiError.ts'
import { isJsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'
import type { StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import type { StackEntityJson } from '#shared/schema/v3/legacy.ts'

/** Converts stacks of get-methods between the form of v3 (compatibility-v3 §13.1) and that of v2's runGetMethodStd. */

function invalid(text: string): ApiError {
  return new ApiError(500, text)
}

const HEXADECIMAL = /^(-?)0x([0-9a-f]+)$/i
/** Maximum length of a number of the TVM; v2 refuses longer ones with its own text. */
const MAX_NUMBER_LENGTH = 1_000

function decimalOf(value: string): string {
  const [, sign, digits] = HEXADECIMAL.exec(value.slice(0, MAX_NUMBER_LENGTH)) ?? []
  return digits === undefined ? value : `${sign}${BigInt(`0x${digits}`)}`
}

function textOf(value: JsonValue | undefined, type: string): string {
  if (typeof value === 'string') return value
  throw invalid(`value of a stack parameter of type ${type} must be a string`)
}

function elementsOf(value: JsonValue | undefined, type: string): JsonValue[] {
  if (Array.isArray(value)) return value.map(standardParameter)
  throw invalid(`value of a stack parameter of type ${type} must be an array`)
}

const UNREADABLE = 422

/**
 * Returns one argument as runGetMethodStd takes it. Throws ApiError 422 if it is not an object or its type is not a
 * text, as the reference's JSON parser does, and ApiError 500 with the reference's text for an unknown or absent type.
 */
export function standardParameter(entry: JsonValue): JsonValue {
  if (!isJsonObject(entry)) throw new ApiError(UNREADABLE, 'a stack parameter must be an object')
  const { value } = entry
  const type = entry.type ?? ''
  if (typeof type !== 'string') throw new ApiError(UNREADABLE, 'type of a stack parameter must be a string')
  switch (type) {
    case 'num':
      return {
        '@type': 'tvm.stackEntryNumber',
        number: { '@type': 'tvm.numberDecimal', number: decimalOf(textOf(value, type)) },
      }
    case 'cell':
      return { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes: textOf(value, type) } }
    case 'slice':
      return { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes: textOf(value, type) } }
    case 'tuple':
      return {
        '@type': 'tvm.stackEntryTuple',
        tuple: { '@type': 'tvm.tuple', elements: elementsOf(value, type) },
      }
    case 'list':
      return {
        '@type': 'tvm.stackEntryList',
        list: { '@type': 'tvm.list', elements: elementsOf(value, type) },
      }
    default:
      throw invalid(`unsupported stack parameter type: ${type}`)
  }
}

function hexNumber(decimal: string): string {
  const value = BigInt(decimal)
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
}

/** Converts one result. Throws ApiError 501 for values without a form in v3: continuations, NaN. */
export function stackEntity(entry: StackEntryJson): StackEntityJson {
  switch (entry['@type']) {
    case 'tvm.stackEntryNumber':
      return { type: 'num', value: hexNumber(entry.number.number) }
    case 'tvm.stackEntryCell':
      return { type: 'cell', value: entry.cell.bytes }
    case 'tvm.stackEntrySlice':
      return { type: 'slice', value: entry.slice.bytes }
    case 'tvm.stackEntryTuple':
      return { type: 'tuple', value: entry.tuple.elements.map(stackEntity) }
    case 'tvm.stackEntryList':
      return { type: 'list', value: entry.list.elements.map(stackEntity) }
    case 'tvm.stackEntryUnsupported':
      throw new ApiError(501, 'the method left a value that this answer has no form for')
  }
}
