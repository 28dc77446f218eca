import { hash } from 'node:crypto'
import { beginCell, type Cell, Dictionary } from '@ton/core'
import { snake } from './comments.ts'

const ONCHAIN = 0x00
const SNAKE = 0x00
const CHUNKED = 0x01
const MAX_CELL_BYTES = 127

/**
 * Token metadata on the chain (TEP-64): each attribute under the SHA-256 of its name. Texts are stored as snakes; a
 * cell is stored as it is.
 */
export function onchainContent(attributes: Readonly<Record<string, string | Cell>>): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [name, value] of Object.entries(attributes)) {
    entries.set(hash('sha256', name, 'buffer'), typeof value === 'string' ? snakeContent(value) : value)
  }
  return beginCell().storeUint(ONCHAIN, 8).storeDict(entries).endCell()
}

/** Content data in the snake format (TEP-64). */
export function snakeContent(text: string): Cell {
  return snake(Buffer.concat([Buffer.from([SNAKE]), Buffer.from(text, 'utf8')]))
}

/**
 * Builds content data in the chunked format (TEP-64): a text of any length that is not nested deeply. Equal chunks
 * share their cells.
 */
export function chunkedContent(text: string): Cell {
  const bytes = Buffer.from(text, 'utf8')
  const chunks = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Cell())
  const cells = new Map<string, Cell>()
  for (let start = 0; start < bytes.length; start += MAX_CELL_BYTES) {
    const chunk = bytes.subarray(start, start + MAX_CELL_BYTES)
    const key = chunk.toString('latin1')
    const cell = cells.get(key) ?? beginCell().storeBuffer(chunk).endCell()
    cells.set(key, cell)
    chunks.set(start / MAX_CELL_BYTES, cell)
  }
  return beginCell().storeUint(CHUNKED, 8).storeDict(chunks).endCell()
}

/** Returns a picture that needs no server: a `data:` URL. */
export function svgUri(drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawing}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
