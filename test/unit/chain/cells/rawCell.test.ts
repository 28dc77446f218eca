import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { beginCell, Cell, CellType } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCell } from '../../../../src-main/chain/cells/buildCell.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { anyTree, cellOfBits, prunedOf } from './cellArbitrary.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const levels = [0, 1, 2, 3]

/** @ton/core reads a pruned branch wrongly unless its level mask is 1, 3 or 7. */
function coreUnderstands(cell: Cell): boolean {
  if (cell.type === CellType.PrunedBranch && ![1, 3, 7].includes(cell.mask.value)) return false
  return cell.refs.every(coreUnderstands)
}

describe('RawCell', () => {
  it('has the hashes, depths and levels that @ton/core computes', () => {
    fc.assert(
      fc.property(anyTree.filter(coreUnderstands), (tree) => {
        const theirs = Cell.fromBoc(serializeBoc(tree))[0]!
        for (const level of levels) {
          expect(tree.hash(level).equals(theirs.hash(level))).toBe(true)
          expect(tree.depth(level)).toBe(theirs.depth(level))
        }
        expect(tree.mask.value).toBe(theirs.mask.value)
        expect(tree.level()).toBe(theirs.level())
        expect(tree.type).toBe(theirs.type)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    [1, [0, null, null, null]],
    [2, [0, 0, null, null]],
    [3, [0, 1, null, null]],
    [4, [0, 0, 0, null]],
    [5, [0, 1, 1, null]],
    [6, [0, 0, 1, null]],
    [7, [0, 1, 2, null]],
  ])('reads a pruned branch of level mask %i', (mask, stated) => {
    const cell = prunedOf(mask, 9)
    const data = Buffer.from(cell.bits.subbuffer(0, cell.bits.length)!)
    const count = (data.length - 2) / 34
    const own = sha256(Buffer.from([8 | (mask << 5), data.length * 2]), data)
    const expected = stated.map((index) =>
      index === null ? own : data.subarray(2 + index * 32, 34 + index * 32),
    )
    // Above the highest bit of the mask, the hash is the cell's own.
    const top = 32 - Math.clz32(mask)
    expect(levels.map((level) => cell.hash(level).toString('hex'))).toEqual(
      expected.map((hash, level) => (level >= top ? own : hash!).toString('hex')),
    )
    expect(levels.map((level) => cell.depth(level))).toEqual(
      stated.map((index, level) =>
        level >= top || index === null ? 0 : data.readUInt16BE(2 + count * 32 + index * 2),
      ),
    )
    expect(cell.level()).toBe(top)
  })

  it('hashes a cell over a pruned branch of level mask 2 at levels 0 and 2', () => {
    const pruned = prunedOf(2, 40)
    const cell = cellOfBits([true], [pruned])
    const depth = (level: number) => Buffer.from([pruned.depth(level) >> 8, pruned.depth(level) & 255])
    const low = sha256(Buffer.from([1, 1, 0xc0]), depth(0), pruned.hash(0))
    const high = sha256(Buffer.from([1 | (2 << 5), 1]), low, depth(2), pruned.hash(2))
    expect(levels.map((level) => cell.hash(level))).toEqual([low, low, high, high])
    expect(levels.map((level) => cell.depth(level))).toEqual([41, 41, 1, 1])
    expect(cell.mask.value).toBe(2)
  })

  it("supports the interface of @ton/core's Cell", () => {
    const theirs = beginCell().storeUint(0xabc, 12).storeRef(Cell.EMPTY).endCell()
    const cell = parseBocRoot(theirs.toBoc())
    expect(cell.hash(0)).toEqual(cell.hash(3))
    expect(cell.toString()).toBe('x{ABC}\n x{}')
    expect(inspect(cell)).toBe('x{ABC}\n x{}')
    expect(cell.asBuilder().endCell().equals(cell)).toBe(true)
    expect({ ...cell.refs }).toHaveProperty('0')
    expect(Reflect.get(cell, '_hashes')).toEqual(Reflect.get(theirs, '_hashes'))
    expect(Reflect.get(cell, '_depths')).toEqual(Reflect.get(theirs, '_depths'))
    expect(() => prunedOf(1, 1).beginParse()).toThrow('Exotic cells cannot be parsed')
    expect(prunedOf(1, 1).beginParse(true).loadUint(8)).toBe(CellType.PrunedBranch)
  })

  it('is hashed without recursion', () => {
    let cell = cellOfBits([])
    for (let i = 0; i < 1024; i++) cell = cellOfBits([], [cell, cell, cell, cell])
    expect(cell.hash()).toHaveLength(32)
    expect(cell.depth()).toBe(1024)
  })
})

describe('buildCell', () => {
  const bytes = (...values: number[]) => Buffer.from(values)
  const leaf = cellOfBits([true])
  const merkle = Buffer.concat([bytes(3), leaf.hash(), bytes(0, 0)])
  const update = Buffer.concat([bytes(4), leaf.hash(), leaf.hash(), bytes(0, 0, 0, 0)])
  const changed = (data: Buffer, at: number) => {
    const copy = Buffer.from(data)
    copy[at]! ^= 1
    return copy
  }

  it.each([
    ['no type', bytes(), [], 'bad-exotic'],
    ['an unknown type', bytes(9), [], 'bad-exotic'],
    ['the type of ordinary cells', bytes(255), [], 'bad-exotic'],
    ['a pruned branch without level mask', bytes(1), [], 'bad-exotic'],
    ['a pruned branch of level mask 0', Buffer.alloc(36).fill(1, 0, 1), [], 'bad-exotic'],
    ['a pruned branch of level mask 8', Buffer.alloc(36).fill(1, 0, 1).fill(8, 1, 2), [], 'bad-exotic'],
    ['a pruned branch one byte short', Buffer.alloc(35, 1), [], 'bad-exotic'],
    ['a pruned branch with a reference', Buffer.alloc(36, 1), [leaf], 'bad-exotic'],
    ['a pruned branch of depth 1025', Buffer.concat([Buffer.alloc(34, 1), bytes(4, 1)]), [], 'too-deep'],
    ['a library reference one byte short', Buffer.alloc(32, 2), [], 'bad-exotic'],
    ['a library reference with a reference', Buffer.alloc(33, 2), [leaf], 'bad-exotic'],
    ['a Merkle proof of another hash', changed(merkle, 1), [leaf], 'bad-exotic'],
    ['a Merkle proof of another depth', changed(merkle, 34), [leaf], 'bad-exotic'],
    ['a Merkle proof without child', merkle, [], 'bad-exotic'],
    ['a Merkle proof with two children', merkle, [leaf, leaf], 'bad-exotic'],
    ['a Merkle proof one byte short', merkle.subarray(0, 34), [leaf], 'bad-exotic'],
    ['a Merkle update of another old hash', changed(update, 1), [leaf, leaf], 'bad-exotic'],
    ['a Merkle update of another new hash', changed(update, 33), [leaf, leaf], 'bad-exotic'],
    ['a Merkle update of another old depth', changed(update, 66), [leaf, leaf], 'bad-exotic'],
    ['a Merkle update of another new depth', changed(update, 68), [leaf, leaf], 'bad-exotic'],
    ['a Merkle update with one child', update, [leaf], 'bad-exotic'],
  ])('rejects %s', (_, data, refs, code) => {
    expect(() => buildCell(data, 0, data.length * 8, refs, true)).toThrow(expect.objectContaining({ code }))
  })

  it('rejects five references, 1024 bits, and depth 1025', () => {
    expect(() => buildCell(bytes(), 0, 0, [leaf, leaf, leaf, leaf, leaf], false)).toThrow(
      expect.objectContaining({ code: 'bad-cell' }),
    )
    expect(() => buildCell(Buffer.alloc(128), 0, 1024, [], false)).toThrow(
      expect.objectContaining({ code: 'bad-cell' }),
    )
    let cell = leaf
    for (let i = 0; i < 1024; i++) cell = cellOfBits([], [cell])
    expect(() => cellOfBits([], [cell])).toThrow(expect.objectContaining({ code: 'too-deep' }))
  })

  it('accepts a wrong Merkle cell in trusted mode', () => {
    const cell = buildCell(changed(merkle, 1), 0, merkle.length * 8, [leaf], true, { trusted: true })
    expect(cell.type).toBe(CellType.MerkleProof)
  })

  it('reads a pruned branch without a level mask as one of level 1 in lenient mode', () => {
    const data = Buffer.concat([bytes(1), Buffer.alloc(32, 7), bytes(0, 5)])
    const cell = buildCell(data, 0, 280, [], true, { lenient: true })
    expect([cell.levels, cell.depth(0), cell.hash(0)]).toEqual([1, 5, Buffer.alloc(32, 7)])
    expect(() => buildCell(data, 0, 280, [], true)).toThrow(expect.objectContaining({ code: 'bad-exotic' }))
  })
})
