import { type Cell, CellType } from '@ton/core'
import fc from 'fast-check'
import { buildCell } from '../../../../src-main/chain/cells/buildCell.ts'
import { asCell } from '../../../../src-main/chain/cells/rawCell.ts'
import {
  merkleProofCell,
  merkleUpdateCell,
  prunedBranch,
} from '../../../../src-main/chain/merkle/merkleCells.ts'

/** Returns an ordinary cell (or, with `exotic`, one of the type in its bits) of these bits, most significant first. */
export function cellOfBits(bits: readonly boolean[], refs: readonly Cell[] = [], exotic = false): Cell {
  const bytes = Buffer.alloc(((bits.length + 7) >> 3) + 1)
  bits.forEach((bit, at) => {
    if (bit) bytes[at >> 3]! |= 0x80 >> (at & 7)
  })
  if (bits.length % 8 !== 0) bytes[bits.length >> 3]! |= 0x80 >> (bits.length & 7)
  return asCell(buildCell(bytes, 0, bits.length, [...refs], exotic))
}

/** A pruned branch of any level mask 1…7 with made-up hashes and depths. */
export function prunedOf(mask: number, seed: number): Cell {
  const count = [1, 2, 4].filter((bit) => mask & bit).length
  const bytes = Buffer.alloc(2 + count * 34)
  bytes[0] = CellType.PrunedBranch
  bytes[1] = mask
  for (let i = 0; i < count * 32; i++) bytes[2 + i] = (seed * 31 + i * 7) & 0xff
  for (let i = 0; i < count; i++) bytes.writeUInt16BE((seed + i * 5) % 900, 2 + count * 32 + i * 2)
  return asCell(buildCell(bytes, 0, bytes.length * 8, [], true))
}

type Step = {
  readonly kind: number
  readonly bits: readonly boolean[]
  readonly picks: readonly number[]
  readonly seed: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat(15),
  bits: fc.oneof(
    fc.array(fc.boolean(), { maxLength: 40 }),
    fc.array(fc.boolean(), { minLength: 1000, maxLength: 1023 }),
  ),
  picks: fc.array(fc.nat(1 << 20), { maxLength: 4 }),
  seed: fc.nat(255),
})

/** Grows a tree (with shared subtrees) from steps, each a cell over earlier ones. */
function grow(steps: readonly Step[], exotic: boolean, mostDepth: number): Cell {
  const cells: Cell[] = [cellOfBits([])]
  for (const { kind, bits, picks, seed } of steps) {
    const refs = picks.map((pick) => cells[cells.length - 1 - (pick % Math.min(cells.length, 6))] as Cell)
    const [first, second] = refs
    const deepest = Math.max(0, ...refs.flatMap((ref) => [0, 1, 2, 3].map((level) => ref.depth(level))))
    if (deepest >= mostDepth) continue
    if (!exotic || kind < 11) cells.push(cellOfBits(bits, refs))
    else if (kind === 11) cells.push(prunedOf(1 + (seed % 7), seed))
    else if (kind === 12) cells.push(cellOfBits(bitsOf(Buffer.alloc(33, seed).fill(2, 0, 1)), [], true))
    else if (kind === 13 && first) cells.push(merkleProofCell(first))
    else if (kind === 14 && first && second) cells.push(merkleUpdateCell(first, second))
    else if (kind === 15 && first && first.level() < 3) cells.push(prunedBranch(first, first.level() + 1))
  }
  return cells.at(-1) as Cell
}

function bitsOf(bytes: Buffer): boolean[] {
  return [...bytes].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((byte >> bit) & 1) === 1))
}

/** Trees of ordinary cells. */
export const ordinaryTree: fc.Arbitrary<Cell> = fc
  .array(step, { minLength: 1, maxLength: 30 })
  .map((steps) => grow(steps, false, 1000))

/** Trees with exotic cells of all kinds and level masks. */
export const anyTree: fc.Arbitrary<Cell> = fc
  .array(step, { minLength: 1, maxLength: 30 })
  .map((steps) => grow(steps, true, 1000))

/** A chain of `length` cells: depth `length` - 1. */
export function chain(length: number): Cell {
  let cell = cellOfBits([true])
  for (let i = 1; i < length; i++) cell = cellOfBits([i % 2 === 0], [cell])
  return cell
}
