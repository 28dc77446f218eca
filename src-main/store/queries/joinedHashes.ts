import { joinedBytes, orZeros } from '../dialect.ts'
import { HASH } from '../packing/layout.ts'

/**
 * Hashes of a row that are read as one value. Reading a separate value costs a microsecond, and a page has thousands.
 */
export type JoinedHashes<Name extends string> = {
  /** The expression for SELECT. */
  readonly sql: string
  /** Returns the hash of that name from the read value; undefined for NULL, which is read as zeros. */
  hash(name: Name, joined: Buffer): Buffer | undefined
  /** Returns the bytes after the hashes. */
  rest(joined: Buffer): Buffer
}

/**
 * Builds the expression that reads hashes as one value.
 * @param columns columns by the names of their hashes
 * @param rest a NOT NULL column of bytes that is read with them
 */
export function joinHashes<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  rest?: string,
): JoinedHashes<Name> {
  const offsets = new Map(Object.keys(columns).map((name, i) => [name, i * HASH]))
  const parts = Object.values<string>(columns).map((column) => orZeros(column, HASH))
  return {
    sql: joinedBytes(rest === undefined ? parts : [...parts, rest]),
    hash(name, joined) {
      const at = offsets.get(name) as number
      return isZero(joined, at) ? undefined : joined.subarray(at, at + HASH)
    },
    rest: (joined) => joined.subarray(offsets.size * HASH),
  }
}

function isZero(bytes: Buffer, at: number): boolean {
  for (let i = at; i < at + HASH; i++) if (bytes[i] !== 0) return false
  return true
}
