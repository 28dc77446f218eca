import { crc32 } from 'node:zlib'

/** A scheme line taken apart. */
export type SchemeLine = {
  /** `liteServer.blockData`. */
  readonly name: string
  /** What the line says after `#`, else the CRC-32 of the normalised line. */
  readonly id: number
  /** Field names as the scheme writes them, with their types without parentheses. */
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  /** `liteServer.BlockData`. */
  readonly result: string
}

/** One space between words, no parentheses, no semicolon: the form whose CRC-32 is the constructor's id. */
export function normaliseSchemeLine(line: string): string {
  return line
    .replace(/\/\/.*$/gm, '')
    .replace(/[();]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Parses one combinator of a TL scheme, e.g. `liteServer.getBlock id:tonNode.blockIdExt = liteServer.BlockData`. */
export function parseSchemeLine(line: string): SchemeLine {
  const normal = normaliseSchemeLine(line)
  const match = /^([A-Za-z0-9_.]+)(?:#([0-9a-f]{1,8}))? (?:(.*) )?= ([A-Za-z0-9_.]+)$/.exec(normal)
  const [, name, id, body = '', result] = match ?? []
  if (!name || !result) throw new Error(`not a TL combinator: ${line}`)
  // A type may contain a space (`vector int`), so a field ends where the next `name:` starts.
  const fields = [...body.matchAll(/([a-z0-9_]+):(.+?)(?= [a-z0-9_]+:|$)/g)].map((field) => ({
    name: field[1] ?? '',
    type: field[2] ?? '',
  }))
  return { name, id: id ? Number.parseInt(id, 16) : crc32(normal), fields, result }
}
