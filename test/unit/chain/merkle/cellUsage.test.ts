import { beginCell, Cell, Dictionary } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { hashKey } from '../../../../src-main/chain/cells/cellData.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { CellUsage } from '../../../../src-main/chain/merkle/cellUsage.ts'
import { buildMerkleProof, openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { prunedOf } from '../cells/cellArbitrary.ts'

const dictionary = Dictionary.empty(Dictionary.Keys.Uint(16), Dictionary.Values.Uint(64))
for (let key = 0; key < 200; key++) dictionary.set(key * 300, key)
const head = beginCell().storeUint(77, 32).endCell()
const built = beginCell().storeRef(head).storeDict(dictionary).endCell()

describe.each([
  ['cells of @ton/core', built],
  ['our own', parseBocRoot(built.toBoc())],
])('CellUsage over %s', (_, root) => {
  it('records exactly the cells that a reader reads', () => {
    const usage = new CellUsage(root)
    const read = (cell: Cell) => cell.beginParse().loadRef().beginParse().loadUint(32)
    expect(read(usage.root)).toBe(77)
    const proof = openMerkleProof(buildMerkleProof(root, usage))
    expect(read(proof)).toBe(77)
    expect(proof.hash(0)).toEqual(root.hash())
    expect(proof.refs[1]?.isExotic).toBe(true)
  })

  it('proves one key of a dictionary and no others', () => {
    const get = (cell: Cell, key: number) => {
      // hm_edge#_ label node: walks to the key by hand.
      let slice = cell.beginParse().loadRef() && cell.refs[1]!.beginParse()
      let at = 16
      for (;;) {
        const label = readLabel(slice, at)
        if (
          label !==
          key
            .toString(2)
            .padStart(16, '0')
            .slice(16 - at, 16 - at + label.length)
        )
          return undefined
        at -= label.length
        if (at === 0) return slice.loadUint(64)
        const next = (key >> (at - 1)) & 1 ? slice.loadRef() && slice.loadRef() : slice.loadRef()
        at--
        slice = next.beginParse()
      }
    }
    const usage = new CellUsage(root)
    expect(get(usage.root, 2700)).toBe(9)
    const proof = openMerkleProof(buildMerkleProof(root, usage))
    expect(get(proof, 2700)).toBe(9)
    expect(() => get(proof, 48000)).toThrow('Exotic cells cannot be parsed')
  })

  it('records nothing for hashes, depths, types and levels', () => {
    const usage = new CellUsage(root)
    const { root: tracked } = usage
    expect(tracked.hash()).toEqual(root.hash())
    expect([tracked.depth(), tracked.level(), tracked.isExotic, tracked.mask.value]).toEqual([
      root.depth(),
      0,
      false,
      0,
    ])
    expect(tracked.equals(root)).toBe(true)
    expect(usage.keys()).toEqual(new Set())
  })

  it('returns cells that are instances of Cell', () => {
    const usage = new CellUsage(root)
    expect(usage.root).toBeInstanceOf(Cell)
    expect(usage.root.asSlice().asCell().equals(root)).toBe(true)
    expect(beginCell().storeRef(usage.root).endCell().equals(beginCell().storeRef(root).endCell())).toBe(true)
    expect(usage.root.toString()).toBe(root.toString())
    expect(usage.original(usage.root)).toBe(root)
    expect(usage.original(usage.root.refs[0]!)).toBe(root.refs[0])
    expect(usage.original(head)).toBe(head)
  })

  it('records cells that are noted explicitly', () => {
    const usage = new CellUsage(root)
    usage.note(usage.root)
    expect(usage.keys()).toEqual(new Set([hashKey(root)]))
    usage.note(head)
    expect(usage.keys()).toEqual(new Set([root, head].map(hashKey)))
    usage.noteAll(usage.root)
    expect(buildMerkleProof(root, usage).refs[0]?.equals(root)).toBe(true)
  })

  it('accepts a tracked root in place of the original', () => {
    const first = new CellUsage(root)
    const second = new CellUsage(first.root)
    second.root.beginParse()
    expect(first.keys().size).toBe(0)
    expect(buildMerkleProof(first.root, second).equals(buildMerkleProof(root, second))).toBe(true)
    expect(first.keys().size).toBe(0)
  })
})

describe('CellUsage over pruned branches', () => {
  it('records a pruned branch only when its data is read', () => {
    const usage = new CellUsage(beginCell().storeRef(prunedOf(1, 1)).endCell())
    const pruned = usage.root.refs[0]!
    expect(pruned.isExotic).toBe(true)
    expect(() => pruned.beginParse()).toThrow('Exotic cells cannot be parsed')
    expect(usage.keys().size).toBe(1)
    expect(pruned.beginParse(true).loadUint(8)).toBe(1)
    expect(usage.keys().size).toBe(2)
  })
})

/** hml_short$0, hml_long$10, hml_same$11 (block.tlb), at most `most` bits. */
function readLabel(slice: ReturnType<Cell['beginParse']>, most: number): string {
  const width = Math.ceil(Math.log2(most + 1))
  let length = 0
  if (!slice.loadBit()) {
    while (slice.loadBit()) length++
  } else if (slice.loadBit()) {
    return (slice.loadBit() ? '1' : '0').repeat(slice.loadUint(width))
  } else {
    length = slice.loadUint(width)
  }
  return length === 0 ? '' : slice.loadUint(length).toString(2).padStart(length, '0')
}
