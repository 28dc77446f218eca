import { join } from 'node:path'
import { openSubject } from '../integration/liteserver/lies/archiveSubject.ts'
import { ALL_LIES, newVerdict, openCourt } from '../integration/liteserver/lies/interrogation.ts'
import { QUESTIONS } from '../integration/liteserver/lies/questions.ts'

const SAMPLE = join(import.meta.dirname, '../../src-main/networks/sample/sample.tonscope')
/** Changed answers; TONSCOPE_LIES overrides it. */
const DEFAULT_LIES = 100_000
/** Changed answers between two lines of figures. */
const REPORT_EVERY = 5_000

type Case = { readonly question: string; readonly fn: string; readonly lie: string }

/**
 * Puts a lying liteserver and an honest one, both over ADNL, before the verifying client and changes answers of every
 * lite_api function that the client uses, round after round with new seeds (TONSCOPE_LIES_SEED is the first), until
 * enough were changed. An outcome other than the honest one, an error included, counts as accepted: its question,
 * function, lie and seed are printed, and the bench fails. Harmless lies changed only what no proof covers and the
 * answer does not contain.
 */
export async function* benchLies(): AsyncGenerator<object> {
  const wanted = Number(process.env.TONSCOPE_LIES ?? DEFAULT_LIES)
  const firstSeed = Number(process.env.TONSCOPE_LIES_SEED ?? 1)
  const opened = await openSubject(SAMPLE)
  const court = await openCourt(opened.honest, opened.subject)
  const verdict = newVerdict()
  const toldByFunction: Record<string, number> = {}
  let seed = firstSeed
  let reported = 0

  const figures = () => ({
    lies: verdict.told,
    refused: verdict.refused,
    harmless: verdict.harmless,
    accepted: verdict.accepted.length,
    seeds: [firstSeed, seed - 1],
  })
  try {
    const cases: Case[] = []
    for (const question of Object.keys(QUESTIONS)) {
      for (const fn of await court.answersTo(question)) {
        for (const lie of ALL_LIES) cases.push({ question, fn, lie })
      }
    }
    while (verdict.told < wanted) {
      const before = verdict.told
      for (const { question, fn, lie } of cases) {
        const told = verdict.told
        await court.tryLie(question, fn, lie, seed++, verdict)
        toldByFunction[fn] = (toldByFunction[fn] ?? 0) + verdict.told - told
        if (verdict.told >= wanted) break
        if (verdict.told - reported >= REPORT_EVERY) {
          reported = verdict.told
          yield figures()
        }
      }
      if (verdict.told === before) throw new Error('no answer was changed in a whole round')
    }
    yield { ...figures(), by_function: toldByFunction, checks: verdict.checks }
    if (verdict.accepted.length > 0) throw new Error(`false outcomes:\n${verdict.accepted.join('\n')}`)
  } finally {
    await court.close()
    opened.close()
  }
}
