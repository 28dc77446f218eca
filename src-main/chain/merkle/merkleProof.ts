import { type Cell, CellType } from '@ton/core'
import { cellData, hashKey } from '../cells/cellData.ts'
import { CellUsage } from './cellUsage.ts'
import {
  expectNoLevels,
  merkleDepthBelow,
  merkleProofCell,
  prunedBranch,
  prunedBranchOfProof,
  withRefs,
} from './merkleCells.ts'
import { MerkleError } from './merkleError.ts'

/**
 * The cells that a proof keeps: those that a `CellUsage` recorded, those whose `hashKey` is in a set, or
 * those that a function selects.
 */
export type Shown = CellUsage | ReadonlySet<string> | ((cell: Cell) => boolean)

/** Options of building a proof. */
export type ProofOptions = {
  /**
   * The treatment of unread cells without references. The reference node keeps those that are in memory anyway
   * ('keep', in all proofs over blocks) and prunes those that it would have to load from its database ('prune',
   * in most proofs over states).
   */
  readonly unreadLeaves?: 'keep' | 'prune'
}

/**
 * Builds the Merkle proof cell over `root` that keeps the given cells and prunes every other subtree, like
 * the reference node's MerkleProofBuilder: cells are identified by hash (a kept cell is kept wherever it
 * occurs), and a cell is kept only if its parents are.
 * @throws {MerkleError} bad-level if `root` has levels, too-deep
 * @throws {BocError} too-deep if the proof cell on top would be deeper than cells can be
 */
export function buildMerkleProof(root: Cell, shown: Shown, options: ProofOptions = {}): Cell {
  const original = shown instanceof CellUsage ? shown.original(root) : root
  expectNoLevels(original, 'the root of a proof')
  return merkleProofCell(pruneUnshown(original, shown, options))
}

/**
 * Returns the cells of a proof without the Merkle proof cell on top. A pruned branch below m Merkle cells of
 * the tree itself gets level m + 1.
 */
export function pruneUnshown(root: Cell, shown: Shown, options: ProofOptions = {}): Cell {
  const isShown = predicateOf(shown)
  const keepLeaves = options.unreadLeaves !== 'prune'
  const done: Map<string, Cell>[] = [new Map(), new Map(), new Map(), new Map()]

  const walk = (cell: Cell, merkleDepth: number): Cell => {
    const ready = done[merkleDepth]
    if (!ready) throw new MerkleError('bad-level', 'more than three Merkle cells above one another')
    const key = hashKey(cell)
    let result = ready.get(key)
    if (result === undefined) {
      if (isShown(cell)) {
        const below = merkleDepthBelow(cell, merkleDepth)
        result = withRefs(
          cell,
          cell.refs.map((ref) => walk(ref, below)),
        )
      } else {
        result = keepLeaves && cell.refs.length === 0 ? cell : prunedBranch(cell, merkleDepth + 1)
      }
      ready.set(key, result)
    }
    return result
  }
  return walk(root, 0)
}

/**
 * Builds the Merkle proof cell that keeps only the given cells of another proof: the result of
 * buildMerkleProof over the whole tree, if the other proof contains all of them.
 * @param root the other proof's virtual root (openMerkleProof)
 */
export function trimMerkleProof(root: Cell, shown: ReadonlySet<string>, options: ProofOptions = {}): Cell {
  const keepLeaves = options.unreadLeaves !== 'prune'
  const walk = (cell: Cell, merkleDepth: number): Cell => {
    if (isPrunedAt(cell, merkleDepth)) return cell
    if (!shown.has(hashKey(cell))) {
      return keepLeaves && cell.refs.length === 0 ? cell : prunedBranchOfProof(cell, merkleDepth + 1)
    }
    const below = merkleDepthBelow(cell, merkleDepth)
    return withRefs(
      cell,
      cell.refs.map((ref) => walk(ref, below)),
    )
  }
  return merkleProofCell(walk(root, 0))
}

/** Returns whether a proof prunes a cell that is below `merkleDepth` Merkle cells of its tree. */
function isPrunedAt(cell: Cell, merkleDepth: number): boolean {
  return cell.type === CellType.PrunedBranch && ((cell.mask.value >> merkleDepth) & 1) === 1
}

function predicateOf(shown: Shown): (cell: Cell) => boolean {
  if (typeof shown === 'function') return shown
  const keys = shown instanceof CellUsage ? shown.keys() : shown
  return (cell) => keys.has(hashKey(cell))
}

/**
 * Checks a Merkle proof cell and returns the root below it, the virtual root. Cells under it are cells of the
 * proven tree or pruned branches, which cannot be parsed. Because of the latter a cell's `hash()` is not its
 * hash in the proven tree: **that is `hash(0)`**, and its depth `depth(0)`.
 * @throws {MerkleError} not-a-proof, bad-level, hash-mismatch
 */
export function openMerkleProof(proof: Cell): Cell {
  const root = proof.refs[0]
  if (proof.type !== CellType.MerkleProof || root === undefined) {
    throw new MerkleError('not-a-proof', `a Merkle proof was expected, not a cell of type ${proof.type}`)
  }
  expectNoLevels(proof, 'the Merkle proof')
  const { bytes, start } = cellData(proof)
  if (bytes.compare(root.hash(0), 0, 32, start + 1, start + 33) !== 0) {
    throw new MerkleError('hash-mismatch', 'the proof states another hash than its root has')
  }
  if (bytes.readUInt16BE(start + 33) !== root.depth(0)) {
    throw new MerkleError('hash-mismatch', 'the proof states another depth than its root has')
  }
  return root
}
