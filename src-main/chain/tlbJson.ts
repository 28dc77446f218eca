import { Address, BitString, Cell, Dictionary, ExternalAddress } from '@ton/core'
import { CELL_FIELD, type JsonTree } from '#shared/jsonTree.ts'
import { HashmapE } from './hashmap/hashmap.ts'
import { intOfKey, uintOfKey } from './hashmap/key.ts'

/** Maximum number of values in the JSON of one object. */
const MAX_VALUES = 50_000

/** Options of tlbJson. */
export type TlbJsonOptions = {
  /** Returns the text of a dictionary's key; by default a number up to 64 bits, else hexadecimal. */
  readonly keyText?: (key: Buffer, dictionary: HashmapE<unknown>) => string | undefined
}

/** The error for a value that is too large to be shown as JSON. */
export class TooManyValuesError extends RangeError {
  constructor() {
    super(`an object has more than ${MAX_VALUES} values`)
  }
}

/** Formats a key as an unsigned number up to 64 bits, else in hexadecimal. */
function plainKey(key: Buffer, bits: number): string {
  return bits <= 64 ? uintOfKey(key, bits).toString() : key.toString('hex')
}

/** Formats a key as a signed number. */
export function signedKey(key: Buffer, bits: number): string {
  return intOfKey(key, bits).toString()
}

class JsonWriter {
  readonly #keyText: TlbJsonOptions['keyText']
  #left = MAX_VALUES

  constructor({ keyText }: TlbJsonOptions) {
    this.#keyText = keyText
  }

  json(value: unknown): JsonTree {
    if (this.#left-- <= 0) throw new TooManyValuesError()
    switch (typeof value) {
      case 'string':
      case 'number':
      case 'boolean':
        return value
      case 'bigint':
        return value.toString()
    }
    if (value === null || value === undefined) return null
    return this.#special(value) ?? this.#fields(value)
  }

  #special(value: object): JsonTree | undefined {
    if (Buffer.isBuffer(value)) return value.toString('hex')
    if (value instanceof Cell) return { [CELL_FIELD]: value.hash().toString('hex') }
    if (value instanceof Address) return value.toRawString()
    if (value instanceof BitString || value instanceof ExternalAddress) return value.toString()
    if (value instanceof HashmapE) return this.#dictionary(value)
    if (value instanceof Dictionary) {
      return this.#object(value.keys().map((key) => [String(key), value.get(key)] as const))
    }
    if (Array.isArray(value)) return value.map((item) => this.json(item))
    if (value instanceof Map)
      return this.#object([...value].map(([key, item]) => [String(key), item] as const))
    return undefined
  }

  #fields(value: object): JsonTree {
    // The currencies of a balance are read from their cell on demand, by a getter of the prototype.
    if ('coins' in value && 'other' in value) {
      return this.#object([
        ['coins', value.coins],
        ['other', value.other],
      ])
    }
    return this.#object(Object.entries(value))
  }

  #dictionary(dictionary: HashmapE<unknown>): JsonTree {
    const entries: (readonly [string, unknown])[] = []
    for (const { key, value } of dictionary.entries()) {
      if (entries.length >= MAX_VALUES) throw new TooManyValuesError()
      entries.push([this.#keyText?.(key, dictionary) ?? plainKey(key, dictionary.codec.keyBits), value])
    }
    return entries.every(([, value]) => value === true) ? entries.map(([key]) => key) : this.#object(entries)
  }

  #object(entries: readonly (readonly [string, unknown])[]): JsonTree {
    const present = entries.filter(([, value]) => value !== undefined)
    return Object.fromEntries(present.map(([name, value]) => [name, this.json(value)]))
  }
}

/**
 * Returns the value of a TL-B type, as the codecs of this folder read it, as JSON (see JsonTree).
 * @throws PrunedBranchError, TlbError for a malformed dictionary, TooManyValuesError
 */
export function tlbJson(value: unknown, options: TlbJsonOptions = {}): JsonTree {
  return new JsonWriter(options).json(value)
}
