import { beginCell, Cell, CellType } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashKey } from '../../../../src-main/chain/cells/cellData.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { merkleProofCell } from '../../../../src-main/chain/merkle/merkleCells.ts'
import { MerkleError } from '../../../../src-main/chain/merkle/merkleError.ts'
import { buildMerkleProof, openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { proofRootHash } from '../../../chain/openedProofs.ts'
import { anyTree, cellOfBits, ordinaryTree, prunedOf } from '../cells/cellArbitrary.ts'

const leaf = (value: number) => beginCell().storeUint(value, 8).endCell()
const pair = (left: Cell, right: Cell) => beginCell().storeRef(left).storeRef(right).endCell()
const [a, b, c, d] = [leaf(0xa), leaf(0xb), leaf(0xc), leaf(0xd)]
const left = pair(a, b)
const right = pair(c, d)
const root = pair(left, right)

const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof MerkleError) return error.code
    throw error
  }
  return undefined
}

describe('buildMerkleProof', () => {
  it('keeps the given cells and prunes the others', () => {
    const shown = new Set([root, left].map(hashKey))
    const proof = buildMerkleProof(root, shown)
    expect(proof.type).toBe(CellType.MerkleProof)
    const [shownLeft, prunedRight] = openMerkleProof(proof).refs
    expect(shownLeft?.equals(left)).toBe(true)
    expect(prunedRight?.type).toBe(CellType.PrunedBranch)
    expect(prunedRight?.hash(0)).toEqual(right.hash())
    expect(prunedRight?.depth(0)).toBe(1)
  })

  it('builds a cell that @ton/core accepts', () => {
    const proof = buildMerkleProof(root, (cell) => cell !== right)
    const theirs = Cell.fromBoc(serializeBoc(proof))[0]!
    expect(theirs.equals(proof)).toBe(true)
    expect(theirs.refs[0]?.hash(0)).toEqual(root.hash())
  })

  it('keeps or prunes unread leaves as requested', () => {
    const pathOnly = new Set([root, left].map(hashKey))
    const kept = openMerkleProof(buildMerkleProof(root, pathOnly)).refs[0]
    const pruned = openMerkleProof(buildMerkleProof(root, pathOnly, { unreadLeaves: 'prune' })).refs[0]
    expect(kept?.refs.map((ref) => ref.type)).toEqual([CellType.Ordinary, CellType.Ordinary])
    expect(pruned?.refs.map((ref) => ref.type)).toEqual([CellType.PrunedBranch, CellType.PrunedBranch])
    expect(pruned?.hash(0)).toEqual(left.hash())
  })

  it('prunes even the root if no cell is kept', () => {
    const proof = buildMerkleProof(root, new Set<string>())
    expect(openMerkleProof(proof).type).toBe(CellType.PrunedBranch)
    expect(proofRootHash(proof)).toEqual(root.hash())
  })

  it('prunes below a Merkle cell of the tree at the level above', () => {
    const inner = merkleProofCell(pair(left, prunedOf(1, 3)))
    const tree = pair(inner, right)
    const proof = buildMerkleProof(tree, (cell) => cell !== left && cell !== right)
    const shownInner = openMerkleProof(proof).refs[0]!
    expect(shownInner.type).toBe(CellType.MerkleProof)
    const [prunedLeft, keptPruned] = shownInner.refs[0]!.refs
    // Below one Merkle cell `left` is pruned at level 2; cells pruned earlier stay unchanged.
    expect(prunedLeft?.mask.value).toBe(0b10)
    expect(prunedLeft?.hash(1)).toEqual(left.hash())
    expect(keptPruned?.mask.value).toBe(0b01)
    expect(openMerkleProof(proof).hash(0)).toEqual(tree.hash())
  })

  it('builds a valid proof of any tree and any set of kept cells', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          ordinaryTree,
          anyTree.filter((tree) => tree.level() === 0),
        ),
        fc.func(fc.boolean()),
        fc.constantFrom('keep', 'prune'),
        (tree, choose, unreadLeaves) => {
          const proof = tryBuild(() =>
            buildMerkleProof(tree, (cell) => choose(hashKey(cell)), { unreadLeaves }),
          )
          if (!proof) return
          expect(proofRootHash(proof).equals(tree.hash())).toBe(true)
          expect(proof.refs[0]?.depth(0)).toBe(tree.depth())
          // The reader checks the proof cell against its content.
          const read = parseBocRoot(serializeBoc(proof))
          expect(read.equals(proof)).toBe(true)
          expectPart(openMerkleProof(read), tree)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('rejects a root with levels', () => {
    expect(codeOf(() => buildMerkleProof(pair(prunedOf(1, 1), a), () => true))).toBe('bad-level')
  })
})

describe('openMerkleProof', () => {
  it('returns a root whose hash(0) is that of the proven cell', () => {
    const proof = buildMerkleProof(root, (cell) => cell === root || cell === left)
    expect(openMerkleProof(proof).hash(0)).toEqual(root.hash())
    expect(openMerkleProof(proof).hash()).not.toEqual(root.hash())
    expect(proofRootHash(proof)).toEqual(root.hash())
  })

  it('rejects other cells, wrong levels, and proofs with a wrong hash', () => {
    const proof = buildMerkleProof(root, (cell) => cell === root)
    expect(codeOf(() => openMerkleProof(root))).toBe('not-a-proof')
    expect(codeOf(() => openMerkleProof(Cell.EMPTY))).toBe('not-a-proof')
    expect(codeOf(() => openMerkleProof(merkleProofCell(cellOfBits([], [prunedOf(2, 1)]))))).toBe('bad-level')
    const boc = serializeBoc(proof)
    const stated = boc.indexOf(root.hash())
    for (const at of [stated, stated + 33]) {
      const forged = Buffer.from(boc)
      forged[at]! ^= 1
      expect(codeOf(() => openMerkleProof(parseBocRoot(forged, { trusted: true })))).toBe('hash-mismatch')
    }
  })
})

/** More than three nested Merkle cells cannot be proven; anything else must. */
function tryBuild(build: () => Cell): Cell | undefined {
  try {
    return build()
  } catch (error) {
    if (error instanceof MerkleError && error.code === 'bad-level') return undefined
    throw error
  }
}

/** Checks that every cell of the proof equals the tree's cell at its position, or replaces it. */
function expectPart(shown: Cell, cell: Cell): void {
  if (shown.type === CellType.PrunedBranch && cell.type !== CellType.PrunedBranch) {
    expect(shown.hash(shown.level() - 1).equals(cell.hash(shown.level() - 1))).toBe(true)
    return
  }
  if (shown.type === CellType.PrunedBranch) return
  expect(shown.bits.equals(cell.bits)).toBe(true)
  for (const [i, ref] of shown.refs.entries()) expectPart(ref, cell.refs[i]!)
}
