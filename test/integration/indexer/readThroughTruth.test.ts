import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import type { Answered, Question } from './indexRig.ts'
import { openReadThroughChain, type ReadThroughChain } from './readThroughChain.ts'
import { contradictions } from './readThroughFacts.ts'
import { type ChainObjects, chainObjects, readThroughQuestions } from './readThroughQuestions.ts'

/** Questions of each operation with each set of filters. `EACH=20 npx vitest run` this file for more. */
const EACH = Number(process.env.EACH ?? 1)
/** A part of the names of operations and their filters; all by default. */
const ONLY = process.env.ONLY ?? ''
const MINUTE = 60_000

/** Read-through beside an index of the whole chain. */
describe('an index that is off', () => {
  let chain: ReadThroughChain
  let objects: ChainObjects
  beforeAll(async () => {
    chain = await openReadThroughChain()
    objects = await chainObjects(chain)
  }, 5 * MINUTE)
  afterAll(() => chain[Symbol.asyncDispose]())

  /** Answers of an empty index. */
  async function firstAnswer(question: Question): Promise<Answered> {
    await using index = await chain.open()
    return await index.ask(question)
  }

  it(
    'names the same traces as an index of all blocks, whichever operation and filter',
    async () => {
      const random = new SeededRandom(testSeed())
      const kinds = Map.groupBy(
        readThroughQuestions(objects),
        ({ name, params }) => `${name} ${Object.keys(params)}`,
      )
      expect(kinds.size).toBeGreaterThan(40)
      for (const [kind, all] of kinds) {
        if (!kind.includes(ONLY)) continue
        for (let asked = 0; asked < EACH; asked++) {
          const question = random.pick(all)
          const [found, expected] = await Promise.all([firstAnswer(question), chain.whole(question)])
          const unlike = contradictions(question, found, expected)
          expect
            .soft(
              unlike.filter(({ path }) => path.endsWith('.trace_id')),
              JSON.stringify(question),
            )
            .toEqual([])
        }
      }
    },
    60 * MINUTE,
  )
})
