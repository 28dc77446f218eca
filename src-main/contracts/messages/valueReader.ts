import type { Cell, Slice } from '@ton/core'
import { binaryTags } from '#shared/contracts/layout.ts'
import { TypedError } from '#shared/typedError.ts'
import { bocBase64Plain } from './nestedBoc.ts'

/** A decoded body: numbers are decimal strings, cells are base64 or their decoded content (compatibility-v3 §9). */
export type DecodedValue = string | boolean | DecodedObject
export type DecodedObject = { readonly [field: string]: DecodedValue }

/** State of one decoding. */
export type Walk = {
  /** Budget left: a cell with many references to it is one in the bag, but unfolds in JSON. */
  budget: number
  /** Current depth of known bodies inside known bodies. */
  depth: number
  /** Decodes a cell inside a body; undefined if it is not a known body. */
  readonly decode: (cell: Cell, walk: Walk) => DecodedObject | undefined
}

/** Reads one TL-B value; throws where the slice holds something else. */
export type ValueReader = (slice: Slice, walk: Walk) => DecodedValue
/** In TL-B order. `''` is TL-B's field without a name. */
export type Fields = { readonly [field: string]: ValueReader }

/** An unfolded body exceeds the budget. */
export class BudgetError extends TypedError {
  constructor() {
    super('budget', 'the body unfolds to more than is printed')
  }
}

function spend(walk: Walk, amount: number): void {
  walk.budget -= amount
  if (walk.budget < 0) throw new BudgetError()
}

/** Created once: thrown for each layout that does not fit, and a stack costs more than the reading. */
const MISMATCH = new Error('another constructor than expected')

export const uint =
  (bits: number): ValueReader =>
  (slice) =>
    bits > 48 ? slice.loadUintBig(bits).toString() : slice.loadUint(bits).toString()
export const int =
  (bits: number): ValueReader =>
  (slice) =>
    slice.loadIntBig(bits).toString()
/** Upper-case hex, with a completion tag where the digits don't come out even. */
export const bits =
  (count: number): ValueReader =>
  (slice) =>
    count % 8 === 0
      ? slice
          .loadBuffer(count / 8)
          .toString('hex')
          .toUpperCase()
      : slice.loadBits(count).toString()
export const bool: ValueReader = (slice) => slice.loadBit()

export const u8 = uint(8)
export const u32 = uint(32)
export const u64 = uint(64)
export const i8 = int(8)
export const bits256 = bits(256)

/** A record: its fields in order, after `@type` where the constructor has a name. */
export function record(name: string | undefined, fields: Fields): ValueReader {
  const entries = Object.entries(fields)
  return (slice, walk) => {
    spend(walk, entries.length + 1)
    const decoded: Record<string, DecodedValue> = name === undefined ? {} : { '@type': name }
    for (const [field, layout] of entries) decoded[field] = layout(slice, walk)
    return decoded
  }
}

/** Constructors by their tags in binary; the first that fits. */
export function oneOf(constructors: Readonly<Record<string, ValueReader>>): ValueReader {
  const tags = Object.entries(constructors).map(([tag, layout]) => ({
    length: tag.length,
    value: Number.parseInt(tag, 2),
    layout,
  }))
  return (slice, walk) => {
    for (const { length, value, layout } of tags) {
      if (slice.remainingBits < length || slice.preloadUint(length) !== value) continue
      return layout(slice.skip(length), walk)
    }
    throw MISMATCH
  }
}

/** Constructors by tags in hexadecimal digits. */
export const oneOfOpcodes = (constructors: Readonly<Record<string, ValueReader>>): ValueReader =>
  oneOf(binaryTags(constructors))

const NOTHING = { '@type': 'nothing_from_maybe' }

export const maybe =
  (layout: ValueReader): ValueReader =>
  (slice, walk) =>
    slice.loadBit() ? { '@type': 'something_from_maybe', value: layout(slice, walk) } : NOTHING

export const either =
  (first: ValueReader, second: ValueReader): ValueReader =>
  (slice, walk) =>
    slice.loadBit()
      ? { '@type': 'second_from_either', value: second(slice, walk) }
      : { '@type': 'first_from_either', value: first(slice, walk) }

/** A reference as a field: reads the value at the start of the referenced cell and ignores the rest. */
export const to =
  (layout: ValueReader): ValueReader =>
  (slice, walk) => {
    spend(walk, 1)
    return layout(slice.loadRef().beginParse(), walk)
  }

/** A reference where a type is expected (in Maybe and Either): it prints as one more object. */
export const reference = (layout: ValueReader): ValueReader =>
  record(undefined, { cell_reference: to(layout) })

/** Decodes a cell that is a known body; otherwise returns its bag of cells in base64. */
function anything(cell: Cell, walk: Walk): DecodedValue {
  const decoded = walk.decode(cell, walk)
  if (decoded) return decoded
  const boc = bocBase64Plain(cell)
  spend(walk, Math.ceil(boc.length / 32))
  return boc
}

/** ^Cell. */
export const cell: ValueReader = (slice, walk) => anything(slice.loadRef(), walk)
/** Cell, Any: all that is left. */
export const rest: ValueReader = (slice, walk) => {
  const left = anything(slice.asCell(), walk)
  slice.skip(slice.remainingBits)
  while (slice.remainingRefs > 0) slice.loadRef()
  return left
}
export const maybeCell = maybe(cell)

/** Neither bits nor references left. */
export function isConsumed(slice: Slice): boolean {
  return slice.remainingBits === 0 && slice.remainingRefs === 0
}
