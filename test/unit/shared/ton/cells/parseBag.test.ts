import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { writeBagOfCells } from '#shared/ton/cells/writeBagOfCells.ts'
import { parseBocRoot } from '../../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../../src-main/chain/cells/serializeBoc.ts'
import { anyTree } from '../../../chain/cells/cellArbitrary.ts'
import { MALFORMED, sealed, VALID } from './bags.ts'

type Reader = (bytes: Uint8Array) => { hash(level?: number): Uint8Array; depth(level?: number): number }

/** The gateway's reader and that of the explorer, which has neither @ton/core nor Node. */
const READERS: readonly (readonly [string, Reader])[] = [
  ['parseBocRoot', (bytes) => parseBocRoot(bytes)],
  ['readBagOfCells', (bytes) => readBagOfCells(new Uint8Array(bytes))],
]

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Returns hashes and depths of every level, or code and message of the error. */
function outcome(read: Reader, bytes: Uint8Array) {
  try {
    const root = read(bytes)
    return [0, 1, 2, 3].map((level) => `${hexOf(root.hash(level))} ${root.depth(level)}`)
  } catch (error) {
    if (error instanceof BocError) return [error.code, error.message]
    throw error
  }
}

describe.each(READERS)('%s', (_name, read) => {
  it.each(VALID)('reads a bag with %s', (_, bag, hash) => {
    expect(hexOf(read(bag).hash())).toBe(hexOf(hash))
  })

  it.each(MALFORMED)('rejects %s', (_, bag, code) => {
    expect(outcome(read, bag)[0]).toBe(code)
  })
})

describe('parseBocRoot and readBagOfCells', () => {
  const [[, gateway], [, explorer]] = READERS as [(typeof READERS)[0], (typeof READERS)[0]]

  it('give the same hashes, depths and errors for whole and damaged bags (400 cases)', () => {
    const damage = fc.array(fc.tuple(fc.nat(1 << 16), fc.integer({ min: 1, max: 255 })), { maxLength: 2 })
    fc.assert(
      fc.property(anyTree, fc.boolean(), damage, (root, hasChecksum, changes) => {
        const bag = serializeBoc(root, { crc32c: hasChecksum })
        for (const [at, flip] of changes) bag[at % bag.length]! ^= flip
        if (hasChecksum) sealed(bag)
        expect(outcome(explorer, bag)).toEqual(outcome(gateway, bag))
      }),
      { numRuns: 400 },
    )
  })

  it('read what writeBagOfCells writes, exotic cells included (200 cases)', () => {
    fc.assert(
      fc.property(anyTree, (root) => {
        const bag = writeBagOfCells(readBagOfCells(serializeBoc(root)))
        expect(outcome(gateway, bag)).toEqual(outcome(() => root, bag))
      }),
      { numRuns: 200 },
    )
  })
})
