import type { Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FlatBocError } from '../../../../src-main/chain/archive/flatBoc.ts'
import { cellBoc, looseBoc } from '../../../../src-main/chain/cells/bagBoc.ts'
import { type CellBag, openBag } from '../../../../src-main/chain/cells/cellBag.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { FILE_BOC, PROOF_BOC, serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { unorderedBoc } from '../../../../src-main/chain/cells/unorderedBoc.ts'
import { BagSlice } from '../../../../src-main/indexer/parse/bagSlice.ts'
import { parseCut } from '../../../../src-main/indexer/parse/parsedCells.ts'
import { anyTree, chain, ordinaryTree } from './cellArbitrary.ts'

/** Calls `check` with every cell of a bag and the same cell as chain/cells has it. */
function forEachCell(bag: CellBag, root: Cell, check: (number: number, cell: Cell) => void): void {
  const seen = new Set<number>()
  const visit = (number: number, cell: Cell) => {
    if (seen.has(number)) return
    seen.add(number)
    check(number, cell)
    for (const [i, ref] of cell.refs.entries()) visit(bag.ref(number, i), ref)
  }
  visit(bag.root, root)
}

describe('CellBag', () => {
  test.each([
    { form: 'a block file, its hashes believed', options: FILE_BOC, isTrusted: true },
    { form: 'a block file, its hashes computed', options: FILE_BOC, isTrusted: false },
    { form: 'a bag without hashes', options: PROOF_BOC, isTrusted: true },
  ])(
    'has the hashes and depths of level 0, and the bags, of all its cells: $form',
    ({ options, isTrusted }) => {
      const checked = fc.property(anyTree, (root) => {
        const bag = openBag(serializeBoc(root, options), isTrusted)
        forEachCell(bag, root, (number, cell) => {
          expect(bag.hash(number).equals(cell.hash(0))).toBe(true)
          expect(bag.depth(number)).toBe(cell.depth(0))
          expect(cellBoc(bag, number).equals(serializeBoc(cell))).toBe(true)
          expect(parseBocRoot(looseBoc(bag, number)).hash().equals(cell.hash())).toBe(true)
          expect(parseBocRoot(unorderedBoc(cell)).hash().equals(cell.hash())).toBe(true)
        })
      })
      fc.assert(checked, { numRuns: 60 })
    },
  )

  test('cuts the same hash and bag out of a cell as @ton/core and serializeBoc', () => {
    const checked = fc.property(ordinaryTree, fc.nat(1023), fc.nat(4), (root, bit, ref) => {
      const bag = openBag(serializeBoc(root), true)
      const bits = root.bits.length
      const from = Math.min(bit, bits)
      const refFrom = Math.min(ref, root.refs.length)
      const slice = new BagSlice(bag, bag.root)
      const { hash, boc } = parseCut(slice, from, bits, refFrom, root.refs.length)
      const rest = root.beginParse().skip(from)
      for (let i = 0; i < refFrom; i++) rest.loadRef()
      const cell = rest.asCell()
      expect(hash.equals(cell.hash())).toBe(true)
      expect(boc.equals(serializeBoc(cell))).toBe(true)
    })
    fc.assert(checked, { numRuns: 200 })
  })

  test('accepts the deepest possible cell', () => {
    const deepest = chain(1025)
    const bag = openBag(serializeBoc(deepest), false)
    expect(bag.hash(bag.root).equals(deepest.hash())).toBe(true)
    expect(cellBoc(bag, bag.root).equals(serializeBoc(deepest))).toBe(true)
    expect(looseBoc(bag, bag.root).length).toBeGreaterThan(1025)
  })

  test('rejects references to earlier cells, or out of the bag', () => {
    // Two cells: the first one's reference is its last byte but two.
    const file = serializeBoc(chain(2))
    for (const ref of [0, 2]) {
      const spoilt = Buffer.from(file)
      spoilt[spoilt.length - 4] = ref
      const bag = openBag(spoilt, true)
      expect(() => bag.hash(bag.root)).toThrow(FlatBocError)
    }
  })
})
