import { type Cell, CellType } from '@ton/core'

/** The highest level a cell may have. */
export const MAX_LEVEL = 3
/** The greatest depth a cell may have, at any level (the reference's CellTraits::max_depth). */
export const MAX_DEPTH = 1024

/** The level of a level mask: the number of its highest bit, 0 for none. */
export function levelOf(mask: number): number {
  return 32 - Math.clz32(mask)
}

/** How many bits of a level mask are set: the cell has one hash more than that. */
export function countLevels(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1)
}

/** What a cell's content says about its levels. `depths` (by level, 0…3) is null where `depth` is that of all. */
export type LevelInfo = {
  readonly type: CellType
  readonly mask: number
  readonly depth: number
  readonly depths: readonly number[] | null
}

const LEAF: LevelInfo = { type: CellType.Ordinary, mask: 0, depth: 0, depths: null }

/** The levels of an ordinary cell: those of its children. */
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
