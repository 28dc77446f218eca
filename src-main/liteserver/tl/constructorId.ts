import { crc32 } from 'node:zlib'

/** The parts of a scheme line. */
export type SchemeLine = {
  /** `liteServer.blockData`. */
  readonly name: string
  /** The id after `#`, or else the CRC-32 of the normalised line. */
  readonly id: number
  /** Field names as in the scheme, with their types without parentheses. */
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  /** `liteServer.BlockData`. */
  readonly result: string
}

/**
 * Normalises a scheme line to the form whose CRC-32 is the constructor's id: one space between words, no
 * parentheses, no semicolon.
 */
export function normaliseSchemeLine(line: string): string {
  return line
    .replace(/\/\/.*$/gm, '')
    .replace(/[();]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Parses one combinator of a TL scheme, e.g. `liteServer.getBlock id:tonNode.blockIdExt =
 * liteServer.BlockData`. Throws for anything else.
 */
export function parseSchemeLine(line: string): SchemeLine {
  const normal = normaliseSchemeLine(line)
  const match = /^([A-Za-z0-9_.]+)(?:#([0-9a-f]{1,8}))? (?:(.*) )?= ([A-Za-z0-9_.]+)$/.exec(normal)
  const [, name, id, body = '', result] = match ?? []
  if (!name || !result) throw new Error(`not a TL combinator: ${line}`)
  // A type can contain a space (`vector int`), so a field ends where the next `name:` starts.
  const fields = [...body.matchAll(/([a-z0-9_]+):(.+?)(?= [a-z0-9_]+:|$)/g)].map((field) => ({
    name: field[1] ?? '',
    type: field[2] ?? '',
  }))
  return { name, id: id ? Number.parseInt(id, 16) : crc32(normal), fields, result }
}
