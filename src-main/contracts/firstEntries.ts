import type { HashmapE, HashmapEntry } from '../chain/hashmap/hashmap.ts'

/**
 * The first entries of a dictionary that anybody may have written: a few cells that refer to the same ones again and
 * again can hold more than a lifetime is long.
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
