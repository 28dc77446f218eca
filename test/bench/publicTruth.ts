import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatGlobalConfig, parseGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import type { Answered, Question } from '../integration/indexer/indexRig.ts'
import { openReadThroughChain } from '../integration/indexer/readThroughChain.ts'
import { contradictions, type Unlike } from '../integration/indexer/readThroughFacts.ts'
import { chainObjects, readThroughQuestions } from '../integration/indexer/readThroughQuestions.ts'
import { askV3, pathOf } from '../integration/v3/askV3.ts'
import type { PresetName } from '../publicNetwork/profiles.ts'
import { startPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { at, round, startGatewayProcess } from './gatewayProcess.ts'

/** Presets of simulated networks, separated by commas. */
const PRESETS = (process.env.PRESET ?? 'public,bad').split(',') as PresetName[]
/** Questions of each preset, or, if given, minutes during which they are asked. */
const QUESTIONS = Number(process.env.QUESTIONS ?? 1_000)
const MINUTES = process.env.MINUTES === undefined ? undefined : Number(process.env.MINUTES)
const SEED = process.env.SEED ?? 'public truth'
/** Questions after which the gateway is replaced by a new one, whose index is empty again; 0: never. */
const FRESH = Number(process.env.FRESH ?? 0)
/** A part of the names of operations and their filters; all by default. */
const ONLY = process.env.ONLY ?? ''
/** Questions that are asked at the same time. */
const CLIENTS = Number(process.env.CLIENTS ?? 4)
/** How often a client asks a question again that was refused with `Retry-After`. */
const REPEATS = 4
/** Interval of lines about the progress on stderr, ms. */
const PROGRESS_MS = 30_000
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
    const random = new SeededRandom(SEED)
    const outcomes = new Outcomes()
    const begun = performance.now()
    let asked = 0
    let gateways = 0
    let quarantined = 0
    const ofServers: Record<string, number> = {}
    const isOver = () =>
      MINUTES === undefined ? asked >= QUESTIONS : performance.now() - begun >= MINUTES * 60_000

    /** Asks a new gateway until it has had its share of the questions. */
    async function askNewGateway(): Promise<void> {
      const gateway = await startGatewayProcess({ network: file, options: ['--index', 'off'] })
      const first = asked
      const isReplaced = () => isOver() || (FRESH > 0 && asked - first >= FRESH)
      gateways++
      try {
        await Promise.all(Array.from({ length: CLIENTS }, () => client(gateway.origin, isReplaced)))
        const metrics = await (await fetch(`${gateway.origin}/metrics`)).text()
        for (const [, count] of metrics.matchAll(/proof_failures_total\{[^}]*\} (\d+)/g)) {
          quarantined += Number(count)
        }
        addServerTotals(ofServers, metrics)
      } finally {
        await gateway.close()
      }
    }

    async function client(origin: string, isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        asked++
        const question = random.pick(questions)
        const { answers, times } = await askUntilAnswered(origin, question)
        const last = answers.at(-1)
        if (last?.kind !== 'answered') outcomes.noteRefused(question, answers, times)
        else outcomes.noteAnswered(question, { times, unlike: await unlikeWhole(question, last) })
      }
    }

    async function unlikeWhole(question: Question, found: Answered): Promise<readonly Unlike[]> {
      return contradictions(question, found, await wholeAnswer(question)).filter(
        // A list has the metadata of indexed contracts only, and no rows of accounts whose state could not be read
        // (compatibility-v3 §4.8; §4.9, departure 6).
        ({ path, found: part, expected }) =>
          // A contract that has lost its code keeps its name until its state is read (compatibility-v3 §4.8).
          !(expected === null && /\.address_book\.[^.]+\.interfaces$/.test(path)) &&
          (part !== undefined ||
            !(
              (/\.(metadata|address_book)\.[^.]+$/.test(path) &&
                !['metadata', 'addressBook'].includes(question.name)) ||
              // The header says which traces are not known (compatibility-v3 §4.4).
              (/\.trace_(id|external_hash|external_hash_norm)$/.test(path) &&
                found.kind === 'answered' &&
                found.coverage?.includes('trace_id of'))
            )),
      )
    }

    /** The gateway with the whole index is on this machine, which can be too busy for one of its answers. */
    async function wholeAnswer(question: Question): Promise<Answered> {
      for (let repeats = 0; ; repeats++) {
        const answer = await chain.whole(question)
        if (answer.kind === 'answered' || repeats === REPEATS) return answer
        await sleep(1_000)
      }
    }

    const progress = setInterval(() => {
      const seconds = Math.round((performance.now() - begun) / 1_000)
      console.error(JSON.stringify({ preset, seconds, asked, ...outcomes.counts }))
    }, PROGRESS_MS)
    try {
      while (!isOver()) await askNewGateway()
      return {
        preset,
        minutes: round((performance.now() - begun) / 60_000),
        ...outcomes.figures,
        gateways,
        quarantined,
        queries: network.ledger.entry.total,
        background_queries: network.ledger.entry.background,
        refusals_of_servers: network.ledger.entry.refusals,
        of_servers: ofServers,
      }
    } finally {
      clearInterval(progress)
      await network.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

/** What came of the questions. Times are milliseconds. */
class Outcomes {
  readonly #times: number[] = []
  /** Equal answers by the number of repetitions that they needed. */
  readonly #equal = new Array<number>(REPEATS + 1).fill(0)
  readonly #wrong: string[] = []
  readonly #refused: string[] = []
  readonly #reasons = new Map<string, number>()

  noteAnswered(
    question: Question,
    { times, unlike }: { times: readonly number[]; unlike: readonly Unlike[] },
  ) {
    this.#times.push(...times)
    const repeats = times.length - 1
    if (unlike.length === 0) this.#equal[repeats] = (this.#equal[repeats] ?? 0) + 1
    else {
      const text = `${JSON.stringify(question)}: ${unlikeText(unlike[0])}`
      this.#wrong.push(text)
      console.error(`wrong: ${text}`)
    }
  }

  noteRefused(question: Question, answers: readonly Answered[], times: readonly number[]): void {
    this.#times.push(...times)
    this.#refused.push(JSON.stringify(question))
    const last = answers.at(-1)
    const reason = last?.kind === 'refused' ? last.text.replace(/\d+/g, 'N').slice(0, 160) : ''
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
  }

  get counts() {
    const equal = this.#equal.reduce((sum, count) => sum + count, 0)
    return {
      equal,
      equal_at_once: this.#equal[0],
      refused_for_good: this.#refused.length,
      wrong: this.#wrong.length,
    }
  }

  get figures() {
    const { equal, wrong, refused_for_good } = this.counts
    return {
      questions: equal + wrong + refused_for_good,
      ...this.counts,
      equal_after_repeats: this.#equal.slice(1),
      first_wrong: this.#wrong.slice(0, 3),
      first_refused: this.#refused.slice(0, 5),
      reasons: Object.fromEntries([...this.#reasons].toSorted(([, a], [, b]) => b - a).slice(0, 6)),
      requests: this.#times.length,
      median_ms: at(this.#times, 0.5),
      p90_ms: at(this.#times, 0.9),
      longest_ms: round(Math.max(...this.#times)),
    }
  }
}

function unlikeText(unlike: Unlike | undefined): string {
  const part = (value: unknown) => JSON.stringify(value)?.slice(0, 300)
  return unlike ? `${unlike.path}: found ${part(unlike.found)}, expected ${part(unlike.expected)}` : ''
}

/** Adds each counter of liteservers, summed over the servers, to `totals`. */
function addServerTotals(totals: Record<string, number>, metrics: string): void {
  for (const [, name = '', count] of metrics.matchAll(/^tonscope_liteserver_(\w+)_total\{[^}]*\} (\d+)/gm)) {
    totals[name] = (totals[name] ?? 0) + Number(count)
  }
}

/** Asks a question again while it is refused with `Retry-After`, after that time, as a careful client does. */
async function askUntilAnswered(
  origin: string,
  question: Question,
): Promise<{ readonly answers: readonly Answered[]; readonly times: readonly number[] }> {
  const answers: Answered[] = []
  const times: number[] = []
  for (;;) {
    const begun = performance.now()
    const { answer, retryAfter } = await ask(origin, question)
    answers.push(answer)
    times.push(performance.now() - begun)
    if (answer.kind !== 'refused' || retryAfter === undefined || answers.length > REPEATS)
      return { answers, times }
    await sleep(retryAfter * 1_000)
  }
}

async function ask(
  origin: string,
  { name, params }: Question,
): Promise<{ readonly answer: Answered; readonly retryAfter?: number }> {
  const { status, body, headers } = await askV3(origin, pathOf(name, params))
  const { error } = body as { error?: unknown }
  if (REFUSED.has(status)) {
    const answer: Answered = { kind: 'refused', text: `${status} ${error}` }
    const after = headers.get('Retry-After')
    return { answer, ...(after !== null && { retryAfter: Number(after) }) }
  }
  const coverage = headers.get('X-Index-Coverage') ?? undefined
  const answer: Answered = {
    kind: 'answered',
    status,
    body: status === 200 ? body : error,
    ...(coverage && { coverage }),
  }
  return { answer }
}
