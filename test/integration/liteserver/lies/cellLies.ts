import { beginCell, type Cell, CellType } from '@ton/core'
import { merkleProofCell, merkleUpdateCell, withRefs } from '../../../../src-main/chain/merkle/merkleCells.ts'
import type { SeededRandom } from '../../../fixtures/seededRandom.ts'

/** Changes one cell of a tree, and updates the hashes in its Merkle cells, so that the tree is consistent. */
export type CellLie = (root: Cell, random: SeededRandom) => Cell | undefined

/** One bit of some cell, or of the hash that a pruned branch stands for. */
export const flipCellBit: CellLie = (root, random) => {
  const cells = below(root).filter((cell) => cell.bits.length > 0 && !isMerkle(cell))
  if (cells.length === 0) return undefined
  const target = random.pick(cells)
  // The first byte of an exotic cell is its type: with another one the cell would be invalid.
  const first = target.isExotic ? 16 : 0
  const at = first + random.below(Math.max(1, target.bits.length - first))
  return rebuild(root, target, () => {
    const builder = beginCell()
    for (let i = 0; i < target.bits.length; i++) builder.storeBit(target.bits.at(i) !== (i === at))
    for (const ref of target.refs) builder.storeRef(ref)
    return builder.endCell({ exotic: target.isExotic })
  })
}

/** Withholds a subtree: its hash stays right, its content is gone. */
export const pruneSubtree: CellLie = (root, random) => {
  const cells = cellsBelow(root).filter((cell) => cell !== root)
  return cells.length === 0 ? undefined : pruneCell(root, random.pick(cells))
}

/** The tree with one cell pruned; undefined where a pruned branch does not fit. */
export function pruneCell(root: Cell, target: Cell): Cell | undefined {
  // Of the level of the Merkle cell above it, so that the tree is still a proof; the first where there is none.
  return rebuild(root, target, (cell, level) => prunedAt(cell, Math.max(1, level)))
}

/** The pruned branch of a cell below which others can be pruned at the same level already. */
function prunedAt(cell: Cell, level: number): Cell {
  const below = cell.mask.value & ((1 << (level - 1)) - 1)
  const levels = [0, 1, 2].filter((index) => index === 0 || (below >> (index - 1)) & 1)
  const builder = beginCell()
    .storeUint(CellType.PrunedBranch, 8)
    .storeUint(below | (1 << (level - 1)), 8)
  for (const index of levels) builder.storeBuffer(cell.hash(index))
  for (const index of levels) builder.storeUint(cell.depth(index), 16)
  return builder.endCell({ exotic: true })
}

/** Every different ordinary cell under a root, itself included. */
export function cellsBelow(root: Cell): readonly Cell[] {
  return below(root).filter((cell) => !cell.isExotic)
}

/** Two children of a cell change places. */
export const swapChildren: CellLie = (root, random) => {
  const cells = below(root).filter(
    ({ refs, isExotic }) => !isExotic && new Set(refs.map((ref) => ref.hash().toString('hex'))).size > 1,
  )
  if (cells.length === 0) return undefined
  const target = random.pick(cells)
  return rebuild(root, target, () => withRefs(target, [...target.refs.slice(1), target.refs[0] as Cell]))
}

function isMerkle(cell: Cell): boolean {
  return cell.type === CellType.MerkleProof || cell.type === CellType.MerkleUpdate
}

/** Every different cell under a root, the root first. */
function below(root: Cell): Cell[] {
  const seen = new Set<Cell>()
  const waiting = [root]
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    if (seen.has(cell)) continue
    seen.add(cell)
    waiting.push(...cell.refs)
  }
  return [...seen]
}

function rebuild(root: Cell, target: Cell, replace: (cell: Cell, level: number) => Cell): Cell | undefined {
  const walk = (cell: Cell, level: number): Cell => {
    if (cell === target) return replace(cell, level)
    const inner = isMerkle(cell) ? level + 1 : level
    const refs = cell.refs.map((ref) => walk(ref, inner))
    if (refs.every((ref, index) => ref === cell.refs[index])) return cell
    if (cell.type === CellType.MerkleProof) return merkleProofCell(refs[0] as Cell)
    if (cell.type === CellType.MerkleUpdate) return merkleUpdateCell(refs[0] as Cell, refs[1] as Cell)
    return withRefs(cell, refs)
  }
  try {
    return walk(root, 0)
  } catch {
    // Some changes can't be made into cells at all (too many levels, a pruned branch where none fits).
    return undefined
  }
}
