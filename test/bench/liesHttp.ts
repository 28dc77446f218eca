import { join } from 'node:path'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { openSubject } from '../integration/liteserver/lies/archiveSubject.ts'
import {
  type HttpVerdict,
  newHttpVerdict,
  openHttpCourt,
  openTruth,
} from '../integration/liteserver/lies/httpCourt.ts'
import { v2QuestionsAt, v3QuestionsAt } from '../integration/liteserver/lies/httpQuestions.ts'

const SAMPLE = join(import.meta.dirname, '../../src-main/networks/sample/sample.tonscope')
/** Lies; TONSCOPE_LIES overrides it. */
const DEFAULT_LIES = 20_000
/** Gateways with seven liars and an honest liteserver, and gateways with a lone liar. */
const MIXED = 3
const ALONE = 1
const LIARS = 7
/** Requests about one masterchain block: what is proved of it is cached, so that further ones ask less. */
const PER_BLOCK = 5
const REPORT_EVERY = 1_000
/** A gateway ends after so many lies: by then its index has most blocks. */
const LIES_PER_GATEWAY = 2_500

type Lane = { readonly name: string; readonly hasHonest: boolean; readonly verdict: HttpVerdict }

/**
 * Sends v2 and v3 requests to gateways whose liteservers lie: seven liars before an honest one, and a lone liar.
 * Each liar changes, withholds or misplaces one answer per request, with seeds that count from TONSCOPE_LIES_SEED.
 * Every HTTP answer is compared with that of a gateway behind an honest liteserver, and every lie with the liar's count
 * of refused answers in the metrics. The bench fails for one answer that is false, for a lie that is not counted though
 * a client that asks only the liar refuses it, and for a failure other than 502, 504 and 503 with Retry-After (behind a lone liar also 542, and 500
 * with the liteserver's own refusal).
 */
export async function* benchLiesHttp(): AsyncGenerator<object> {
  const wanted = Number(process.env.TONSCOPE_LIES ?? DEFAULT_LIES)
  let seed = Number(process.env.TONSCOPE_LIES_SEED ?? 1)
  const opened = await openSubject(SAMPLE)
  const { head } = opened.subject
  const truth = await openTruth(opened.honest, opened.subject)
  const lanes: Lane[] = [
    ...Array.from({ length: MIXED }, (_, at) => ({
      name: `liars and honest ${at}`,
      hasHonest: true,
      verdict: newHttpVerdict(),
    })),
    ...Array.from({ length: ALONE }, (_, at) => ({
      name: `liar alone ${at}`,
      hasHonest: false,
      verdict: newHttpVerdict(),
    })),
  ]
  const told = () => lanes.reduce((sum, { verdict }) => sum + verdict.told, 0)

  async function run({ hasHonest, verdict }: Lane): Promise<void> {
    while (told() < wanted) {
      const court = await openHttpCourt({ ...opened, hasHonest, truth, liars: hasHonest ? LIARS : 1 })
      const end = verdict.told + LIES_PER_GATEWAY
      try {
        while (told() < wanted && verdict.told < end) {
          const random = new SeededRandom(seed)
          const seqno = 1 + random.below(head.seqno - 1)
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
    }
  }

  const running = Promise.all(lanes.map(run))
  // Awaited below, after the figures.
  running.catch(() => undefined)
  let isDone = false
  void running
    .finally(() => {
      isDone = true
    })
    .catch(() => undefined)
  let reported = 0
  let shown = 0
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    if (told() - reported < REPORT_EVERY) continue
    reported = told()
    const total = (count: (verdict: HttpVerdict) => number) =>
      lanes.reduce((sum, { verdict }) => sum + count(verdict), 0)
    const wrong = wrongOf(lanes)
    const isNew = wrong.length > shown
    shown = wrong.length
    yield {
      lies: reported,
      seed,
      requests: total(({ trials }) => trials),
      refused: total(({ refused }) => refused),
      false_answers: total(({ falseAnswers }) => falseAnswers.length),
      bad_statuses: total(({ badStatuses }) => badStatuses.length),
      uncounted: total(({ uncounted }) => Object.values(uncounted).reduce((sum, count) => sum + count, 0)),
      ...(isNew && { wrong }),
    }
  }
  await running
  await truth.close()
  opened.close()
  for (const { name, verdict } of lanes) yield { name, ...verdict }
  const wrong = wrongOf(lanes)
  if (wrong.length > 0) throw new Error(`false answers, failures or uncounted lies:\n${wrong.join('\n')}`)
}

function wrongOf(lanes: readonly Lane[]): readonly string[] {
  return lanes.flatMap(({ verdict: { falseAnswers, badStatuses, missed } }) => [
    ...falseAnswers,
    ...badStatuses,
    ...missed.map((lie) => `not counted: ${lie}`),
  ])
}
