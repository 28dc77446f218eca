import { BocError } from './bocError.ts'

/** Types of cells, numbered as in @ton/core: the first data byte of an exotic cell, -1 for an ordinary one. */
export const CELL_TYPE = {
  ordinary: -1,
  prunedBranch: 1,
  library: 2,
  merkleProof: 3,
  merkleUpdate: 4,
} as const

/** A number of CELL_TYPE. */
export type CellTypeNumber = (typeof CELL_TYPE)[keyof typeof CELL_TYPE]

/** The highest level of a cell. */
export const MAX_LEVEL = 3
/** The maximum depth of a cell, at any level (CellTraits::max_depth of the reference node). */
export const MAX_DEPTH = 1024
export const MAX_BITS = 1023
export const MAX_REFS = 4

const HASH_BYTES = 32
const HASH_BITS = 256
const DEPTH_BYTES = 2
const DEPTH_BITS = 16

/**
 * The length of a pruned branch without a level mask (which then is 1), as some tools wrote it: type, hash
 * and depth.
 */
export const MASKLESS_PRUNED_BITS = 8 + HASH_BITS + DEPTH_BITS

/** The properties of a child that the checks of a cell read. Cells of @ton/core have it too. */
export type LeveledCell = {
  /** The level mask. */
  readonly mask: { readonly value: number }
  depth(level?: number): number
  hash(level?: number): Uint8Array
}

/** The levels of a cell. `depths` (by level, 0…3) is null if `depth` applies to all levels. */
export type LevelInfo = {
  readonly type: CellTypeNumber
  readonly mask: number
  readonly depth: number
  readonly depths: readonly number[] | null
}

/** Options of the checks of exotic cells. */
export type CellChecks = {
  /** skip comparing the hashes and depths that Merkle cells state with their children */
  readonly trusted?: boolean
  /** read a pruned branch without a level mask (280 bits) as one of level 1, like @ton/core */
  readonly lenient?: boolean
}

/** Returns the level of a level mask: the number of its highest bit, 0 for an empty mask. */
export function levelOf(mask: number): number {
  return 32 - Math.clz32(mask)
}

/** Returns the number of set bits of a level mask. A cell has one more hash than that. */
export function countLevels(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1)
}

const LEAF: LevelInfo = { type: CELL_TYPE.ordinary, mask: 0, depth: 0, depths: null }

/** Returns the levels of an ordinary cell, which are those of its children. */
export function ordinaryLevels(refs: readonly LeveledCell[]): LevelInfo {
  if (refs.length === 0) return LEAF
  let mask = 0
  let depth = 0
  for (const ref of refs) {
    mask |= ref.mask.value
    depth = Math.max(depth, ref.depth(MAX_LEVEL))
  }
  if (mask === 0) return { type: CELL_TYPE.ordinary, mask, depth: depth + 1, depths: null }
  const depths = [0, 0, 0, 0].map((_, level) => 1 + Math.max(...refs.map((ref) => ref.depth(level))))
  return { type: CELL_TYPE.ordinary, mask, depth: depth + 1, depths }
}

/**
 * Checks a cell of `bitLength` bits from byte `start` of `source` as the reference node's DataCell::create does
 * (sizes of exotic cells, the hashes and depths that Merkle cells state, level ≤ 3, depth ≤ 1024) and returns its
 * levels.
 * @throws {BocError} bad-exotic, too-deep, bad-cell
 */
export function checkedLevels(
  source: Uint8Array,
  start: number,
  bitLength: number,
  refs: readonly LeveledCell[],
  exotic: boolean,
  checks: CellChecks = {},
): LevelInfo {
  if (refs.length > MAX_REFS || bitLength > MAX_BITS) throw badSize(bitLength, refs.length)
  const info = exotic ? exoticLevels(source, start, bitLength, refs, checks) : ordinaryLevels(refs)
  if (info.depths !== null || info.depth > MAX_DEPTH) checkDepth(info)
  return info
}

function badSize(bits: number, refs: number): BocError {
  return refs > MAX_REFS
    ? new BocError('bad-cell', `a cell has at most ${MAX_REFS} references, not ${refs}`)
    : new BocError('bad-cell', `a cell has at most ${MAX_BITS} bits, not ${bits}`)
}

function checkDepth({ depth, depths }: LevelInfo): void {
  const deepest = depths === null ? depth : Math.max(...depths)
  if (deepest > MAX_DEPTH) throw new BocError('too-deep', `depth ${deepest} exceeds ${MAX_DEPTH}`)
}

function exoticLevels(
  source: Uint8Array,
  start: number,
  bitLength: number,
  refs: readonly LeveledCell[],
  { trusted, lenient }: CellChecks,
): LevelInfo {
  if (bitLength < 8) throw new BocError('bad-exotic', 'an exotic cell needs 8 bits for its type')
  const type = source[start]
  switch (type) {
    case CELL_TYPE.prunedBranch:
      return prunedLevels(source, start, bitLength, refs, lenient)
    case CELL_TYPE.library:
      expectShape('library reference', bitLength, 8 + HASH_BITS, refs, 0)
      return { type, mask: 0, depth: 0, depths: null }
    case CELL_TYPE.merkleProof:
      expectShape('Merkle proof', bitLength, 8 + HASH_BITS + DEPTH_BITS, refs, 1)
      if (!trusted) expectChild('Merkle proof', source, start + 1, start + 1 + HASH_BYTES, refs[0])
      return merkleLevels(type, refs)
    case CELL_TYPE.merkleUpdate: {
      expectShape('Merkle update', bitLength, 8 + 2 * (HASH_BITS + DEPTH_BITS), refs, 2)
      const hashes = start + 1
      const depths = hashes + 2 * HASH_BYTES
      if (!trusted) {
        expectChild('Merkle update', source, hashes, depths, refs[0])
        expectChild('Merkle update', source, hashes + HASH_BYTES, depths + DEPTH_BYTES, refs[1])
      }
      return merkleLevels(type, refs)
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
  source: Uint8Array,
  start: number,
  bitLength: number,
  refs: readonly LeveledCell[],
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
  return { type: CELL_TYPE.prunedBranch, mask, depth: 0, depths }
}

/** Returns the levels of a Merkle cell, which at level l covers its children at level l + 1. */
function merkleLevels(type: CellTypeNumber, refs: readonly LeveledCell[]): LevelInfo {
  const mask = refs.reduce((all, ref) => all | ref.mask.value, 0) >> 1
  const depths = [0, 1, 2, 3].map((level) => 1 + Math.max(...refs.map((ref) => ref.depth(level + 1))))
  const depth = depths[MAX_LEVEL] as number
  return { type, mask, depth, depths: mask === 0 ? null : depths }
}

function expectShape(
  what: string,
  bitLength: number,
  wantedBits: number,
  refs: readonly LeveledCell[],
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
  source: Uint8Array,
  hashAt: number,
  depthAt: number,
  child: LeveledCell | undefined,
): void {
  if (child === undefined) throw new BocError('bad-exotic', `a ${what} without its child`)
  const depth = ((source[depthAt] as number) << 8) | (source[depthAt + 1] as number)
  if (depth !== child.depth(0)) {
    throw new BocError('bad-exotic', `a ${what} states depth ${depth}, its child has ${child.depth(0)}`)
  }
  if (!hasBytes(source, hashAt, child.hash(0))) {
    throw new BocError('bad-exotic', `a ${what} states another hash than its child's`)
  }
}

/** Returns whether `source` has these bytes at a position. */
export function hasBytes(source: Uint8Array, at: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (source[at + i] !== bytes[i]) return false
  return true
}
