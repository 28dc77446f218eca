import type { Layout, TlbType } from '#shared/contracts/layout.ts'
import * as block from './blockTypes.ts'
import { dnsRecord } from './dnsTypes.ts'
import { snakeText } from './snakeText.ts'
import {
  bits,
  bool,
  cell,
  type DecodedValue,
  either,
  int,
  isConsumed,
  maybe,
  oneOf,
  record,
  rest,
  to,
  uint,
  type ValueReader,
} from './valueReader.ts'

const TLB_READERS: Readonly<Record<TlbType, ValueReader>> = {
  MsgAddress: block.address,
  MsgAddressInt: block.addressInt,
  'VarUInteger 16': block.varUint16,
  Coins: block.coins,
  Grams: block.grams,
  CurrencyCollection: block.currencies,
  StateInit: block.stateInit,
  MessageRelaxed: block.message,
  OutList: block.outList,
  DNSRecord: dnsRecord,
}

const PLAIN_READERS = { bool, cell, rest, snakeText }

type LayoutOf<K extends Layout['kind']> = Extract<Layout, { readonly kind: K }>

/** Turns layouts into readers. The same layout has the same reader: layouts share parts, and some contain themselves. */
export class LayoutCompiler {
  readonly #readers = new WeakMap<Layout, ValueReader>()

  /** Returns a reader of values of this layout. */
  compile(layout: Layout): ValueReader {
    const known = this.#readers.get(layout)
    if (known) return known
    const reader = this.#readerOf(layout)
    this.#readers.set(layout, reader)
    return reader
  }

  #readerOf(layout: Layout): ValueReader {
    switch (layout.kind) {
      case 'uint':
        return uint(layout.bits)
      case 'int':
        return int(layout.bits)
      case 'bits':
        return bits(layout.bits)
      case 'bool':
      case 'cell':
      case 'rest':
      case 'snakeText':
        return PLAIN_READERS[layout.kind]
      case 'tlb':
        return TLB_READERS[layout.type]
      case 'record':
        return record(layout.name, this.#compileAll(layout.fields))
      case 'choice':
        return oneOf(this.#compileAll(layout.constructors))
      case 'maybe':
        return maybe(this.compile(layout.value))
      case 'either':
        return either(this.compile(layout.left), this.compile(layout.right))
      case 'ref':
        return to(this.compile(layout.value))
      case 'whole':
        return whole(this.compile(layout.value))
      case 'hashmap':
        return block.hashmap(layout.keyBits, this.compile(layout.value))
      case 'hashmapE':
        return block.hashmapE(layout.keyBits, this.compile(layout.value))
      case 'lazy':
        return this.#lazyReader(layout)
      case 'sizedBytes':
        return sizedBytes(layout)
      case 'perReference':
        return perReference(layout, this.compile(layout.value))
      case 'ifReferences': {
        const some = this.compile(layout.some)
        const none = this.compile(layout.none)
        return (slice, walk) => (slice.remainingRefs > 0 ? some : none)(slice, walk)
      }
    }
  }

  /** Compiles at the first value, since the layout contains itself. */
  #lazyReader({ value }: LayoutOf<'lazy'>): ValueReader {
    let reader: ValueReader | undefined
    return (slice, walk) => {
      reader ??= this.compile(value())
      return reader(slice, walk)
    }
  }

  #compileAll(layouts: Readonly<Record<string, Layout>>): Record<string, ValueReader> {
    return Object.fromEntries(Object.entries(layouts).map(([name, layout]) => [name, this.compile(layout)]))
  }
}

function sizedBytes({ name, lengthName, lengthBits, valueName }: LayoutOf<'sizedBytes'>): ValueReader {
  return (slice, walk) => {
    const length = slice.loadUint(lengthBits)
    const value = bits(length * 8)(slice, walk)
    return { '@type': name, [lengthName]: length.toString(), [valueName]: value }
  }
}

function perReference({ name, fieldName }: LayoutOf<'perReference'>, value: ValueReader): ValueReader {
  return (slice, walk) => {
    const decoded: Record<string, DecodedValue> = { '@type': `${name}_${slice.remainingRefs}` }
    for (let i = 1; slice.remainingRefs > 0; i++) decoded[`${fieldName}_${i}`] = value(slice, walk)
    return decoded
  }
}

/** Reads a value after which neither bits nor references are left. */
export function whole(reader: ValueReader): ValueReader {
  return (slice, walk) => {
    const decoded = reader(slice, walk)
    if (!isConsumed(slice)) throw new Error('bits or references are left after the value')
    return decoded
  }
}
