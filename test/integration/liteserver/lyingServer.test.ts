import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { type OpenSubject, openSubject } from './lies/archiveSubject.ts'
import { ALL_LIES, type Court, newVerdict, openCourt } from './lies/interrogation.ts'
import { QUESTIONS } from './lies/questions.ts'

const SAMPLE = fileURLToPath(new URL('../../../src-main/networks/sample', import.meta.url))

/** Lies tried per question: the conformance suite tries them all on a whole network. */
const LIES_PER_QUESTION = 8

describe('a liar in front of the sample network', () => {
  const verdict = newVerdict()
  let opened: OpenSubject
  let court: Court

  beforeAll(async () => {
    opened = await openSubject(SAMPLE)
    court = await openCourt(opened.honest, opened.subject)
  })
  afterAll(async () => {
    await court?.close()
    opened?.close()
  })

  it.each(Object.keys(QUESTIONS))('gets no lie about %s accepted', { timeout: 60_000 }, async (question) => {
    const random = new SeededRandom(question.length)
    const answers = await court.answersTo(question)
    for (let n = 0; n < LIES_PER_QUESTION; n++) {
      await court.tryLie(question, random.pick(answers), random.pick(ALL_LIES), random.below(1e9), verdict)
    }
    expect(verdict.accepted).toEqual([])
  })

  it('is believed where nothing is verified, so that this test would see it', async () => {
    const credulous = await openCourt(opened.honest, opened.subject, { verify: false })
    const believed = newVerdict()
    for (let seed = 0; seed < 4; seed++) {
      await credulous.tryLie('masterchainInfo', 'getMasterchainInfo', 'another hash', seed, believed)
    }
    await credulous.close()
    expect(believed.accepted.length).toBeGreaterThan(0)
  })

  it('was refused many times', () => {
    expect(verdict.accepted).toEqual([])
    expect(verdict.refused).toBeGreaterThanOrEqual(100)
  })
})
