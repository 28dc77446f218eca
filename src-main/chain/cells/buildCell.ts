import { type Cell, CellType } from '@ton/core'
import { BocError } from './bocError.ts'
import { countLevels, type LevelInfo, levelOf, MAX_DEPTH, MAX_LEVEL, ordinaryLevels } from './cellLevels.ts'
import { MASKLESS_PRUNED_BITS, RawCell } from './rawCell.ts'

const HASH_BYTES = 32
const HASH_BITS = 256
const DEPTH_BYTES = 2
const DEPTH_BITS = 16

/** Options of the checks of exotic cells. */
export type CellChecks = {
  /** skip comparing the hashes and depths that Merkle cells state with their children */
  readonly trusted?: boolean
  /** read a pruned branch without a level mask (280 bits) as one of level 1, like @ton/core */
  readonly lenient?: boolean
}

/**
 * Builds a cell from its raw data: `bitLength` bits from byte `start` of `source`; an incomplete last byte
 * ends with the usual tag (a one and zeros). Checks what the reference node's DataCell::create checks: sizes
 * of exotic cells, the hashes and depths that Merkle cells state, level ≤ 3, depth ≤ 1024.
 * @throws {BocError} bad-exotic, too-deep, bad-cell
 */
export function buildCell(
  source: Buffer,
  start: number,
  bitLength: number,
  refs: Cell[],
  exotic: boolean,
  checks: CellChecks = {},
): RawCell {
  if (refs.length > 4) throw new BocError('bad-cell', `a cell has at most 4 references, not ${refs.length}`)
  if (bitLength > 1023) throw new BocError('bad-cell', `a cell has at most 1023 bits, not ${bitLength}`)
  const info = exotic ? exoticLevels(source, start, bitLength, refs, checks) : ordinaryLevels(refs)
  const deepest = info.depths === null ? info.depth : Math.max(...info.depths)
  if (deepest > MAX_DEPTH) throw new BocError('too-deep', `depth ${deepest} exceeds ${MAX_DEPTH}`)
  return new RawCell(source, start, bitLength, refs, info)
}

function exoticLevels(
  source: Buffer,
  start: number,
  bitLength: number,
  refs: readonly Cell[],
  { trusted, lenient }: CellChecks,
): LevelInfo {
  if (bitLength < 8) throw new BocError('bad-exotic', 'an exotic cell needs 8 bits for its type')
  const type = source[start]
  switch (type) {
    case CellType.PrunedBranch:
      return prunedLevels(source, start, bitLength, refs, lenient)
    case CellType.Library:
      expectShape('library reference', bitLength, 8 + HASH_BITS, refs, 0)
      return { type: CellType.Library, mask: 0, depth: 0, depths: null }
    case CellType.MerkleProof:
      expectShape('Merkle proof', bitLength, 8 + HASH_BITS + DEPTH_BITS, refs, 1)
      if (!trusted) expectChild('Merkle proof', source, start + 1, start + 1 + HASH_BYTES, refs[0])
      return merkleLevels(CellType.MerkleProof, refs)
    case CellType.MerkleUpdate: {
      expectShape('Merkle update', bitLength, 8 + 2 * (HASH_BITS + DEPTH_BITS), refs, 2)
      const hashes = start + 1
      const depths = hashes + 2 * HASH_BYTES
      if (!trusted) {
        expectChild('Merkle update', source, hashes, depths, refs[0])
        expectChild('Merkle update', source, hashes + HASH_BYTES, depths + DEPTH_BYTES, refs[1])
      }
      return merkleLevels(CellType.MerkleUpdate, refs)
    }
    default:
      throw new BocError('bad-exotic', `no exotic cell has type ${type}`)
  }
}

/**
 * Returns the levels of a pruned branch: type 1, level mask, and a hash and a depth for each lower level that
 * it replaces.
 */
function prunedLevels(
  source: Buffer,
  start: number,
  bitLength: number,
  refs: readonly Cell[],
  lenient = false,
): LevelInfo {
  const maskless = lenient && bitLength === MASKLESS_PRUNED_BITS
  const mask = maskless ? 1 : bitLength < 16 ? 0 : (source[start + 1] as number)
  if (mask === 0 || levelOf(mask) > MAX_LEVEL) {
    throw new BocError('bad-exotic', `a pruned branch has a level mask of 1…7, not ${mask}`)
  }
  const stored = countLevels(mask)
  const first = maskless ? 8 : 16
  expectShape('pruned branch', bitLength, first + stored * (HASH_BITS + DEPTH_BITS), refs, 0)
  const depths = [0, 1, 2, 3].map((level) => {
    const index = countLevels(mask & ((1 << level) - 1))
    if (index === stored) return 0
    const at = start + first / 8 + stored * HASH_BYTES + index * DEPTH_BYTES
    return ((source[at] as number) << 8) | (source[at + 1] as number)
  })
  return { type: CellType.PrunedBranch, mask, depth: 0, depths }
}

/** Returns the levels of a Merkle cell, which at level l covers its children at level l + 1. */
function merkleLevels(type: CellType, refs: readonly Cell[]): LevelInfo {
  const mask = refs.reduce((all, ref) => all | ref.mask.value, 0) >> 1
  const depths = [0, 1, 2, 3].map((level) => 1 + Math.max(...refs.map((ref) => ref.depth(level + 1))))
  const depth = depths[MAX_LEVEL] as number
  return { type, mask, depth, depths: mask === 0 ? null : depths }
}

function expectShape(
  what: string,
  bitLength: number,
  wantedBits: number,
  refs: readonly Cell[],
  wantedRefs: number,
): void {
  if (bitLength !== wantedBits || refs.length !== wantedRefs) {
    throw new BocError(
      'bad-exotic',
      `a ${what} has ${wantedBits} bits and ${wantedRefs} references, not ${bitLength} and ${refs.length}`,
    )
  }
}

function expectChild(
  what: string,
  source: Buffer,
  hashAt: number,
  depthAt: number,
  child: Cell | undefined,
): void {
  if (child === undefined) throw new BocError('bad-exotic', `a ${what} without its child`)
  const depth = ((source[depthAt] as number) << 8) | (source[depthAt + 1] as number)
  if (depth !== child.depth(0)) {
    throw new BocError('bad-exotic', `a ${what} states depth ${depth}, its child has ${child.depth(0)}`)
  }
  if (source.compare(child.hash(0), 0, HASH_BYTES, hashAt, hashAt + HASH_BYTES) !== 0) {
    throw new BocError('bad-exotic', `a ${what} states another hash than its child's`)
  }
}
