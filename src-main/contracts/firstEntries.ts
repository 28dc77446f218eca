import type { Slice } from '@ton/core'
import type { HashmapCodec, HashmapE, HashmapEntry } from '../chain/hashmap/hashmap.ts'

/** Keeps a leaf's value as it lies there: contracts put all kinds of things where another one belongs. */
export function leafCodec(type: string, keyBits: number): HashmapCodec<Slice> {
  return {
    type,
    keyBits,
    loadValue(slice) {
      const value = slice.clone()
      slice.skip(slice.remainingBits)
      while (slice.remainingRefs > 0) slice.loadRef()
      return value
    },
    storeValue: (slice) => (builder) => builder.storeSlice(slice),
  }
}

/**
 * Returns the first entries of an untrusted dictionary. A few cells that refer to the same cells can contain more
 * entries than can be read.
 */
export function firstEntries<V>(map: HashmapE<V>, count: number): HashmapEntry<V>[] {
  const entries: HashmapEntry<V>[] = []
  if (count <= 0) return entries
  for (const entry of map.entries()) {
    entries.push(entry)
    if (entries.length === count) break
  }
  return entries
}
