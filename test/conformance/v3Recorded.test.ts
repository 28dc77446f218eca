import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v3Operations } from '#shared/schema/v3/operations.ts'
import { V3_RECORDED } from '../fixtures/recorded.ts'
import { openTemporaryGateway } from '../integration/gateway/temporaryGateway.ts'
import { indexedAsRecorded } from './indexedAsRecorded.ts'
import { type Difference, differences, type Json, type Question, readQuestions } from './v3Recorded.ts'
import { DIFFERENCES } from './v3RecordedDifferences.ts'
import { ordered, RULES } from './v3RecordedRules.ts'

/**
 * Answers of toncenter's own v3 server over a recorded chain of the devnet, beside ours over the same chain with the
 * rows of contracts from its tables.
 */

const MAX_LIMIT = 1000

describe("v3 beside toncenter's own server", () => {
  const questions = readQuestions().filter(({ name }) => isAsked(name))
  let gateway: { readonly url: string } & AsyncDisposable

  beforeAll(async () => {
    gateway = await openTemporaryGateway(
      { network: `archive:${join(V3_RECORDED, 'chain')}` },
      async ({ url, dataDir }) => {
        await indexedAsRecorded({ url, dataDir })
        return { url }
      },
    )
  })
  afterAll(() => gateway?.[Symbol.asyncDispose]())

  async function ask(name: string, query: string): Promise<{ status: number; body: Json }> {
    const response = await fetch(`${gateway.url}/api/v3/${name}?${query}`)
    return { status: response.status, body: await response.json() }
  }

  /** Differences that no rule explains; the rules that explained others are added to `used`. */
  async function unexplained(question: Question, used: Set<string>): Promise<Difference[]> {
    const { name, query, status, body } = question
    const answer = await ask(name, query)
    if (name === 'blocks' && status === 200 && answer.status === 200) {
      return differences(body.blocks, await blocksBeside(question, answer.body))
    }
    const theirs = { status, body: ordered(question, status, body) }
    const ours = { status: answer.status, body: ordered(question, answer.status, answer.body) }
    return differences(theirs, ours).filter((difference) => {
      const reasons = Object.keys(RULES).filter((reason) =>
        RULES[reason]?.(difference, question, { theirs: theirs.body, ours: ours.body }),
      )
      for (const reason of reasons) used.add(reason)
      return reasons.length === 0
    })
  }

  /**
   * Our blocks of the same hashes as in a page of the reference, which has no order of blocks of one second, and none
   * at all without `sort`. The page itself, if it has another length or other times.
   */
  async function blocksBeside({ query, body }: Question, ours: Json): Promise<Json[]> {
    const times = ({ blocks }: Json) => blocks.map(({ gen_utime }: Json) => gen_utime).join()
    const isPlaced = isSorted(query) ? times(ours) === times(body) : ours.blocks.length === body.blocks.length
    if (!isPlaced) return ours.blocks
    const all = new URLSearchParams(query)
    all.set('limit', String(MAX_LIMIT))
    all.set('offset', '0')
    const { blocks } = (await ask('blocks', String(all))).body
    return body.blocks.map(({ root_hash }: Json) =>
      blocks.find((block: Json) => block.root_hash === root_hash),
    )
  }

  it('answers every recorded question of its operations equally, but for the listed ones', async () => {
    const used = new Set<string>()
    const found = new Map<string, readonly Difference[]>()
    for (const question of questions) {
      const some = await unexplained(question, used)
      if (some.length > 0) found.set(`${question.name}?${question.query}`, some)
    }
    const listed = new Set(Object.values(DIFFERENCES).flat())
    const unlisted = [...found].filter(([question]) => !listed.has(question))
    expect(unlisted.map(([question, [first]]) => ({ question, ...first }))).toEqual([])
    expect([...listed].filter((question) => !found.has(question))).toEqual([])
    expect(Object.keys(RULES).filter((reason) => !used.has(reason))).toEqual([])
  })

  it('is asked all of the recorded questions', () => {
    expect(questions.length).toBe(757)
  })
})

/** Jettons and NFTs have a test of their own. */
function isAsked(name: string): boolean {
  return name in v3Operations && !/^(jetton|nft)\//.test(name)
}

function isSorted(query: string): boolean {
  return new URLSearchParams(query).has('sort')
}
