import { type Cell, CellType } from '@ton/core'
import { readBocHeader } from '../chain/cells/bocHeader.ts'
import { buildCell } from '../chain/cells/buildCell.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { asCell, rawOf } from '../chain/cells/rawCell.ts'
import { merkleDepthBelow, withRefs } from '../chain/merkle/merkleCells.ts'

/**
 * Cells are kept with parts left out, which `codes` has once for all: contract code, and whatever else occurs again and
 * again; of those parts too. A pruned branch of level 1 stands for what is left out. (The pruned branches of a proof
 * that is itself a message's body or an account's data lie below its Merkle cell and are left alone.)
 */

/** The bag of cells that `codes` has for a hash. */
export type CodeOf = (hash: Buffer) => Buffer | undefined

/** The cell with its parts, and theirs, put back; as far as `codeOf` has them. */
export function putBack(root: Cell, codeOf: CodeOf): Cell {
  return rewrite(root, (cell, merkleDepth) => {
    if (!isLeftOut(cell, merkleDepth)) return undefined
    const boc = codeOf(cell.hash(0))
    return boc && putBack(parseBocRoot(boc), codeOf)
  })
}

/** Whether parts of a stored bag (of PROOF_BOC's form) are left out. */
export function lacksParts(boc: Buffer): boolean {
  return (boc[readBocHeader(boc).dataAt] as number) >> 5 !== 0
}

/** The cells from `root` on with some replaced; below those that `replace` gives nobody looks. */
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

/** The hashes (32 latin1 characters) of what is left out of a stored bag. */
export function leftOutOf(boc: Buffer): ReadonlySet<string> {
  const hashes = new Set<string>()
  if (!lacksParts(boc)) return hashes
  rewrite(parseBocRoot(boc, { trusted: true }), (cell, merkleDepth) => {
    if (isLeftOut(cell, merkleDepth)) hashes.add(wholeHash(cell))
    return undefined
  })
  return hashes
}

export function isLeftOut(cell: Cell, merkleDepth: number): boolean {
  return cell.type === CellType.PrunedBranch && merkleDepth === 0 && cell.level() === 1
}

/** `!pruned_branch#01 level_mask:uint8 hash:bits256 depth:uint16`: for what the cell is, whatever is left out of it. */
export function branchFor(cell: Cell): Cell {
  const data = Buffer.alloc(36)
  data[0] = CellType.PrunedBranch
  data[1] = 1
  cell.hash(0).copy(data, 2)
  data.writeUInt16BE(cell.depth(0), 34)
  return asCell(buildCell(data, 0, data.length * 8, [], true))
}

/** The hash that the cell has when nothing is left out of it, 32 latin1 characters. */
export function wholeHash(cell: Cell): string {
  return rawOf(cell)?.hashText(0) ?? cell.hash(0).toString('latin1')
}
