import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { PROOF_BOC, serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { buildMerkleProof } from '../../../src-main/chain/merkle/merkleProof.ts'
import { cellFacts } from '../../../src-main/index/parse/bagBoc.ts'
import { openBag } from '../../../src-main/index/parse/cellBag.ts'
import { type SharedParts, storeContent, wholeBoc } from '../../../src-main/store/content.ts'
import type { CellFacts } from '../../../src-main/store/facts.ts'
import { hashOf } from '../../fixtures/store/generatedChain.ts'

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

/** As it comes from whoever parsed the message. */
function facts(boc: Buffer): CellFacts {
  const bag = openBag(boc, false)
  return cellFacts(bag, bag.root)
}

function memory(): SharedParts & { codes: Map<string, Buffer>; codeOf(hash: Buffer): Buffer | undefined } {
  const codes = new Map<string, Buffer>()
  const met = new Set<string>()
  return {
    codes,
    hasCode: (hash) => codes.has(hash),
    wasMet: (hash) => met.has(hash),
    meet: (hash) => void met.add(hash),
    saveCode: (hash, boc) => codes.set(hash, boc),
    codeOf: (hash) => codes.get(hash.toString('latin1')),
  }
}

describe('storeContent', () => {
  it('leaves out what a content before had too', () => {
    const parts = memory()
    const stored = ['a', 'b', 'c'].map((name) => storeContent(facts(message(name, code('wallet'))), parts))
    expect(stored.map(({ length }) => length)).toEqual([282, 84, 84])
    expect(stored[0]).toEqual(message('a', code('wallet')))
    expect(parts.codes.size).toBe(1)
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      expect(wholeBoc(stored[i]!, parts.codeOf)).toEqual(message(name, code('wallet')))
    }
  })

  it('leaves out parts of parts', () => {
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

  it('leaves proofs as they are, whose pruned branches are their own', () => {
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

  it('says so where a part is missing', () => {
    const parts = memory()
    storeContent(facts(message('a', code('wallet'))), parts)
    const stored = storeContent(facts(message('b', code('wallet'))), parts)
    expect(() => wholeBoc(stored, () => undefined)).toThrow('a part of a stored cell is missing')
  })
})
