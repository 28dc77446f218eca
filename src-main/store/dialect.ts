/** Everything that differs between databases: column types, bytes, and how it is opened (sqlite/). */
export type ColumnTypes = {
  readonly bytes: string
  /** Signed 64-bit. */
  readonly int: string
  readonly text: string
  /** After a table. */
  readonly plain: string
  /** After a table whose rows lie in the order of its primary key. */
  readonly clustered: string
}

/** SQLite with STRICT tables. */
export const SQLITE_TYPES: ColumnTypes = {
  bytes: 'BLOB',
  int: 'INTEGER',
  text: 'TEXT',
  plain: ' STRICT',
  clustered: ' STRICT, WITHOUT ROWID',
}

/** Columns of bytes, none of them NULL, one after another as one value. */
export function joinedBytes(columns: readonly string[]): string {
  return `CAST(${columns.join(' || ')} AS BLOB)`
}

/** A column of bytes with so many zeros for NULL. */
export function orZeros(column: string, bytes: number): string {
  return `coalesce(${column}, x'${'00'.repeat(bytes)}')`
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const HEX = '0123456789ABCDEF'
/** Pairs of characters, each of three hexadecimal digits. */
const BASE64_PAIRS = 5

/**
 * SQL for the first ten characters of a hash in base64. The API orders hashes by that text (compatibility-v3 §5.9), and
 * indexes have this expression: it must not change without a migration. Built-in functions only, so that other
 * programs can open the database.
 */
export function base64Prefix(column: string): string {
  const digit = (place: number) => `(instr('${HEX}', substr(hex(substr(${column}, 1, 8)), ${place}, 1)) - 1)`
  const character = (value: string) => `substr('${BASE64}', ${value} + 1, 1)`
  return Array.from({ length: BASE64_PAIRS }, (_, i) => {
    const [a, b, c] = [digit(3 * i + 1), digit(3 * i + 2), digit(3 * i + 3)]
    return `${character(`${a} * 4 + ${b} / 4`)} || ${character(`${b} % 4 * 16 + ${c}`)}`
  }).join(' || ')
}
