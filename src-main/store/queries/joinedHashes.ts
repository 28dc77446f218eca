import { joinedBytes, orZeros } from '../dialect.ts'
import { HASH } from '../packing/layout.ts'

/** Hashes of a row that are read as one value: each value of its own costs a microsecond, which a page has by thousands. */
export type JoinedHashes<Name extends string> = {
  /** For SELECT. */
  readonly sql: string
  /** The hash of that name in what was read; undefined for NULL, of which zeros are read. */
  hash(name: Name, joined: Buffer): Buffer | undefined
  /** The bytes after the hashes. */
  rest(joined: Buffer): Buffer
}

/**
 * @param columns by the names that the hashes are to have
 * @param rest a column of bytes, never NULL, that is read with them
 */
export function joinHashes<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  rest?: string,
): JoinedHashes<Name> {
  const places = new Map(Object.keys(columns).map((name, i) => [name, i * HASH]))
  const parts = Object.values<string>(columns).map((column) => orZeros(column, HASH))
  return {
    sql: joinedBytes(rest === undefined ? parts : [...parts, rest]),
    hash(name, joined) {
      const at = places.get(name) as number
      return isZero(joined, at) ? undefined : joined.subarray(at, at + HASH)
    },
    rest: (joined) => joined.subarray(places.size * HASH),
  }
}

function isZero(bytes: Buffer, at: number): boolean {
  for (let i = at; i < at + HASH; i++) if (bytes[i] !== 0) return false
  return true
}
