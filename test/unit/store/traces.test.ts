import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packHistory, packMcBlock } from '../../../src-main/store/packParsed.ts'
import type { ParsedMcBlock } from '../../../src-main/store/parsedBlock.ts'
import { generatedChain } from '../../fixtures/store/generatedChain.ts'
import { tracesOf } from '../../fixtures/store/independentTraces.ts'
import { type TestWriter, withWriter } from '../../fixtures/store/openWriter.ts'
import { storedContent, storedTraces } from '../../fixtures/store/storedRows.ts'

const someChain = fc
  .record({
    seed: fc.nat(),
    blocks: fc.integer({ min: 1, max: 8 }),
    externals: fc.nat(4),
    accounts: fc.integer({ min: 1, max: 40 }),
    systemSends: fc.boolean(),
  })
  .map((options) => [...generatedChain(options)])

/** Each block at least once, in any order. */
const someOrder = someChain.chain((chain) =>
  fc
    .tuple(
      fc.shuffledSubarray(chain, { minLength: chain.length }),
      fc.array(fc.constantFrom(...chain), { maxLength: 4 }),
    )
    .map(([order, repeats]) => ({ chain, order: [...order, ...repeats] })),
)

/** `together` at a time. */
function write({ writer }: TestWriter, blocks: readonly ParsedMcBlock[], together = 1): void {
  for (let at = 0; at < blocks.length; at += together) {
    writer.writeBlocks(blocks.slice(at, at + together).map(packMcBlock))
  }
}

describe('traces', () => {
  it('equal those found by walking down from each root, in any order of the blocks', () => {
    fc.assert(
      fc.property(someOrder, fc.integer({ min: 1, max: 5 }), ({ chain, order }, together) => {
        withWriter((index) => {
          write(index, order, together)
          expect(storedTraces(index.connection)).toEqual(tracesOf(chain))
        })
      }),
      { numRuns: 25 },
    )
  })

  it('are correct after every block, also while parts of the chain are missing', () => {
    fc.assert(
      fc.property(someOrder, ({ order }) => {
        withWriter((index) => {
          order.forEach((block, i) => {
            write(index, [block])
            const there = new Set(order.slice(0, i + 1))
            expect(storedTraces(index.connection)).toEqual(tracesOf([...there]))
          })
        })
      }),
      { numRuns: 8 },
    )
  })

  it('have the same rows as with blocks written in order', () => {
    fc.assert(
      fc.property(someOrder, ({ chain, order }) => {
        const inOrder = withWriter((index) => {
          write(index, chain)
          return storedContent(index.connection)
        })
        withWriter((index) => {
          write(index, order)
          expect(storedContent(index.connection)).toEqual(inOrder)
        })
      }),
      { numRuns: 8 },
    )
  })

  it('include transactions that were read through one by one before their blocks', () => {
    fc.assert(
      fc.property(someOrder, fc.infiniteStream(fc.boolean()), ({ chain, order }, choices) => {
        const picked = chain.flatMap(({ blocks }) =>
          blocks.flatMap(({ id, transactions }) =>
            transactions.map((transaction) => ({
              ...transaction,
              block: id,
              mcSeqno: blocks[0]?.id.seqno ?? 0,
            })),
          ),
        )
        const some = picked.filter(() => choices.next().value)
        const inOrder = withWriter((index) => {
          write(index, chain)
          return storedContent(index.connection)
        })
        withWriter((index) => {
          for (const transaction of some) {
            const facts = { transactions: [transaction], states: [], histories: [] }
            index.writer.writeHistory(packHistory(facts))
          }
          write(index, order)
          expect(storedContent(index.connection)).toEqual(inOrder)
        })
      }),
      { numRuns: 8 },
    )
  })
})
