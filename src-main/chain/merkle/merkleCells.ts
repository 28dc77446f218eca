import { type Cell, CellType } from '@ton/core'
import { countLevels, levelOf, MAX_DEPTH } from '#shared/ton/cells/cellLevels.ts'
import { buildCell } from '../cells/buildCell.ts'
import { cellData, hashKey } from '../cells/cellData.ts'
import { asCell } from '../cells/rawCell.ts'
import { MerkleError } from './merkleError.ts'

const HASH_BYTES = 32
const DEPTH_BYTES = 2

/** Returns the number of Merkle cells above the children of `cell`, given the number above itself. */
export function merkleDepthBelow(cell: Cell, above: number): number {
  return cell.type === CellType.MerkleProof || cell.type === CellType.MerkleUpdate ? above + 1 : above
}

/** Returns a cell with the same data and other children. */
export function withRefs(cell: Cell, refs: Cell[]): Cell {
  if (refs.every((ref, i) => ref === cell.refs[i])) return cell
  const { bytes, start } = cellData(cell)
  return asCell(buildCell(bytes, start, cell.bits.length, refs, cell.isExotic))
}

/**
 * Returns a cell equal to `cell`, over equal children, that keeps no larger buffer than its data in memory.
 */
export function withOwnData(cell: Cell, refs: Cell[]): Cell {
  const { bytes, start, end } = cellData(cell)
  const data = Buffer.allocUnsafeSlow(end - start)
  bytes.copy(data, 0, start, end)
  const own = buildCell(data, 0, cell.bits.length, refs, cell.isExotic)
  own.presetHash(hashKey(cell))
  return asCell(own)
}

/**
 * Returns the cell that replaces `cell` in a proof that prunes it: `!pruned_branch#01 level_mask:uint8
 * hashes:(n * bits256) depths:(n * uint16)`, a hash and a depth for each significant level of the cell, with
 * `level` added to its level mask.
 * @throws MerkleError if the cell already has that level
 */
export function prunedBranch(cell: Cell, level: number): Cell {
  const levels = cell.mask.value
  if (level <= levelOf(levels) || level > 3) {
    throw new MerkleError('bad-level', `a cell of level mask ${levels} can't be pruned at level ${level}`)
  }
  return branchOf(cell, levels, level)
}

/** Returns the same for a cell of a proof's tree, below which cells can already be pruned at that level. */
export function prunedBranchOfProof(cell: Cell, level: number): Cell {
  return branchOf(cell, cell.mask.value & ((1 << (level - 1)) - 1), level)
}

function branchOf(cell: Cell, levels: number, level: number): Cell {
  const count = countLevels(levels) + 1
  const bytes = 2 + count * (HASH_BYTES + DEPTH_BYTES)
  // The descriptors precede the data, so that the cell can be hashed in place.
  const source = Buffer.alloc(2 + bytes)
  const mask = levels | (1 << (level - 1))
  source[0] = 8 | (mask << 5)
  source[1] = bytes * 2
  source[2] = CellType.PrunedBranch
  source[3] = mask
  let hashAt = 4
  let depthAt = 4 + count * HASH_BYTES
  for (let i = 0; i <= levelOf(levels); i++) {
    if (i > 0 && ((levels >> (i - 1)) & 1) === 0) continue
    hashAt += cell.hash(i).copy(source, hashAt)
    depthAt = source.writeUInt16BE(cell.depth(i), depthAt)
  }
  return asCell(buildCell(source, 2, bytes * 8, [], true))
}

/**
 * Returns the cell that makes `root` a proof: `!merkle_proof#03 virtual_hash:bits256 depth:uint16
 * virtual_root:^X`.
 */
export function merkleProofCell(root: Cell): Cell {
  const source = Buffer.alloc(1 + HASH_BYTES + DEPTH_BYTES)
  source[0] = CellType.MerkleProof
  root.hash(0).copy(source, 1)
  source.writeUInt16BE(root.depth(0), 1 + HASH_BYTES)
  return asCell(buildCell(source, 0, source.length * 8, [root], true))
}

/**
 * Returns the cell of an update: `!merkle_update#04 old_hash:bits256 new_hash:bits256 old_depth:uint16
 * new_depth:uint16 old:^X new:^X`.
 */
export function merkleUpdateCell(from: Cell, to: Cell): Cell {
  const source = Buffer.alloc(1 + 2 * (HASH_BYTES + DEPTH_BYTES))
  source[0] = CellType.MerkleUpdate
  from.hash(0).copy(source, 1)
  to.hash(0).copy(source, 1 + HASH_BYTES)
  source.writeUInt16BE(from.depth(0), 1 + 2 * HASH_BYTES)
  source.writeUInt16BE(to.depth(0), 1 + 2 * HASH_BYTES + DEPTH_BYTES)
  return asCell(buildCell(source, 0, source.length * 8, [from, to], true))
}

/**
 * Checks that a cell has no levels, as Merkle cells are built over, and applied to, such cells only.
 * @throws MerkleError bad-level, too-deep
 */
export function expectNoLevels(cell: Cell, what: string): void {
  if (cell.level() !== 0) throw new MerkleError('bad-level', `${what} has level ${cell.level()}`)
  if (cell.depth() > MAX_DEPTH) throw new MerkleError('too-deep', `${what} has depth ${cell.depth()}`)
}
