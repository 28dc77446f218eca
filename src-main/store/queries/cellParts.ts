import { wholeBoc } from '../content.ts'
import type { Reader } from './reader.ts'

/** A part that stored cells share, as it is stored: others may be left out of it in turn. */
export function storedPart(reader: Reader, hash: Buffer): Buffer | undefined {
  const [row] = reader.all<{ boc: Buffer | null }>('SELECT boc FROM codes WHERE hash = ?', [hash])
  return row?.boc ?? undefined
}

/** A contract's code as a bag of cells, where more than its hash is known. */
export function loadCode(reader: Reader, hash: Buffer): Buffer | undefined {
  const stored = storedPart(reader, hash)
  return stored && wholeCell(reader, stored)
}

/** A stored bag of cells with what was left out of it. */
export function wholeCell(reader: Reader, stored: Buffer): Buffer {
  return wholeBoc(stored, (hash) => storedPart(reader, hash))
}
