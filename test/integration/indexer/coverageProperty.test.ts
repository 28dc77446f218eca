import { afterAll, describe, expect, it } from 'vitest'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { anyQuestion } from './coverageQuestions.ts'
import { type ChainRig, openChainRig } from './coverageRig.ts'
import { statusUntil } from './indexGateway.ts'
import type { Answered, IndexRig, Question } from './indexRig.ts'

/** `SEEDS=200 npx vitest run` this file for more. */
const SEEDS = Number(process.env.SEEDS ?? 8)
/** Seeds that share a chain, which each makes longer. */
const SEEDS_A_CHAIN = 10
const STEPS = 6
const QUESTIONS = 5
const ONE_SEED_MS = 60_000

type Step = (
  rig: { readonly chain: ChainRig; readonly part: IndexRig },
  random: SeededRandom,
) => Promise<unknown>

/** Starts a backfill, and waits for its end in half of the cases. */
async function backfilled({ indexer }: IndexRig, random: SeededRandom, values: object): Promise<void> {
  const { id } = (await indexer.command('backfill', values)) as { id: number }
  // Without room it waits for the disk.
  if (random.below(2) === 0 || indexer.status().disk.limit_bytes !== null) return
  const isEnded = ({ jobs }: IndexStatus) => {
    const job = jobs.find((one) => one.id === id)
    return job !== undefined && job.state !== 'running' && job.state !== 'waiting'
  }
  await statusUntil(indexer.status, isEnded, ONE_SEED_MS)
}

/** What can happen to an index and its chain, in any order. */
const ACTIONS: Readonly<Record<string, Step>> = {
  'new block': ({ chain }, random) => chain.block(random),
  'new blocks': async ({ chain }, random) => {
    for (let made = 0; made < 3; made++) await chain.block(random)
  },
  'one question': async ({ chain, part }, random) => part.ask(await anyQuestion(chain, random)),
  follow: ({ part }) => part.indexer.command('settings', { mode: 'follow' }),
  off: ({ part }) => part.indexer.command('settings', { mode: 'off' }),
  pause: ({ part }) => part.indexer.command('pause', {}),
  resume: ({ part }) => part.indexer.command('resume', {}),
  'backfill of blocks': ({ chain, part }, random) => {
    const from = 1 + random.below(chain.head)
    return backfilled(part, random, {
      from,
      to: Math.min(chain.head, from + random.below(8)),
      oldest_first: random.below(2) === 0,
    })
  },
  'backfill of all blocks': ({ chain, part }, random) =>
    backfilled(part, random, { from: 1, to: chain.head }),
  'backfill of an account': ({ chain, part }, random) =>
    backfilled(part, random, { account: random.pick(chain.wallets).address.toRawString() }),
  'no disk left': ({ part }) => part.indexer.command('settings', { disk_limit_bytes: 1 }),
  'disk enough': ({ part }) => part.indexer.command('settings', { disk_limit_bytes: null }),
}

const PREFERENCES = [
  { byDefault: false },
  { byDefault: false, requested: 'off' },
  { byDefault: false, requested: 'follow' },
  { byDefault: true },
  { byDefault: false, requested: { from: 9 } },
] as const satisfies readonly FollowPreference[]

/** Of the states beside a transaction an index has the contents where it has their blocks: only the hash is compared. */
const STATES = ['account_state_before', 'account_state_after']

function comparable({ name }: Question, answer: Answered): unknown {
  if (answer.kind === 'refused') return answer
  const { status, body } = answer
  return JSON.parse(JSON.stringify({ status, body }), (key, value) => {
    if (STATES.includes(key)) return value.hash
    // A list of traces does not wait until they are classified, unless their actions are requested.
    if (key === 'classification_state' && name === 'traces') return undefined
    // It is the first block that an index covers.
    return name === 'masterchainInfo' && key === 'first' ? undefined : value
  })
}

describe('an index of any part of a chain', () => {
  let chain: ChainRig | undefined
  const counts = { answered: 0, refused: 0 }
  const names = new Set<string>()

  for (let first = 0; first < SEEDS; first += SEEDS_A_CHAIN) {
    const seeds = Array.from({ length: Math.min(SEEDS_A_CHAIN, SEEDS - first) }, (_, i) => first + i)
    it(
      `answers as an index of the whole chain does, or refuses (seeds ${seeds[0]} to ${seeds.at(-1)})`,
      async () => {
        await using rig = await openChainRig(new SeededRandom(`chain ${first}`))
        chain = rig
        for (const seed of seeds) await runSeed(rig, seed)
      },
      SEEDS_A_CHAIN * ONE_SEED_MS,
    )
  }

  async function runSeed(rig: ChainRig, seed: number): Promise<void> {
    const random = new SeededRandom(`coverage ${seed}`)
    await using part = await rig.open(random.pick(PREFERENCES))
    const done: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const action = random.pick(Object.keys(ACTIONS))
      done.push(action)
      await ACTIONS[action]?.({ chain: rig, part }, random)
      for (let asked = 0; asked < QUESTIONS; asked++) {
        const question = await anyQuestion(rig, random)
        const expected = await rig.whole.ask(question)
        const found = await part.ask(question)
        const place = `seed ${seed}, after ${done.join(', ')}: ${JSON.stringify(question)}; ${JSON.stringify(part.indexer.store.coverage())}`
        counts[found.kind]++
        if (found.kind === 'refused') expect(found.text, place).toMatch(/covers (none|\d)|is indexed/)
        else {
          names.add(question.name)
          expect(comparable(question, found), place).toEqual(comparable(question, expected))
        }
      }
    }
  }

  afterAll(() => {
    expect(chain).toBeDefined()
    if (process.env.SEEDS) console.log(JSON.stringify({ seeds: SEEDS, ...counts, operations: names.size }))
    expect(counts.answered, 'most questions are answered').toBeGreaterThan(counts.refused)
  })
})
