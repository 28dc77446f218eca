import { beginCell, Cell, CellType } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { BocError, type BocErrorCode } from '#shared/ton/cells/bocError.ts'
import { crc32c } from '#shared/ton/crc32c.ts'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { big, changed, hex, PLAIN, small } from '../../shared/ton/cells/bags.ts'
import { chain } from './cellArbitrary.ts'

/** The cell, its first child, the first child of that… */
function chainOf(cell: Cell): Cell[] {
  const child = cell.refs[0]
  return child ? [cell, ...chainOf(child)] : [cell]
}

function codeOf(act: () => unknown): BocErrorCode | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof BocError) return error.code
    throw error
  }
}

describe('parseBocRoot', () => {
  it('returns cells that @ton/core accepts as its own Cell', () => {
    const cell = parseBocRoot(small.toBoc())
    expect(cell).toBeInstanceOf(Cell)
    expect(cell.type).toBe(CellType.Ordinary)
    expect(cell.hash()).toEqual(small.hash())
    expect(cell.depth()).toBe(1)
    expect(cell.level()).toBe(0)
    expect(cell.isExotic).toBe(false)
    expect(cell.bits.equals(small.bits)).toBe(true)
    expect(cell.equals(small)).toBe(true)
    expect(cell.toString()).toBe(small.toString())
    expect(cell.toBoc()).toEqual(small.toBoc())
    expect(cell.asSlice().loadUint(3)).toBe(5)
    expect(cell.beginParse().skip(3).loadRef().beginParse().loadStringTail()).toBe('hello')
    expect(beginCell().storeRef(cell).endCell().hash()).toEqual(beginCell().storeRef(small).endCell().hash())
  })

  it('rejects more than one root', () => {
    expect(codeOf(() => parseBocRoot(serializeBoc([small, big])))).toBe('root-count')
  })

  it('reads a part of a larger buffer', () => {
    const boc = small.toBoc()
    const within = new Uint8Array(Buffer.concat([Buffer.alloc(5), boc, Buffer.alloc(5)]))
    expect(parseBocRoot(within.subarray(5, 5 + boc.length)).equals(small)).toBe(true)
  })
})

describe('parseBoc', () => {
  it('reads the bytes according to the scheme', () => {
    const [root] = parseBoc(PLAIN)
    expect(root?.toString()).toBe('x{A_}\n x{}')
  })

  it('reads the two older magics, whose only root is cell 0', () => {
    const indexed = hex('68ff65f3 01 01  02 01 00  06  04 06  0101a001 0000')
    expect(parseBoc(indexed).map(String)).toEqual(['x{A_}\n x{}'])
    const checked = Buffer.concat([hex('acc3a728'), indexed.subarray(4), Buffer.alloc(4)])
    checked.writeUInt32LE(crc32c(checked, checked.length - 4), checked.length - 4)
    expect(parseBoc(checked).map(String)).toEqual(['x{A_}\n x{}'])
  })

  it('returns all roots, including equal ones and inner cells', () => {
    const roots = parseBoc(serializeBoc([small, big, small, big.refs[0]!]))
    expect(roots.map((root) => root.hash())).toEqual([small, big, small, big.refs[0]!].map((c) => c.hash()))
    expect(roots[0]).toBe(roots[2])
    expect(roots[1]?.refs[0]).toBe(roots[3])
  })

  it('checks stored hashes unless the bytes are trusted', () => {
    const file = serializeBoc(big, { intHashes: true })
    expect(file.length).toBeGreaterThan(serializeBoc(big).length)
    expect(parseBoc(file)[0]?.equals(big)).toBe(true)
    const stored = Math.max(...chainOf(parseBocRoot(file)).map((cell) => file.indexOf(cell.hash())))
    expect(stored).toBeGreaterThan(0)
    file[stored]! ^= 1
    expect(codeOf(() => parseBoc(file))).toBe('hash-mismatch')
    expect(parseBoc(file, { trusted: true })[0]?.equals(big)).toBe(true)
    file[stored]! ^= 1
    file[stored + 33]! ^= 1
    expect(codeOf(() => parseBoc(file))).toBe('hash-mismatch')
  })

  it('ignores wrong level masks in lenient mode', () => {
    const wrong = Buffer.from(PLAIN)
    wrong[11] = 0x21
    expect(codeOf(() => parseBoc(wrong))).toBe('level-mismatch')
    expect(parseBoc(wrong, { lenient: true })[0]?.level()).toBe(0)
  })

  it('reads the deepest possible cell', () => {
    const deep = chain(1025)
    expect(deep.depth()).toBe(1024)
    expect(parseBoc(serializeBoc(deep))[0]?.equals(deep)).toBe(true)
  })

  it('enforces the given limits', () => {
    expect(codeOf(() => parseBoc(PLAIN, { maxBytes: PLAIN.length - 1 }))).toBe('too-large')
    expect(codeOf(() => parseBoc(PLAIN, { maxCells: 1 }))).toBe('too-many-cells')
    expect(codeOf(() => parseBoc(serializeBoc([small, big]), { maxRoots: 1 }))).toBe('too-many-roots')
    expect(parseBoc(PLAIN, { maxBytes: PLAIN.length, maxCells: 2, maxRoots: 1 })).toHaveLength(1)
  })

  it('names the faulty cell', () => {
    expect(() => parseBoc(changed(PLAIN, 14, 7))).toThrow('cell 0: reference 0 leads to cell 7 of 2')
  })
})

describe('bytes after a bag of cells', () => {
  const tail = Buffer.from('and more')
  const read = (data: Buffer) => parseBocRoot(data, { ignoreTrailing: true }).hash()

  it('are ignored on request if the bag has no checksum', () => {
    const plain = serializeBoc(small)
    expect(read(Buffer.concat([plain, tail]))).toEqual(small.hash())
    expect(() => parseBocRoot(Buffer.concat([plain, tail]))).toThrow('8 bytes follow the bag of cells')
  })

  it('are covered by a checksum, which follows them', () => {
    const sealedBag = serializeBoc(small, { crc32c: true })
    expect(() => read(Buffer.concat([sealedBag, tail]))).toThrow(BocError)
    const open = Buffer.concat([sealedBag.subarray(0, -4), tail])
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32LE(crc32c(open, open.length))
    expect(read(Buffer.concat([open, checksum]))).toEqual(small.hash())
  })
})
