import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatGlobalConfig, parseGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import type { Answered, Question } from '../integration/indexer/indexRig.ts'
import { openReadThroughChain } from '../integration/indexer/readThroughChain.ts'
import { contradictions } from '../integration/indexer/readThroughFacts.ts'
import { chainObjects, readThroughQuestions } from '../integration/indexer/readThroughQuestions.ts'
import { askV3, pathOf } from '../integration/v3/askV3.ts'
import type { PresetName } from '../publicNetwork/profiles.ts'
import { startPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { at, round, startGatewayProcess } from './gatewayProcess.ts'

/** Presets of simulated networks, separated by commas. */
const PRESETS = (process.env.PRESET ?? 'public,bad').split(',') as PresetName[]
/** Questions of each preset. */
const QUESTIONS = Number(process.env.QUESTIONS ?? 1_000)
const SEED = process.env.SEED ?? 'public truth'
/** A part of the names of operations and their filters; all by default. */
const ONLY = process.env.ONLY ?? ''
/** Questions that are asked at the same time. */
const CLIENTS = 4
/** Statuses of an error that names its reason and says nothing about the chain. */
const REFUSED: ReadonlySet<number> = new Set([502, 503, 504, 542])

/**
 * Questions to a gateway without an index over simulated public networks, compared with the answers of an index of the
 * whole chain: each is equal, or refused with a reason. `wrong` must be 0.
 */
export async function* benchPublicTruth(): AsyncGenerator<object> {
  await using chain = await openReadThroughChain()
  const questions = readThroughQuestions(await chainObjects(chain)).filter(({ name, params }) =>
    `${name} ${Object.keys(params)}`.includes(ONLY),
  )
  const config = parseGlobalConfig(readFileSync(chain.scene.scene.globalConfigFile, 'utf8'))
  for (const preset of PRESETS) yield await compare(preset)

  async function compare(preset: PresetName): Promise<object> {
    const network = await startPublicNetwork({ chain: config, servers: preset, seed: SEED })
    const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
    const file = join(dir, 'public.json')
    writeFileSync(file, formatGlobalConfig({ ...config, ...network.config }))
    const gateway = await startGatewayProcess({ network: file, options: ['--index', 'off'] })
    const random = new SeededRandom(SEED)
    const times: number[] = []
    const reasons = new Map<string, number>()
    const wrong: string[] = []
    let [asked, equal] = [0, 0]

    async function client(): Promise<void> {
      while (asked < QUESTIONS) {
        asked++
        const question = random.pick(questions)
        const begun = performance.now()
        const found = await ask(gateway.origin, question)
        times.push(performance.now() - begun)
        if (found.kind === 'refused') {
          const reason = found.text.replace(/\d+/g, 'N').slice(0, 120)
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
          continue
        }
        const unlike = contradictions(question, found, await chain.whole(question)).filter(
          // A list has the metadata of indexed contracts only, and no rows of accounts whose state could not be read
          // (compatibility-v3 §4.8; §4.9, departure 6).
          ({ path, found: part }) =>
            part !== undefined ||
            !(
              (/\.(metadata|address_book)\.[^.]+$/.test(path) &&
                !['metadata', 'addressBook'].includes(question.name)) ||
              // The header says which traces are not known.
              (path.endsWith('.trace_id') && found.coverage?.includes('trace_id of'))
            ),
        )
        if (unlike.length === 0) equal++
        else wrong.push(`${JSON.stringify(question)}: ${JSON.stringify(unlike[0]).slice(0, 400)}`)
      }
    }

    try {
      await Promise.all(Array.from({ length: CLIENTS }, client))
      const metrics = await (await fetch(`${gateway.origin}/metrics`)).text()
      const proofFailures = [...metrics.matchAll(/proof_failures_total\{[^}]*\} (\d+)/g)].map(([, count]) =>
        Number(count),
      )
      return {
        preset,
        questions: times.length,
        equal,
        refused: times.length - equal - wrong.length,
        wrong: wrong.length,
        first_wrong: wrong.slice(0, 3),
        reasons: Object.fromEntries([...reasons].toSorted(([, a], [, b]) => b - a).slice(0, 6)),
        median_ms: at(times, 0.5),
        p90_ms: at(times, 0.9),
        longest_ms: round(Math.max(...times)),
        quarantined: proofFailures.reduce((sum, count) => sum + count, 0),
        refusals_of_servers: network.ledger.entry.refusals,
      }
    } finally {
      await gateway.close()
      await network.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

async function ask(origin: string, { name, params }: Question): Promise<Answered> {
  const { status, body, headers } = await askV3(origin, pathOf(name, params))
  const { error } = body as { error?: unknown }
  if (REFUSED.has(status)) return { kind: 'refused', text: `${status} ${error}` }
  const coverage = headers.get('X-Index-Coverage') ?? undefined
  return { kind: 'answered', status, body: status === 200 ? body : error, ...(coverage && { coverage }) }
}
