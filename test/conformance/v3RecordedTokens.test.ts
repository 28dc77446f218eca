import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v3Operations } from '#shared/schema/v3/operations.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { V3_RECORDED } from '../fixtures/recorded.ts'
import { indexedAsRecorded } from './indexedAsRecorded.ts'
import { type Difference, differences, type Json, type Question, readQuestions } from './v3Recorded.ts'
import { DIFFERENCES, ordered, RULES } from './v3RecordedTokenRules.ts'

/**
 * Answers of toncenter's own v3 server on jettons and NFTs of a recorded chain, beside ours over the
 * same chain, whose contracts our detection verifies.
 */

/** The page length of the reference where a question has none; ours is that of the published document. */
const REFERENCE_LIMIT = '100'

describe("v3's jettons and NFTs beside toncenter's own server", () => {
  const questions = readQuestions().filter(({ name }) => /^(jetton|nft)\//.test(name))
  let dataDir: string
  let gateway: Gateway | undefined

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-tokens-'))
    gateway = await startGateway({
      network: `archive:${join(V3_RECORDED, 'chain')}`,
      port: 0,
      dataDir,
      log: pino({ level: 'silent' }),
    })
    await indexedAsRecorded(gateway)
  })
  afterAll(async () => {
    await gateway?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function ask({ name, query }: Question): Promise<{ status: number; body: Json }> {
    const params = new URLSearchParams(query)
    if (!params.has('limit') && name !== 'nft/sales') params.set('limit', REFERENCE_LIMIT)
    const response = await fetch(`${gateway?.url}/api/v3/${name}?${params}`)
    return { status: response.status, body: await response.json() }
  }

  /** Differences that no rule explains; the rules that explained others are added to `used`. */
  async function unexplained(question: Question, used: Set<string>): Promise<Difference[]> {
    const { status, body } = question
    const answer = await ask(question)
    const theirs = { status, body: ordered(question, status, body) }
    const ours = { status: answer.status, body: ordered(question, answer.status, answer.body) }
    return differences(theirs, ours).filter((difference) => {
      const reasons = Object.keys(RULES).filter((reason) => RULES[reason]?.(difference, question))
      for (const reason of reasons) used.add(reason)
      return reasons.length === 0
    })
  }

  it('answers every recorded question equally, except for the listed ones', async () => {
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

  it('answers as its schemas say', async () => {
    const asked = new Set<string>()
    for (const question of questions) {
      const { status, body } = await ask(question)
      if (status !== 200) continue
      const { result } = v3Operations[question.name as keyof typeof v3Operations]
      expect(result.safeParse(body).error?.issues ?? [], `${question.name}?${question.query}`).toEqual([])
      asked.add(question.name)
    }
    expect(asked.size).toBe(8)
  })

  it('is asked all of the recorded questions', () => {
    expect(questions.length).toBe(450)
  })
})
