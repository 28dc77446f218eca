import { Cell } from '@ton/core'
import { parseBoc } from '../../../../src-main/chain/cells/parseBoc.ts'

/**
 * What a value means, as text: cells by hash, bytes that are a bag of cells by the hashes of its roots (the same cells
 * can be written in many ways), everything else as it is.
 */
export function meaningOf(value: unknown): string {
  return JSON.stringify(plain(value))
}

function plain(value: unknown): unknown {
  if (value instanceof Cell) return `cell ${value.hash().toString('hex')}`
  if (value instanceof Uint8Array) return bytesMeaning(Buffer.from(value))
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Error) return { error: value.name, message: value.message }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, plain(field)]))
}

function bytesMeaning(bytes: Buffer): string {
  if (bytes.length > 64) {
    try {
      return `cells ${parseBoc(bytes).map((root) => root.hash().toString('hex'))}`
    } catch {
      // No bag of cells: the bytes are the meaning.
    }
  }
  return bytes.toString('hex')
}
