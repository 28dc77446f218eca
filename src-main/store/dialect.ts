/** Column types and table options: what differs between databases, besides bytes and opening (sqlite/). */
export type ColumnTypes = {
  readonly bytes: string
  /** Signed 64-bit. */
  readonly int: string
  readonly text: string
  /** Options at the end of a CREATE TABLE. */
  readonly plain: string
  /** Same, for a table whose rows are stored in the order of its primary key. */
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

/** Returns SQL that concatenates columns of bytes, all NOT NULL. */
export function joinedBytes(columns: readonly string[]): string {
  return `CAST(${columns.join(' || ')} AS BLOB)`
}

/** Returns SQL that reads a column of bytes, with this many zero bytes for NULL. */
export function orZeros(column: string, bytes: number): string {
  return `coalesce(${column}, x'${'00'.repeat(bytes)}')`
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const HEX = '0123456789ABCDEF'
/** The prefix's length in pairs of characters; a pair has three hexadecimal digits. */
const BASE64_PAIRS = 5

/**
 * Returns SQL for the first ten characters of a hash in base64. The API orders hashes by that text (compatibility-v3
 * §5.9), and indexes contain this expression: a change needs a migration. Uses built-in functions only, so that other
 * programs can open the database.
 */
export function base64Prefix(column: string): string {
  const digit = (position: number) =>
    `(instr('${HEX}', substr(hex(substr(${column}, 1, 8)), ${position}, 1)) - 1)`
  const character = (value: string) => `substr('${BASE64}', ${value} + 1, 1)`
  return Array.from({ length: BASE64_PAIRS }, (_, i) => {
    const [a, b, c] = [digit(3 * i + 1), digit(3 * i + 2), digit(3 * i + 3)]
    return `${character(`${a} * 4 + ${b} / 4`)} || ${character(`${b} % 4 * 16 + ${c}`)}`
  }).join(' || ')
}
