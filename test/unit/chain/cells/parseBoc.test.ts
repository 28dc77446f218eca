import { beginCell, Cell, CellType } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { BocError, type BocErrorCode } from '../../../../src-main/chain/cells/bocError.ts'
import { crc32c } from '../../../../src-main/chain/cells/crc32c.ts'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { FILE_BOC, serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { merkleProofCell, prunedBranch } from '../../../../src-main/chain/merkle/merkleCells.ts'
import { chain } from './cellArbitrary.ts'

const small = beginCell()
  .storeUint(5, 3)
  .storeRef(beginCell().storeStringTail('hello').endCell())
  .storeRef(beginCell().storeUint(0xffffffff, 32).endCell())
  .endCell()

/** Cells enough that the writer stores hashes in some. */
const big = Array.from({ length: 70 }).reduce<Cell>(
  (below, _, i) => beginCell().storeUint(i, 32).storeRef(below).endCell(),
  Cell.EMPTY,
)

/** The cell, its first child, the first child of that… */
function chainOf(cell: Cell): Cell[] {
  const child = cell.refs[0]
  return child ? [cell, ...chainOf(child)] : [cell]
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** One root over one leaf: `01 01 a0` (the tag after the bits 10), a reference to cell 1, and the empty cell. */
const PLAIN = hex('b5ee9c72 01 01  02 01 00  06  00  0101a001 0000')

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

  const file = serializeBoc(small, FILE_BOC)
  const proof = serializeBoc(merkleProofCell(beginCell().storeRef(prunedBranch(big, 1)).endCell()))
  const changed = (data: Buffer, at: number, value: number) => {
    const copy = Buffer.from(data)
    copy[at < 0 ? copy.length + at : at] = value
    return copy
  }
  /** The same, with a checksum that fits. */
  const sealed = (data: Buffer) => {
    data.writeUInt32LE(crc32c(data, data.length - 4), data.length - 4)
    return data
  }

  it.each<[string, Buffer, BocErrorCode]>([
    ['nothing', hex(''), 'truncated'],
    ['three bytes', hex('b5ee9c'), 'truncated'],
    ['a magic alone', hex('b5ee9c72'), 'truncated'],
    ['half a header', PLAIN.subarray(0, 9), 'truncated'],
    ['another magic', changed(PLAIN, 0, 0xb6), 'bad-magic'],
    ['reserved flags', changed(PLAIN, 4, 0x09), 'bad-header'],
    ['flags under an older magic', hex('68ff65f3 81 01 01 01 00 02 02 0000'), 'bad-header'],
    ['cache bits without index', changed(PLAIN, 4, 0x21), 'bad-header'],
    ['cell numbers of 0 bytes', changed(PLAIN, 4, 0x00), 'bad-header'],
    ['cell numbers of 5 bytes', changed(PLAIN, 4, 0x05), 'bad-header'],
    ['offsets of 0 bytes', changed(PLAIN, 5, 0), 'bad-header'],
    ['offsets of 9 bytes', changed(PLAIN, 5, 9), 'bad-header'],
    ['no cells', changed(PLAIN, 6, 0), 'bad-header'],
    ['no roots', changed(PLAIN, 7, 0), 'bad-header'],
    ['two roots under an older magic', hex('68ff65f3 01 01 02 02 00 04 02 04 0000 0000'), 'bad-header'],
    ['absent cells', changed(PLAIN, 8, 1), 'absent-cells'],
    ['more cells than fit into the data', changed(PLAIN, 6, 4), 'bad-header'],
    [
      '2^32 - 1 cells',
      hex('b5ee9c72 04 01 ffffffff 00000001 00000000 06 00000000 0101a0010000'),
      'bad-header',
    ],
    ['data of 2^64 - 1 bytes', hex('b5ee9c72 01 08 02 01 00 ffffffffffffffff 00 0101a001 0000'), 'truncated'],
    ['a root beyond the cells', changed(PLAIN, 10, 2), 'bad-root'],
    ['the last byte missing', PLAIN.subarray(0, -1), 'truncated'],
    ['a byte too many', Buffer.concat([PLAIN, hex('00')]), 'trailing-bytes'],
    ['a byte too many in the data', hex('b5ee9c72 01 01 02 01 00 07 00 0101a001 0000 00'), 'trailing-bytes'],
    ['a cell cut off', hex('b5ee9c72 01 01 02 01 00 06 00 0101a001 0010'), 'truncated'],
    ['a cell missing', hex('b5ee9c72 01 01 03 01 00 06 00 0101a001 0000'), 'truncated'],
    ['five references', changed(PLAIN, 11, 5), 'bad-cell'],
    ['an absent cell', changed(PLAIN, 11, 0x17), 'absent-cells'],
    ['a reference to itself', changed(PLAIN, 14, 0), 'bad-reference'],
    ['a reference beyond the cells', changed(PLAIN, 14, 2), 'bad-reference'],
    ['a reference backwards', hex('b5ee9c72 01 01 02 01 00 05 01 0000 010000'), 'bad-reference'],
    ['a tag in the byte before', changed(PLAIN, 13, 0x80), 'bad-padding'],
    ['no tag', changed(PLAIN, 13, 0), 'bad-padding'],
    ['a wrong checksum', changed(file, -1, file.at(-1)! ^ 1), 'crc-mismatch'],
    ['a wrong index entry', sealed(changed(file, 11, file[11]! ^ 2)), 'bad-index'],
    ['a wrong cache bit', sealed(changed(file, 11, file[11]! ^ 1)), 'bad-index'],
    ['a wrong level mask', changed(PLAIN, 11, 0x21), 'level-mismatch'],
    ['a Merkle proof of something else', changed(proof, 14, proof[14]! ^ 1), 'bad-exotic'],
    ['an unknown exotic cell', hex('b5ee9c72 01 01 01 01 00 03 00 0802 09'), 'bad-exotic'],
    ['an exotic cell without type', hex('b5ee9c72 01 01 01 01 00 02 00 0800'), 'bad-exotic'],
  ])('rejects %s', (_, data, code) => {
    expect(codeOf(() => parseBoc(data))).toBe(code)
  })

  it('rejects too deep cells', () => {
    // Cell i refers to cell i + 1, 1026 cells: `01 00 <i + 1 in two bytes>`, the last `00 00`.
    const cells = Array.from({ length: 1026 }, (_, i) =>
      i === 1025 ? Buffer.of(0, 0) : Buffer.of(1, 0, (i + 1) >> 8, (i + 1) & 255),
    )
    const data = Buffer.concat(cells)
    const header = hex('b5ee9c72 02 02 0402 0001 0000 0000 0000')
    header.writeUInt16BE(data.length, 12)
    expect(codeOf(() => parseBoc(Buffer.concat([header, data])))).toBe('too-deep')
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
