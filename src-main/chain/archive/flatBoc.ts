import { BocError } from '#shared/ton/cells/bocError.ts'
import { readBocHeader, readNumber } from '#shared/ton/cells/bocHeader.ts'
import { findCells, storedSize } from '#shared/ton/cells/parseBag.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'

/**
 * The positions of the cells in a bag of cells. Nothing is hashed or built, so that the header fields of a
 * block are read in microseconds. Proofs and contents need the full parser (chain/cells).
 */
export type FlatBoc = {
  readonly data: Uint8Array
  /** Offset of each cell's descriptor byte in `data`. */
  readonly offsets: Uint32Array
  readonly refSize: number
  /** Index of the first root. */
  readonly root: number
}

/** A cell of a FlatBoc: its data bytes (the last one can be padded) and the indices of its references. */
export type FlatCell = {
  readonly exotic: boolean
  readonly bytes: DataView
  readonly refs: readonly number[]
}

/** The error for bytes that are not a bag of cells, or whose lengths contradict each other. */
export class FlatBocError extends TypedError {
  constructor(reason: string, options?: TypedErrorOptions) {
    super('flat-boc', reason, options)
  }
}

const EXOTIC = 8

/**
 * Finds the start of every cell. Neither the index nor a checksum is read.
 * @throws {FlatBocError}
 */
export function scanBoc(data: Uint8Array): FlatBoc {
  try {
    const header = readBocHeader(data)
    const offsets = findCells(data, header, false)
    const { rootsAt, refBytes: refSize } = header
    const root = rootsAt === null ? 0 : readNumber(data, rootsAt, refSize)
    if (root >= offsets.length) throw new FlatBocError(`root ${root} of ${offsets.length} cells`)
    return { data, offsets, refSize, root }
  } catch (error) {
    throw error instanceof BocError ? new FlatBocError(error.message, { cause: error }) : error
  }
}

/** Returns the cell at `index`, which must come from `boc.root` or another cell's `refs`. */
export function flatCell(boc: FlatBoc, index: number): FlatCell {
  const start = boc.offsets[index]
  if (start === undefined) throw new FlatBocError('reference beyond the last cell')
  const { data, refSize } = boc
  const d1 = data[start] as number
  const length = ((data[start + 1] as number) + 1) >> 1
  const from = start + 2 + storedSize(d1)
  const refs: number[] = []
  for (let i = 0, at = from + length; i < (d1 & 7); i++) {
    refs.push(readNumber(data, at, refSize))
    at += refSize
  }
  return {
    exotic: (d1 & EXOTIC) !== 0,
    bytes: new DataView(data.buffer, data.byteOffset + from, length),
    refs,
  }
}
