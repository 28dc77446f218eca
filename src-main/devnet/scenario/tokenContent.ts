import { hash } from 'node:crypto'
import { beginCell, type Cell, Dictionary } from '@ton/core'
import { snake } from './comments.ts'

const ONCHAIN = 0x00
const SNAKE = 0x00

/** Token metadata on the chain (TEP-64): each attribute under the SHA-256 of its name, as a snake. */
export function onchainContent(attributes: Readonly<Record<string, string>>): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [name, value] of Object.entries(attributes)) {
    entries.set(
      hash('sha256', name, 'buffer'),
      snake(Buffer.concat([Buffer.from([SNAKE]), Buffer.from(value, 'utf8')])),
    )
  }
  return beginCell().storeUint(ONCHAIN, 8).storeDict(entries).endCell()
}

/** A picture that needs no other server. */
export function svgUri(drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawing}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
