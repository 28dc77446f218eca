/**
 * The layout of a message body or of storage as data: the parts of a value in TL-B order.
 * `src-main/contracts/messages/compileLayout.ts` compiles a layout to a reader of cells.
 */
export type Layout =
  | IntegerLayout
  | TlbLayout
  | RecordLayout
  | ChoiceLayout
  | {
      /** `snakeText`, `cell` (^Cell), `rest` (the rest of the slice), `bool`. */
      readonly kind: 'bool' | 'cell' | 'rest' | 'snakeText'
    }
  | {
      /** `ref`: ^X. `whole`: X, and nothing after it. */
      readonly kind: 'maybe' | 'ref' | 'whole'
      readonly value: Layout
    }
  | { readonly kind: 'either'; readonly left: Layout; readonly right: Layout }
  | { readonly kind: 'hashmap' | 'hashmapE'; readonly keyBits: number; readonly value: Layout }
  | {
      /** A layout that contains itself. */
      readonly kind: 'lazy'
      readonly value: () => Layout
    }
  | {
      /** `length:(## lengthBits) value:(bits length * 8)`. */
      readonly kind: 'sizedBytes'
      readonly name: string
      readonly lengthName: string
      readonly lengthBits: number
      readonly valueName: string
    }
  | {
      /** One value per reference of the cell: `name` followed by their number, fields `msg_1`, `msg_2`, … */
      readonly kind: 'perReference'
      readonly name: string
      readonly fieldName: string
      readonly value: Layout
    }
  | {
      /** A layout for a slice with references left, and one for a slice without. */
      readonly kind: 'ifReferences'
      readonly some: Layout
      readonly none: Layout
    }

/** A fixed-size value: `uint` and `int` are decimal in JSON, `bits` hexadecimal. */
export type IntegerLayout = { readonly kind: 'uint' | 'int' | 'bits'; readonly bits: number }

/** Fields in TL-B order. `''` is TL-B's field without a name. */
export type Fields = { readonly [field: string]: Layout }
/** A constructor without a tag. */
export type RecordLayout = {
  readonly kind: 'record'
  /** The name of the constructor, undefined if it has no name. */
  readonly name: string | undefined
  readonly fields: Fields
}

/** Constructors by tag in binary digits, in the order of trying them. */
export type ChoiceLayout = {
  readonly kind: 'choice'
  readonly constructors: Readonly<Record<string, Layout>>
}

/** A type of block.tlb or TEP-81. */
export type TlbType =
  | 'MsgAddress'
  | 'MsgAddressInt'
  | 'VarUInteger 16'
  /** Amounts of TON and jettons: block.tlb uses `Grams` for both, v3 prints `nanocoins` and `nanograms`. */
  | 'Coins'
  | 'Grams'
  | 'CurrencyCollection'
  | 'StateInit'
  | 'MessageRelaxed'
  | 'OutList'
  | 'DNSRecord'
/** A value of a TlbType. */
export type TlbLayout = { readonly kind: 'tlb'; readonly type: TlbType }

const integer = (kind: IntegerLayout['kind'], bits: number): IntegerLayout => ({ kind, bits })
const tlb = (type: TlbType): TlbLayout => ({ kind: 'tlb', type })

/** Returns an unsigned integer of `bits` bits. */
export const uint = (bits: number): IntegerLayout => integer('uint', bits)
/** Returns a signed integer of `bits` bits. */
export const int = (bits: number): IntegerLayout => integer('int', bits)
/** Returns `count` bits, hexadecimal in JSON. */
export const bits = (count: number): IntegerLayout => integer('bits', count)
export const u2 = uint(2)
export const u8 = uint(8)
export const u16 = uint(16)
export const u24 = uint(24)
export const u32 = uint(32)
export const u48 = uint(48)
export const u64 = uint(64)
export const u128 = uint(128)
export const u160 = uint(160)
export const u256 = uint(256)
export const i8 = int(8)
export const i16 = int(16)
export const i24 = int(24)
export const i32 = int(32)
export const i64 = int(64)
export const i256 = int(256)
export const bits256 = bits(256)
export const bits512 = bits(512)

export const address = tlb('MsgAddress')
export const addressInt = tlb('MsgAddressInt')
export const varUint16 = tlb('VarUInteger 16')
export const coins = tlb('Coins')
export const grams = tlb('Grams')
export const currencies = tlb('CurrencyCollection')
export const stateInit = tlb('StateInit')
export const message = tlb('MessageRelaxed')
export const outList = tlb('OutList')
export const dnsRecord = tlb('DNSRecord')

export const bool: Layout = { kind: 'bool' }
/** ^Cell, which v3 decodes if it is a known body. */
export const cell: Layout = { kind: 'cell' }
/** The rest of the slice. */
export const rest: Layout = { kind: 'rest' }
/** The rest of the slice, as UTF-8 text that continues in references. */
export const snakeText: Layout = { kind: 'snakeText' }

/** Returns a constructor with the given fields. */
export const record = (name: string | undefined, fields: Fields): RecordLayout => ({
  kind: 'record',
  name,
  fields,
})
/** Returns a constructor with one field without a name: v3 prints the value under the constructor's name. */
export const named = (name: string, layout: Layout): RecordLayout => record(undefined, { [name]: layout })

/** Returns `Maybe X`. */
export const maybe = (value: Layout): Layout => ({ kind: 'maybe', value })
/** Returns `Either X Y`. */
export const either = (left: Layout, right: Layout): Layout => ({ kind: 'either', left, right })
/** Returns ^X as a field. */
export const ref = (value: Layout): Layout => ({ kind: 'ref', value })
/** Returns ^X as the argument of a type (Maybe ^X), which v3 prints as an additional object. */
export const wrappedRef = (value: Layout): RecordLayout => record(undefined, { cell_reference: ref(value) })
/** Returns `Maybe ^X`. */
export const maybeRef = (value: Layout): Layout => maybe(wrappedRef(value))
export const maybeCell = maybe(cell)
/** Either Cell ^Cell. */
export const payload = either(rest, cell)
/** Returns X with nothing after it. */
export const whole = (value: Layout): Layout => ({ kind: 'whole', value })
/** Returns a layout that is computed on demand, so that it can contain itself. */
export const lazy = (value: () => Layout): Layout => ({ kind: 'lazy', value })
/** Returns `Hashmap keyBits X`, whose root edge is in the cell itself. */
export const hashmap = (keyBits: number, value: Layout): Layout => ({ kind: 'hashmap', keyBits, value })
/** Returns `HashmapE keyBits X`. */
export const hashmapE = (keyBits: number, value: Layout): Layout => ({ kind: 'hashmapE', keyBits, value })

/** Returns constructors by tags in binary digits. */
export const oneOf = (constructors: Readonly<Record<string, Layout>>): ChoiceLayout => ({
  kind: 'choice',
  constructors,
})

/** Returns constructors by tags in hexadecimal digits. */
export const oneOfOpcodes = (constructors: Readonly<Record<string, Layout>>): ChoiceLayout =>
  oneOf(binaryTags(constructors))

/** Returns the same values by tags in binary digits instead of hexadecimal ones. */
export function binaryTags<T>(byHexTag: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const binary = Object.entries(byHexTag).map(([tag, value]) => [
    Number.parseInt(tag, 16)
      .toString(2)
      .padStart(tag.length * 4, '0'),
    value,
  ])
  return Object.fromEntries(binary)
}
