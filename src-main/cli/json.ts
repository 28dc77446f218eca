import { Address, BitString, Cell, Dictionary, ExternalAddress } from '@ton/core'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * Decoded chain values as JSON: names in snake_case as in TL-B, integers past 32 bits as decimal strings, hashes
 * and other bytes in hex, cells as base64 BOCs, addresses raw, absent fields null.
 */
export function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (value instanceof Cell) return bocBase64(value)
  if (value instanceof Address) return value.toRawString()
  if (value instanceof ExternalAddress || value instanceof BitString) return value.toString()
  if (value instanceof Dictionary) {
    return Object.fromEntries([...value].map(([key, entry]) => [String(key), toJson(entry)]))
  }
  if (Array.isArray(value)) return value.map(toJson)
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]) =>
      // @ton/core has the extra currencies of a CurrencyCollection as a dictionary's root cell.
      name === 'otherRoot' ? ['other', extraCurrencies(field)] : [snakeCase(name), toJson(field)],
    ),
  )
}

/** Returns amounts by currency id, from the root of `HashmapE 32 (VarUInteger 32)`. */
function extraCurrencies(root: unknown): Json {
  if (!(root instanceof Cell)) return null
  const dictionary = Dictionary.loadDirect(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5), root)
  return toJson(dictionary)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
