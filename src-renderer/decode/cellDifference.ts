import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'

/** A cell of one or both of two compared trees. */
export type DifferentCell = {
  /** The references that lead to it from the root: `root`, `0`, `0.2`. */
  readonly path: string
  /** Undefined if only the other tree has a cell here. */
  readonly before: Cell | undefined
  readonly after: Cell | undefined
}

/** The difference between two trees of cells. */
export type CellDifference = {
  readonly cells: readonly DifferentCell[]
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Number of cells that both trees have at the same place, as far as the walk went. */
  readonly equal: number
  /** False if there are more differences than are listed. */
  readonly isWhole: boolean
}

const MAX_CELLS = 2_000

/** Compares two trees place by place. Equal subtrees are not entered. */
export function cellDifference(before: Cell | undefined, after: Cell | undefined): CellDifference {
  const cells: DifferentCell[] = []
  let equal = 0
  let isWhole = true
  const open: DifferentCell[] = [{ path: 'root', before, after }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, before: old, after: made } = next
    if (!old && !made) continue
    if (old && made && bytesToHex(old.hash()) === bytesToHex(made.hash())) {
      equal++
      continue
    }
    if (cells.length >= MAX_CELLS) {
      isWhole = false
      break
    }
    // A cell whose own bits are equal differs in what it refers to only.
    const isOwn = !old || !made || old.bits !== made.bits || bytesToHex(old.data) !== bytesToHex(made.data)
    if (isOwn) cells.push(next)
    const count = Math.max(old?.refs.length ?? 0, made?.refs.length ?? 0)
    for (let ref = count - 1; ref >= 0; ref--) {
      const below = path === 'root' ? String(ref) : `${path}.${ref}`
      open.push({ path: below, before: old?.refs[ref], after: made?.refs[ref] })
    }
  }
  const count = (test: (cell: DifferentCell) => boolean) => cells.filter(test).length
  return {
    cells,
    added: count((cell) => !cell.before),
    removed: count((cell) => !cell.after),
    changed: count((cell) => cell.before !== undefined && cell.after !== undefined),
    equal,
    isWhole,
  }
}
