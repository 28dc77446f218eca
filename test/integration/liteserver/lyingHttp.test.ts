import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenSubject, openSubject } from './lies/archiveSubject.ts'
import { type HttpCourt, newHttpVerdict, openHttpCourt, openTruth, type Truth } from './lies/httpCourt.ts'
import { v2QuestionsAt, v3QuestionsAt } from './lies/httpQuestions.ts'
import { Chance } from './lies/random.ts'

const SAMPLE = fileURLToPath(new URL('../../../src-main/networks/sample', import.meta.url))
/** Masterchain blocks that are asked about, and requests for each: `npm run bench -- lies-http` tries many more. */
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
        const chance = new Chance(seed)
        const seqno = 1 + chance.below(opened.subject.head.seqno - 1)
        const questions = [
          ...(await v2QuestionsAt(seqno, opened.subject, truth.answer, chance)),
          ...v3QuestionsAt(seqno),
        ]
        for (let asked = 0; asked < PER_BLOCK; asked++) {
          await court.tryLie(chance.pick(questions), seed++, verdict)
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

  it('gives no false answer behind a lone liar, and says that the liteserver is at fault', async () => {
    const { told, failed, falseAnswers, badStatuses, missed } = await askAbout(false)
    expect({ falseAnswers, badStatuses, missed }).toEqual({ falseAnswers: [], badStatuses: [], missed: [] })
    expect(told).toBeGreaterThan(8)
    expect(failed[502]).toBeGreaterThan(3)
  })
})
