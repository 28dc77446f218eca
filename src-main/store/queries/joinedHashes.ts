import { joinedBytes, orZeros } from '../dialect.ts'
import { HASH } from '../packing/layout.ts'

/** Hashes of a row that are read as one value: each value of its own costs a microsecond, which a page has by thousands. */
export type JoinedHashes<Name extends string> = {
  /** For SELECT. */
  readonly sql: string
  /** The hash of that name in what was read; undefined for NULL, of which zeros are read. */
  hash(name: Name, joined: Buffer): Buffer | undefined
}

/** @param columns by the names that the hashes are to have */
export function joinHashes<Name extends string>(columns: Readonly<Record<Name, string>>): JoinedHashes<Name> {
  const places = new Map(Object.keys(columns).map((name, i) => [name, i * HASH]))
  return {
    sql: joinedBytes(Object.values<string>(columns).map((column) => orZeros(column, HASH))),
    hash(name, joined) {
      const at = places.get(name) as number
      return isZero(joined, at) ? undefined : joined.subarray(at, at + HASH)
    },
  }
}

function isZero(bytes: Buffer, at: number): boolean {
  for (let i = at; i < at + HASH; i++) if (bytes[i] !== 0) return false
  return true
}
