import { type Cell, CellType } from '@ton/core'

/** The highest level of a cell. */
export const MAX_LEVEL = 3
/** The maximum depth of a cell, at any level (CellTraits::max_depth of the reference node). */
export const MAX_DEPTH = 1024

/** Returns the level of a level mask: the number of its highest bit, 0 for an empty mask. */
export function levelOf(mask: number): number {
  return 32 - Math.clz32(mask)
}

/** Returns the number of set bits of a level mask. A cell has one more hash than that. */
export function countLevels(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1)
}

/** The levels of a cell. `depths` (by level, 0…3) is null if `depth` applies to all levels. */
export type LevelInfo = {
  readonly type: CellType
  readonly mask: number
  readonly depth: number
  readonly depths: readonly number[] | null
}

const LEAF: LevelInfo = { type: CellType.Ordinary, mask: 0, depth: 0, depths: null }

/** Returns the levels of an ordinary cell, which are those of its children. */
export function ordinaryLevels(refs: readonly Cell[]): LevelInfo {
  if (refs.length === 0) return LEAF
  let mask = 0
  let depth = 0
  for (const ref of refs) {
    mask |= ref.mask.value
    depth = Math.max(depth, ref.depth(MAX_LEVEL))
  }
  if (mask === 0) return { type: CellType.Ordinary, mask, depth: depth + 1, depths: null }
  const depths = [0, 0, 0, 0].map((_, level) => 1 + Math.max(...refs.map((ref) => ref.depth(level))))
  return { type: CellType.Ordinary, mask, depth: depth + 1, depths }
}
