import { beginCell, Cell, CellType, Dictionary } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { FILE_BOC, serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { merkleUpdateCell, prunedBranch } from '../../../../src-main/chain/merkle/merkleCells.ts'
import { MerkleError } from '../../../../src-main/chain/merkle/merkleError.ts'
import {
  applyMerkleUpdate,
  buildMerkleUpdate,
  merkleUpdateHashes,
} from '../../../../src-main/chain/merkle/merkleUpdate.ts'
import { anyTree, ordinaryTree, prunedOf } from '../cells/cellArbitrary.ts'

const leaf = (value: number) => beginCell().storeUint(value, 8).endCell()
const pair = (left: Cell, right: Cell) => beginCell().storeRef(left).storeRef(right).endCell()
const kept = pair(leaf(1), leaf(2))
const before = pair(kept, leaf(3))
const after = pair(kept, leaf(4))

const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof MerkleError) return error.code
    throw error
  }
  return undefined
}

describe('buildMerkleUpdate', () => {
  it('prunes subtrees that both states have', () => {
    const update = buildMerkleUpdate(before, after)
    expect(update.type).toBe(CellType.MerkleUpdate)
    const [from, to] = update.refs
    expect(from?.refs.map((ref) => ref.type)).toEqual([CellType.PrunedBranch, CellType.Ordinary])
    expect(to?.refs.map((ref) => ref.type)).toEqual([CellType.PrunedBranch, CellType.Ordinary])
    expect(to?.refs[0]?.hash(0)).toEqual(kept.hash())
    expect(merkleUpdateHashes(update)).toEqual({ oldHash: before.hash(), newHash: after.hash() })
  })

  it('builds a cell that @ton/core accepts', () => {
    const update = buildMerkleUpdate(before, after)
    expect(Cell.fromBoc(serializeBoc(update))[0]?.equals(update)).toBe(true)
  })

  it('prunes both sides entirely if the states are equal', () => {
    const [from, to] = buildMerkleUpdate(before, before).refs
    expect([from?.type, to?.type]).toEqual([CellType.PrunedBranch, CellType.PrunedBranch])
  })

  it('keeps requested cells of the old state that lead to no kept subtree', () => {
    const replaced = pair(leaf(5), leaf(6))
    const [from, to] = [pair(kept, replaced), pair(kept, leaf(7))]
    const typeOf = (update: Cell) => update.refs[0]?.refs[1]?.type
    expect(typeOf(buildMerkleUpdate(from, to))).toBe(CellType.PrunedBranch)
    const update = buildMerkleUpdate(from, to, { shown: [replaced] })
    expect(typeOf(update)).toBe(CellType.Ordinary)
    expect(applyMerkleUpdate(from, update).hash()).toEqual(to.hash())
  })

  it('finds subtrees that moved to another position', () => {
    const update = buildMerkleUpdate(pair(kept, pair(leaf(5), leaf(6))), pair(pair(leaf(7), kept), leaf(8)))
    // kept is one deeper now, and still pruned.
    expect(update.refs[1]?.refs[0]?.refs[1]?.type).toBe(CellType.PrunedBranch)
  })

  it('visits only the changed parts of the states', () => {
    const state = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Uint(64))
    for (let key = 0; key < 5000; key++) state.set(key * 7919, key)
    const cellOf = () => beginCell().storeDict(state).endCell()
    const old = cellOf()
    state.set(7919, 1_000_000)
    const update = buildMerkleUpdate(old, cellOf())
    expect(serializeBoc(update).length).toBeLessThan(4000)
    expect(applyMerkleUpdate(old, update).equals(cellOf())).toBe(true)
  })

  it('rejects states with levels', () => {
    expect(codeOf(() => buildMerkleUpdate(pair(prunedOf(1, 1), kept), kept))).toBe('bad-level')
    expect(codeOf(() => buildMerkleUpdate(kept, pair(prunedOf(1, 1), kept)))).toBe('bad-level')
  })
})

describe('applyMerkleUpdate', () => {
  it('computes the new state and shares unchanged cells with the old one', () => {
    const next = applyMerkleUpdate(before, buildMerkleUpdate(before, after))
    expect(next.equals(after)).toBe(true)
    expect(next.toString()).toBe(after.toString())
    expect(next.refs[0]).toBe(before.refs[0])
  })

  it('computes the new state for any two states after a round trip through a bag of cells', () => {
    const state = fc.oneof(
      ordinaryTree,
      anyTree.filter((tree) => tree.level() === 0),
    )
    fc.assert(
      fc.property(state, state, state, fc.constantFrom('keep', 'prune'), (x, y, z, unreadLeaves) => {
        const [from, to] = [pair(pair(x, y), z), pair(z, pair(y, x))]
        if (from.depth() > 1000) return
        let update: Cell
        try {
          update = buildMerkleUpdate(from, to, { unreadLeaves })
        } catch (error) {
          // More than three Merkle cells above one another.
          if (error instanceof MerkleError && error.code === 'bad-level') return
          throw error
        }
        const file = serializeBoc(update, FILE_BOC)
        for (const trusted of [false, true]) {
          expect(applyMerkleUpdate(from, parseBocRoot(file, { trusted })).equals(to)).toBe(true)
        }
        expect(applyMerkleUpdate(to, buildMerkleUpdate(to, from)).equals(from)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('applies a long sequence of changes of a dictionary', () => {
    const key = fc.nat(300)
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(key, fc.nat(1 << 20)), { minLength: 1, maxLength: 5 }), { maxLength: 20 }),
        (rounds) => {
          const content = Dictionary.empty(Dictionary.Keys.Uint(16), Dictionary.Values.Uint(32))
          let state = beginCell().storeDict(content).endCell()
          for (const changes of rounds) {
            for (const [at, value] of changes) {
              if (value % 3 === 0) content.delete(at)
              else content.set(at, value)
            }
            const to = beginCell().storeDict(content).endCell()
            const update = parseBocRoot(serializeBoc(buildMerkleUpdate(state, to)))
            state = applyMerkleUpdate(state, update)
            expect(state.equals(to)).toBe(true)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  it("keeps no part of the update's file in memory", () => {
    const file = serializeBoc(buildMerkleUpdate(before, after))
    const next = applyMerkleUpdate(before, parseBocRoot(file))
    const text = next.toString()
    file.fill(0)
    expect(next.toString()).toBe(text)
  })

  it('rejects another state, and cells that are not updates', () => {
    const update = buildMerkleUpdate(before, after)
    expect(codeOf(() => applyMerkleUpdate(after, update))).toBe('wrong-state')
    expect(codeOf(() => applyMerkleUpdate(before, before))).toBe('not-an-update')
    expect(codeOf(() => applyMerkleUpdate(pair(prunedOf(1, 1), kept), update))).toBe('bad-level')
    expect(codeOf(() => applyMerkleUpdate(before, merkleUpdateCell(prunedOf(2, 1), after)))).toBe('bad-level')
  })

  it('rejects an update that refers to cells which the old state lacks', () => {
    const foreign = pair(leaf(8), leaf(9))
    const update = merkleUpdateCell(before, pair(prunedBranch(foreign, 1), leaf(4)))
    expect(codeOf(() => applyMerkleUpdate(before, update))).toBe('unknown-branch')
  })

  it('rejects a pruned branch with a wrong depth', () => {
    const lying = Buffer.concat([Buffer.of(1, 1), kept.hash(), Buffer.of(0, 5)])
    const branch = parseBocRoot(serializeBoc(prunedBranch(kept, 1)))
    const source = serializeBoc(branch)
    source.set(lying, source.length - lying.length)
    const update = merkleUpdateCell(before, pair(parseBocRoot(source), leaf(4)))
    expect(codeOf(() => applyMerkleUpdate(before, update))).toBe('unknown-branch')
  })

  it('rejects a wrong new hash, even in trusted bytes', () => {
    const file = serializeBoc(buildMerkleUpdate(before, after))
    const stated = file.indexOf(after.hash())
    file[stated]! ^= 1
    const update = parseBocRoot(file, { trusted: true })
    expect(codeOf(() => applyMerkleUpdate(before, update))).toBe('hash-mismatch')
  })

  it('rejects trusted bytes whose old side has another shape', () => {
    const shaped = merkleUpdateCell(leaf(1), after)
    const file = serializeBoc(shaped)
    file.set(before.hash(), file.indexOf(leaf(1).hash()))
    const update = parseBocRoot(file, { trusted: true })
    expect(codeOf(() => applyMerkleUpdate(before, update))).toBe('unknown-branch')
  })
})
