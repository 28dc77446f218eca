import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { type OpenSubject, openSubject } from './lies/archiveSubject.ts'
import { type HttpCourt, newHttpVerdict, openHttpCourt, openTruth, type Truth } from './lies/httpCourt.ts'
import { v2QuestionsAt, v3QuestionsAt } from './lies/httpQuestions.ts'

const SAMPLE = fileURLToPath(new URL('../../../src-main/networks/sample', import.meta.url))
/** Masterchain blocks of the requests, and requests for each: `npm run bench -- lies-http` tries many more. */
const BLOCKS = 12
const PER_BLOCK = 4
const LIARS = 3
const FIRST_SEED = 1

describe('a gateway over HTTP', () => {
  let opened: OpenSubject
  let truth: Truth
  let court: HttpCourt | undefined
  beforeAll(async () => {
    opened = await openSubject(SAMPLE)
    truth = await openTruth(opened.honest, opened.subject)
  })
  afterAll(async () => {
    await truth?.close()
    opened?.close()
  })

  async function askAbout(hasHonest: boolean) {
    court = await openHttpCourt({ ...opened, truth, hasHonest, liars: hasHonest ? LIARS : 1 })
    const verdict = newHttpVerdict()
    let seed = FIRST_SEED
    try {
      for (let block = 0; block < BLOCKS; block++) {
        const random = new SeededRandom(seed)
        const seqno = 1 + random.below(opened.subject.head.seqno - 1)
        const questions = [
          ...(await v2QuestionsAt(seqno, opened.subject, truth.answer, random)),
          ...v3QuestionsAt(seqno),
        ]
        for (let asked = 0; asked < PER_BLOCK; asked++) {
          await court.tryLie(random.pick(questions), seed++, verdict)
        }
      }
    } finally {
      await court.close()
    }
    return verdict
  }

  it('answers truly behind three liars and an honest liteserver, and counts each lie', async () => {
    const { told, refused, failed, falseAnswers, badStatuses, missed } = await askAbout(true)
    const none = { falseAnswers: [], badStatuses: [], missed: [], failed: {} }
    expect({ falseAnswers, badStatuses, missed, failed }).toEqual(none)
    expect(told).toBeGreaterThan(25)
    expect(refused).toBeGreaterThan(told / 2)
  })

  it('returns no false answer behind a lone liar, and names the liteserver as the cause', async () => {
    const { told, failed, falseAnswers, badStatuses, missed } = await askAbout(false)
    expect({ falseAnswers, badStatuses, missed }).toEqual({ falseAnswers: [], badStatuses: [], missed: [] })
    expect(told).toBeGreaterThan(8)
    expect(failed[502]).toBeGreaterThan(3)
  })
})
