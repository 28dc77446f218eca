import { hash as digest } from 'node:crypto'
import { cellBoc, PLAIN_TREE, treeSize, writeBoc } from '../../chain/cells/bagBoc.ts'
import { buildCell } from '../../chain/cells/buildCell.ts'
import type { CellBag } from '../../chain/cells/cellBag.ts'
import { asCell } from '../../chain/cells/rawCell.ts'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { SMALL_BYTES } from '../../store/content.ts'
import { partsBelow } from '../../store/contentParts.ts'
import type { ParsedCell } from '../../store/parsedBlock.ts'
import type { BagSlice } from './bagSlice.ts'

/** Reads a cell with all below it. */
export function parseCellTree(bag: CellBag, cell: number): ParsedCell {
  const hash = bag.hash(cell)
  const boc = cellBoc(bag, cell)
  return { hash, boc, parts: partHashes(bag, bag.refs(cell), boc.length) }
}

/** Builds an ordinary cell of the bits [from, to) and the references [refFrom, refTo) of a slice's cell. */
export function parseCut(
  slice: BagSlice,
  from: number,
  to: number,
  refFrom: number,
  refTo: number,
): ParsedCell {
  const { bag, cell } = slice
  const source = completed(bag, cell, from, to)
  const refs: number[] = []
  for (let i = refFrom; i < refTo; i++) refs.push(bag.ref(cell, i))
  const bitLength = to - from
  let size = 1
  for (const ref of refs) size += treeSize(bag, ref, PLAIN_TREE)
  const hash =
    refs.length === 0 ? leafHash(source, bitLength) : bag.hashOf(source.subarray(2), bitLength, refs)
  if (size > PLAIN_TREE) {
    const cells = refs.map((ref) => bag.cell(ref))
    const root = asCell(buildCell(source, 2, bitLength, cells, false))
    const boc = serializeBoc(root, PROOF_BOC)
    return { hash, boc, parts: partHashes(bag, refs, boc.length) }
  }
  // A body with a quoted cell of a higher level cannot be in a message, so no cell is pruned.
  const descriptors = (refs.length << 8) | (source.length - 2 + (bitLength >> 3))
  const boc = writeBoc(bag, { descriptors, source, start: 2, end: source.length, refs })
  return { hash, boc, parts: partHashes(bag, refs, boc.length) }
}

function leafHash(source: Buffer, bitLength: number): Buffer {
  source[0] = 0
  source[1] = source.length - 2 + (bitLength >> 3)
  return digest('sha256', source, 'buffer')
}

/** Returns two bytes for the descriptors, then the bits [from, to) of a cell, completed by a one and zeros. */
function completed(bag: CellBag, cell: number, from: number, to: number): Buffer {
  const bits = to - from
  const bytes = (bits + 7) >> 3
  const cut = Buffer.allocUnsafe(2 + bytes)
  const { source } = bag
  const shift = from & 7
  let at = bag.dataStart(cell) + (from >> 3)
  for (let i = 2; i < 2 + bytes; i++, at++) {
    // Bits of the byte after the data are cleared by the mask below.
    cut[i] =
      shift === 0
        ? (source[at] as number)
        : ((source[at] as number) << shift) | ((source[at + 1] ?? 0) >> (8 - shift))
  }
  const partial = bits & 7
  if (partial > 0) {
    const last = cut[1 + bytes] as number
    cut[1 + bytes] = (last & (0xff00 >> partial)) | (0x80 >> partial)
  }
  return cut
}

/**
 * Returns ParsedCell.parts. Here the hashes are known, because the message's hash includes them; the writer needs
 * neither cells nor hashes of contents without known parts.
 */
function partHashes(bag: CellBag, refs: readonly number[], bocBytes: number): Buffer {
  if (bocBytes < SMALL_BYTES) return NOTHING
  const parts = partsBelow(bag, refs)
  return parts.length === 0 ? NOTHING : Buffer.concat(parts.map((part) => bag.hash(part)))
}

const NOTHING = Buffer.alloc(0)
