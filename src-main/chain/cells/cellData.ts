import type { BitString, Cell } from '@ton/core'
import { rawOf } from './rawCell.ts'

/** A cell's data as bytes: `bytes[start, end)`, with an incomplete last byte completed by a one and zeros. */
export type CellData = { readonly bytes: Buffer; readonly start: number; readonly end: number }

/** Returns the data of any cell, without a copy if the cell was read from a file. */
export function cellData(cell: Cell): CellData {
  const raw = rawOf(cell)
  if (raw) return { bytes: raw.source, start: raw.start, end: raw.start + ((raw.bitLength + 7) >> 3) }
  const bytes = completedBytes(cell.bits)
  return { bytes, start: 0, end: bytes.length }
}

/** Returns the length of a cell's data in bits. */
export function bitLengthOf(cell: Cell): number {
  // A cell that was read from a file creates its BitString on demand.
  return rawOf(cell)?.bitLength ?? cell.bits.length
}

/** Returns the data bits as bytes, with an incomplete last byte padded with zeros. */
export function paddedBytes(cell: Cell): Buffer {
  const { bytes, start, end } = cellData(cell)
  const free = -bitLengthOf(cell) & 7
  if (free === 0) return bytes.subarray(start, end)
  const padded = Buffer.from(bytes.subarray(start, end))
  // Removes the completion tag.
  padded[padded.length - 1] = (padded.at(-1) as number) & ~(1 << (free - 1))
  return padded
}

/** Returns a cell's hash (by default its representation hash) as 32 latin1 characters, for use as a map key. */
export function hashKey(cell: Cell, level?: number): string {
  return rawOf(cell)?.hashText(level) ?? cell.hash(level).toString('latin1')
}

/** Returns the bits as bytes, with an incomplete last byte completed by a one and zeros. */
export function completedBytes(bits: BitString): Buffer {
  const length = bits.length
  const whole = length >> 3
  const bytes = Buffer.alloc((length + 7) >> 3)
  const aligned = bits.subbuffer(0, whole * 8)
  if (aligned) aligned.copy(bytes)
  for (let bit = aligned ? whole * 8 : 0; bit < length; bit++) {
    if (bits.at(bit)) bytes[bit >> 3] = (bytes[bit >> 3] as number) | (0x80 >> (bit & 7))
  }
  if (length % 8 !== 0) bytes[whole] = (bytes[whole] as number) | (0x80 >> (length & 7))
  return bytes
}
