import { Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BocError } from '#shared/ton/cells/bocError.ts'
import type { BocOptions } from '#shared/ton/cells/parseBag.ts'
import { crc32c } from '#shared/ton/crc32c.ts'
import { parseBoc } from '../../../../src-main/chain/cells/parseBoc.ts'
import {
  type BocWriteOptions,
  FILE_BOC,
  serializeBoc,
} from '../../../../src-main/chain/cells/serializeBoc.ts'
import { anyTree, chain, ordinaryTree } from './cellArbitrary.ts'

/** Parses bytes and uses the cells. Any error but a BocError fails the test. Returns whether parsing succeeded. */
function parseAndUse(data: Uint8Array, options: BocOptions = {}): 'cells' | 'refused' {
  let roots: Cell[]
  try {
    roots = parseBoc(data, options)
  } catch (error) {
    if (error instanceof BocError) return 'refused'
    throw error
  }
  for (const root of roots) {
    expect(root.hash()).toHaveLength(32)
    expect(root.depth()).toBeLessThanOrEqual(1024)
    expect(root.level()).toBeLessThanOrEqual(3)
  }
  return 'cells'
}

/** Where @ton/core reads the bytes too, it must read the same. */
function expectAgreement(data: Buffer): void {
  let theirs: Cell[]
  try {
    theirs = Cell.fromBoc(data)
  } catch {
    return
  }
  let ours: Cell[]
  try {
    ours = parseBoc(data)
  } catch (error) {
    if (error instanceof BocError) return
    throw error
  }
  expect(ours.map((cell) => cell.hash().toString('hex'))).toEqual(
    theirs.map((cell) => cell.hash().toString('hex')),
  )
}

const options: fc.Arbitrary<BocWriteOptions> = fc.oneof(
  fc.constant(FILE_BOC),
  fc.record({ index: fc.boolean(), crc32c: fc.boolean(), intHashes: fc.boolean() }),
)

const anyBoc = fc
  .tuple(fc.array(fc.oneof(anyTree, ordinaryTree), { minLength: 1, maxLength: 3 }), options)
  .map(([roots, how]) => serializeBoc(roots, how))

/** Corrects the checksum, if there is one, so that a change reaches the cells. */
function sealed(data: Buffer): Buffer {
  if (data.length > 10 && data[0] === 0xb5 && (data[4]! & 0x40) !== 0) {
    data.writeUInt32LE(crc32c(data, data.length - 4), data.length - 4)
  }
  return data
}

describe('parseBoc with random and damaged input', () => {
  it('returns cells or throws BocError for random bytes after a valid magic (3,000 cases)', () => {
    const magic = fc.constantFrom('b5ee9c72', '68ff65f3', 'acc3a728', '')
    const header = fc.constantFrom('', '0101', '0201', '4101', 'e101', 'c202')
    fc.assert(
      fc.property(magic, header, fc.uint8Array({ maxLength: 80 }), (start, next, rest) => {
        const data = Buffer.concat([Buffer.from(start + next, 'hex'), rest])
        parseAndUse(data)
        parseAndUse(data, { lenient: true, trusted: true })
      }),
      { numRuns: 3000 },
    )
  })

  it('returns cells or throws BocError for a bag with a few changed bytes (5,000 cases)', () => {
    const change = fc.record({
      at: fc.nat(1 << 16),
      near: fc.boolean(),
      flip: fc.integer({ min: 1, max: 255 }),
    })
    const seen = { cells: 0, refused: 0 }
    fc.assert(
      fc.property(
        anyBoc,
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (boc, changes, seal) => {
          for (const { at, near, flip } of changes)
            boc[at % Math.min(boc.length, near ? 24 : boc.length)]! ^= flip
          if (seal) sealed(boc)
          seen[parseAndUse(boc)]++
          parseAndUse(boc, { lenient: true, trusted: true })
        },
      ),
      { numRuns: 5000 },
    )
    expect(seen.cells).toBeGreaterThan(100)
    expect(seen.refused).toBeGreaterThan(1000)
  })

  it('rejects a bag with a checksum and one flipped bit (2,000 cases)', () => {
    fc.assert(
      fc.property(ordinaryTree, fc.nat(1 << 20), (tree, bit) => {
        const boc = serializeBoc(tree, FILE_BOC)
        const at = bit % (boc.length * 8)
        boc[at >> 3]! ^= 0x80 >> (at & 7)
        expect(parseAndUse(boc)).toBe('refused')
      }),
      { numRuns: 2000 },
    )
  })

  it('rejects a shortened or lengthened bag (2,000 cases)', () => {
    fc.assert(
      fc.property(
        anyBoc,
        fc.nat(1 << 20),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        (boc, cut, more) => {
          expect(parseAndUse(boc.subarray(0, cut % boc.length))).toBe('refused')
          expect(parseAndUse(Buffer.concat([boc, more]))).toBe('refused')
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reads the same cells as @ton/core if both accept the bag (2,000 cases)', () => {
    const change = fc.record({ at: fc.nat(1 << 16), flip: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(ordinaryTree, options, fc.array(change, { maxLength: 2 }), (tree, how, changes) => {
        const boc = serializeBoc(tree, how)
        for (const { at, flip } of changes) boc[at % boc.length]! ^= flip
        expectAgreement(sealed(boc))
      }),
      { numRuns: 2000 },
    )
  })

  it('allocates nothing for the false claims of a header', () => {
    const before = process.memoryUsage().arrayBuffers
    for (const claim of ['ffffffff', '7fffffff', '00ffffff']) {
      const header = Buffer.from(
        `b5ee9c7204 08 ${claim} 00000001 00000000 00000000ffffffff 00000000`.replaceAll(' ', ''),
        'hex',
      )
      expect(parseAndUse(Buffer.concat([header, Buffer.alloc(1000)]))).toBe('refused')
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20)
  })

  it('takes time linear in the input for heavily shared cells', () => {
    // 1,024 levels of four references to the same child: a walk over all 4^1024 paths would not end.
    const cells = Array.from({ length: 1024 }, (_, i) => {
      const next = [(i + 1) >> 8, (i + 1) & 255]
      return Buffer.from([4, 0, ...next, ...next, ...next, ...next])
    })
    const data = Buffer.concat([...cells, Buffer.of(0, 0)])
    const header = Buffer.from('b5ee9c7202020401000100000000' + '0000', 'hex')
    header.writeUInt16BE(data.length, 12)
    const boc = Buffer.concat([header, data])
    expect(parseAndUse(boc)).toBe('cells')
    expect(serializeBoc(parseBoc(boc), { crc32c: true }).length).toBe(boc.length + 4)
  })

  it('reads the deepest chain without exhausting the stack', () => {
    expect(parseAndUse(serializeBoc(chain(1025), FILE_BOC))).toBe('cells')
  })
})
