import { beginCell, type Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openBag } from '../../../src-main/chain/cells/cellBag.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { buildMerkleProof } from '../../../src-main/chain/merkle/merkleProof.ts'
import { parseCellTree } from '../../../src-main/indexer/parse/parsedCells.ts'
import { type SharedParts, storeContent, wholeBoc } from '../../../src-main/store/content.ts'
import type { ParsedCell } from '../../../src-main/store/parsedBlock.ts'
import { hashOf } from '../../fixtures/store/generatedChain.ts'
import { ordinaryTree } from '../chain/cells/cellArbitrary.ts'

/** A cell tree of 260 bytes that is the same for the same name. */
function code(name: string, inner?: Cell): Cell {
  const leaf = (part: number) =>
    beginCell().storeBuffer(Buffer.concat([1, 2, 3].map((n) => hashOf(`${name} ${part} ${n}`))))
  const cell = beginCell()
    .storeBuffer(hashOf(name))
    .storeRef(leaf(1))
    .storeRef(beginCell().storeRef(leaf(2)))
  if (inner) cell.storeRef(inner)
  return cell.endCell()
}

function message(name: string, ...refs: Cell[]): Buffer {
  const root = beginCell().storeBuffer(hashOf(name))
  for (const ref of refs) root.storeRef(ref)
  return serializeBoc(root.endCell(), PROOF_BOC)
}

/** In the form of the message parser. */
function facts(boc: Buffer): ParsedCell {
  const bag = openBag(boc, false)
  return parseCellTree(bag, bag.root)
}

function memory(): SharedParts & { codes: Map<string, Buffer>; codeOf(hash: Buffer): Buffer | undefined } {
  const codes = new Map<string, Buffer>()
  const seen = new Set<string>()
  return {
    codes,
    hasCode: (hash) => codes.has(hash),
    wasSeen: (hash) => seen.has(hash),
    markSeen: (hash) => void seen.add(hash),
    saveCode: (hash, boc) => codes.set(hash, boc),
    codeOf: (hash) => codes.get(hash.toString('latin1')),
  }
}

describe('storeContent', () => {
  it('stores a part only once that an earlier content had', () => {
    const parts = memory()
    const stored = ['a', 'b', 'c'].map((name) => storeContent(facts(message(name, code('wallet'))), parts))
    expect(stored.map(({ length }) => length)).toEqual([282, 84, 84])
    expect(stored[0]).toEqual(message('a', code('wallet')))
    expect(parts.codes.size).toBe(1)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      expect(wholeBoc(stored[i]!, parts.codeOf)).toEqual(message(name, code('wallet')))
    }
  })

  it('stores shared parts of shared parts only once', () => {
    const parts = memory()
    const bodies = ['x', 'y', 'x', 'z', 'y', 'z'].map((name, i) => message(`${i}`, code(name, code('inner'))))
    const stored = bodies.map((body) => storeContent(facts(body), parts))
    expect(stored.slice(2).map(({ length }) => length < 130)).toEqual([true, false, true, true])
    expect(stored.map((boc) => wholeBoc(boc, parts.codeOf))).toEqual(bodies)
    expect(parts.codes.size).toBe(4)
    const wholeCode = serializeBoc(code('z', code('inner')), PROOF_BOC)
    const storedCode = parts.codeOf(code('z', code('inner')).hash())!
    expect(storedCode.length).toBeLessThan(wholeCode.length)
    expect(wholeBoc(storedCode, parts.codeOf)).toEqual(wholeCode)
  })

  it('stores proofs unchanged, because their pruned branches are their own', () => {
    const parts = memory()
    const proof = buildMerkleProof(
      code('state', code('inner')),
      new Set<string>([code('state', code('inner')).hash().toString('latin1')]),
      {
        unreadLeaves: 'prune',
      },
    )
    const body = message('claim', proof, code('inner'))
    expect(wholeBoc(storeContent(facts(body), parts), parts.codeOf)).toEqual(body)
    const again = message('claim again', proof, code('inner'))
    expect(wholeBoc(storeContent(facts(again), parts), parts.codeOf)).toEqual(again)
  })

  it('reports a missing part', () => {
    const parts = memory()
    storeContent(facts(message('a', code('wallet'))), parts)
    const stored = storeContent(facts(message('b', code('wallet'))), parts)
    expect(() => wholeBoc(stored, () => undefined)).toThrow('a part of a stored cell is missing')
  })

  it('restores every content, with shared and repeated parts', () => {
    fc.assert(
      fc.property(ordinaryTree, fc.boolean(), (tree, isShared) => {
        const parts = memory()
        const bodies = cellsOf(tree, 40).map((cell) =>
          isShared ? serializeBoc(cell, PROOF_BOC) : unsharedBoc(cell),
        )
        const stored = bodies.map((body) => storeContent(facts(body), parts))
        const hashes = stored.map((boc) => parseBocRoot(wholeBoc(boc, parts.codeOf)).hash())
        expect(hashes).toEqual(bodies.map((body) => parseBocRoot(body).hash()))
        if (isShared) expect(stored.map((boc) => wholeBoc(boc, parts.codeOf))).toEqual(bodies)
      }),
      { numRuns: 60 },
    )
  })
})

/** The first cells of a tree, from the leaves up: later ones have earlier ones as their parts. */
function cellsOf(root: Cell, most: number): Cell[] {
  const cells = new Map<string, Cell>()
  const visit = (cell: Cell) => {
    if (cells.has(hashKey(cell))) return
    for (const ref of cell.refs) visit(ref)
    cells.set(hashKey(cell), cell)
  }
  visit(root)
  return [...cells.values()].slice(0, most)
}

function hashKey(cell: Cell): string {
  return cell.hash().toString('hex')
}

/** A bag in which a cell is there as often as it is referred to, up to some size; then it is shared. */
function unsharedBoc(root: Cell): Buffer {
  const cells: { cell: Cell; refs: number[] }[] = [{ cell: root, refs: [] }]
  for (let i = 0; i < cells.length; i++) {
    if (cells.length > 200) return serializeBoc(root, PROOF_BOC)
    for (const cell of cells[i]!.cell.refs) cells[i]!.refs.push(cells.push({ cell, refs: [] }) - 1)
  }
  const data = cells.map(({ cell, refs }) => {
    // The representation's first two bytes and data, without depths and hashes.
    const { bits } = cell
    const bytes = Buffer.alloc((bits.length + 7) >> 3)
    for (let i = 0; i < bits.length; i++) if (bits.at(i)) bytes[i >> 3]! |= 0x80 >> (i & 7)
    if (bits.length & 7) bytes[bits.length >> 3]! |= 0x80 >> (bits.length & 7)
    const d2 = (bits.length >> 3) + bytes.length
    return Buffer.concat([Buffer.of(cell.refs.length, d2), bytes, Buffer.from(refs)])
  })
  const size = data.reduce((sum, { length }) => sum + length, 0)
  const head = Buffer.of(0xb5, 0xee, 0x9c, 0x72, 1, 2, cells.length, 1, 0, size >> 8, size & 0xff, 0)
  return Buffer.concat([head, ...data])
}
