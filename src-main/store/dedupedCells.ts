import { type Cell, CellType } from '@ton/core'
import { readBocHeader } from '#shared/ton/cells/bocHeader.ts'
import { buildCell } from '../chain/cells/buildCell.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { asCell, rawOf } from '../chain/cells/rawCell.ts'
import { merkleDepthBelow, withRefs } from '../chain/merkle/merkleCells.ts'

/**
 * Cells are stored without parts that occur again and again, contract code above all; `codes` has these parts once,
 * and they are stored without their own repeated parts. A pruned branch of level 1 stands for each. (The pruned
 * branches of a proof that is itself a message's body or an account's data lie below a Merkle cell and are not
 * touched.)
 */

/** Returns the bag of cells that `codes` has for a hash; undefined if it has none. */
export type CodeOf = (hash: Buffer) => Buffer | undefined

/** Returns the cell with its pruned parts restored, recursively, as far as `codeOf` has them. */
export function restoreCells(root: Cell, codeOf: CodeOf): Cell {
  return rewrite(root, (cell, merkleDepth) => {
    if (!isDeduped(cell, merkleDepth)) return undefined
    const boc = codeOf(cell.hash(0))
    return boc && restoreCells(parseBocRoot(boc), codeOf)
  })
}

/** Returns whether a stored bag of cells (in PROOF_BOC's form) has pruned parts. */
export function hasDedupedCells(boc: Buffer): boolean {
  return (boc[readBocHeader(boc).dataAt] as number) >> 5 !== 0
}

/**
 * Returns the tree of `root` with some cells replaced. `replace` returns undefined to keep a cell; cells below a
 * replacement are not visited.
 */
export function rewrite(root: Cell, replace: (cell: Cell, merkleDepth: number) => Cell | undefined): Cell {
  const done: Map<Cell, Cell>[] = [new Map(), new Map(), new Map(), new Map()]
  const walk = (cell: Cell, merkleDepth: number): Cell => {
    const ready = done[Math.min(merkleDepth, 3)] as Map<Cell, Cell>
    let result = ready.get(cell)
    if (result === undefined) {
      const below = merkleDepthBelow(cell, merkleDepth)
      result =
        replace(cell, merkleDepth) ??
        withRefs(
          cell,
          cell.refs.map((ref) => walk(ref, below)),
        )
      ready.set(cell, result)
    }
    return result
  }
  return walk(root, 0)
}

/** Returns the hashes (32 latin1 characters) of the pruned parts of a stored bag of cells. */
export function dedupedHashes(boc: Buffer): ReadonlySet<string> {
  const hashes = new Set<string>()
  if (!hasDedupedCells(boc)) return hashes
  rewrite(parseBocRoot(boc, { trusted: true }), (cell, merkleDepth) => {
    if (isDeduped(cell, merkleDepth)) hashes.add(wholeHash(cell))
    return undefined
  })
  return hashes
}

/** Returns whether a cell is a pruned branch of the store: level 1, and not below a Merkle cell. */
export function isDeduped(cell: Cell, merkleDepth: number): boolean {
  return cell.type === CellType.PrunedBranch && merkleDepth === 0 && cell.level() === 1
}

/**
 * Builds the pruned branch that stands for a cell: `!pruned_branch#01 level_mask:uint8 hash:bits256 depth:uint16`.
 * Hash and depth are those of the whole cell, even if parts of it are pruned.
 */
export function branchOf(cell: Cell): Cell {
  const data = Buffer.alloc(36)
  data[0] = CellType.PrunedBranch
  data[1] = 1
  cell.hash(0).copy(data, 2)
  data.writeUInt16BE(cell.depth(0), 34)
  return asCell(buildCell(data, 0, data.length * 8, [], true))
}

/** Returns the hash of the cell with all parts restored (level 0), as 32 latin1 characters. */
export function wholeHash(cell: Cell): string {
  return rawOf(cell)?.hashText(0) ?? cell.hash(0).toString('latin1')
}
