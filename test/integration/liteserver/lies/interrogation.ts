import { setTimeout as sleep } from 'node:timers/promises'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { LiteServerAddress } from '../../../../src-main/liteserver/pool/liteConnection.ts'
import { encodeLiteQuery, type LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { until } from '../../../fixtures/until.ts'
import { LIES, type Lie, replayHead } from './answerLies.ts'
import { type Honest, serve, type Tell } from './lyingServer.ts'
import { QUESTIONS, type Question, type Subject } from './questions.ts'
import { meaningOf } from './sameValue.ts'

/** Results of the lies. */
export type Verdict = {
  /** Answers that were changed. */
  told: number
  /** Changed answers that mean the same as the honest one, or of which only unread parts changed. */
  harmless: number
  /** Those, each with its question, kind of answer, lie and seed. */
  readonly harmlessLies: string[]
  /** Lies after which the liar was quarantined, backed off or left, and the true answer came from another server. */
  refused: number
  /** Questions that ended with something else than the true answer: there must be none. */
  readonly accepted: string[]
  /** How often each check refused. */
  readonly checks: Record<string, number>
}

export type Court = {
  /** Asks one question, to which the liar lies in the given way about one kind of answer. */
  tryLie(question: string, fn: string, lie: string, seed: number, verdict: Verdict): Promise<void>
  /** The kinds of answers that a question leads to, in order. */
  answersTo(question: string): Promise<readonly string[]>
  close(): Promise<void>
}

export function newVerdict(): Verdict {
  return { told: 0, harmless: 0, harmlessLies: [], refused: 0, accepted: [], checks: {} }
}

/** The constructor of liteServer.error. */
export const LITE_SERVER_ERROR = 0xbba9e148

/** The lie about the head that needs a memory. */
const REPLAY = 'an old head'
export const ALL_LIES: readonly string[] = [...Object.keys(LIES), REPLAY]

type Outcome = { readonly answer: string; readonly servers: readonly number[] }

/** How long the honest server waits for the liar, at most. */
const LIAR_FIRST_MS = 1_000

/** The liar's place among the servers of a network. */
const LIAR = 0

/** A liar and an honest server over one archive; `verify` false for a client that believes everything. */
export async function openCourt(honest: Honest, subject: Subject, { verify = true } = {}): Promise<Court> {
  // While lies about a chain of blocks are tried, the honest server's head comes after the liar's proof: the first
  // proof of a run is shared, and would be the honest server's as often as not.
  let liarFirst: Promise<unknown> | undefined
  const truth = await serve(honest, async ({ name }) => {
    if (name === 'getMasterchainInfo') await liarFirst
    return undefined
  })
  let tell: Tell = async () => undefined
  const liar = await serve(honest, (query, answer) => tell(query, answer))
  const truths = new Map<string, string>()
  const traces = new Map<string, readonly string[]>()

  const open = (servers: readonly LiteServerAddress[]) =>
    openLiteNetwork({
      config: { liteservers: servers, zeroState: subject.zeroState },
      verify,
      // Always the first server that is alive: the liar, as long as it is believed.
      random: () => 0,
      limits: { pollMs: 60_000, idlePollMs: 60_000 },
    })

  const ask = async (network: OpenLiteNetwork, question: string): Promise<Outcome> => {
    const session = network.session({ signal: AbortSignal.timeout(20_000) })
    try {
      const answer = meaningOf(await (QUESTIONS[question] as Question)(session, subject))
      return { answer, servers: session.servers }
    } catch (error) {
      return { answer: meaningOf(error), servers: session.servers }
    }
  }

  const truthOf = async (question: string): Promise<string> => {
    const known = truths.get(question)
    if (known) return known
    const network = await open([truth.address])
    const { answer } = await ask(network, question)
    network.close()
    truths.set(question, answer)
    return answer
  }

  return {
    async answersTo(question) {
      const known = traces.get(question)
      if (known) return known
      const names = new Set<string>()
      const watched = await serve(honest, async ({ name }) => {
        names.add(name)
        return undefined
      })
      const network = await open([watched.address])
      await ask(network, question)
      network.close()
      await watched.close()
      const trace = [...names].filter((name) => name !== 'lookupBlock')
      traces.set(question, trace)
      return trace
    },

    async tryLie(question, fn, lie, seed, verdict) {
      const expected = await truthOf(question)
      const random = new SeededRandom(seed)
      let told = 0
      const asked = Promise.withResolvers<void>()
      if (fn === 'getBlockProof') liarFirst = Promise.race([asked.promise, sleep(LIAR_FIRST_MS)])
      tell = async (query, answer) => {
        if (query.name !== fn) return undefined
        asked.resolve()
        const changed = await changedAnswer({ query, answer, lie, random, honest, subject })
        if (changed && !changed.equals(answer)) told++
        return changed
      }
      const network = await open([liar.address, truth.address])
      try {
        await bothPolled(network)
        if (lie === REPLAY) await network.session().last()
        const { answer, servers } = await ask(network, question)
        const stats = network.stats()
        const { failures = 0, unprovedHeads = 0 } = stats.servers[LIAR] ?? {}
        const failed = failures + unprovedHeads
        verdict.told += told
        if (answer !== expected) verdict.accepted.push(`${question}, ${fn}, ${lie}, seed ${seed}: ${answer}`)
        else if (stats.proofFailures > 0 || failed > 0 || !servers.includes(LIAR)) {
          verdict.refused += told
          const check =
            /: ([a-z ]+) proof does not hold/.exec(stats.servers[0]?.lastError ?? '')?.[1] ?? 'stale'
          verdict.checks[check] = (verdict.checks[check] ?? 0) + 1
        } else if (told > 0) {
          verdict.harmless += told
          verdict.harmlessLies.push(`${question}, ${fn}, ${lie}, seed ${seed}`)
        }
      } finally {
        tell = async () => undefined
        liarFirst = undefined
        network.close()
      }
    },

    async close() {
      await liar.close()
      await truth.close()
    },
  }
}

/** Waits until both servers have answered their first poll, or failed. */
async function bothPolled(network: OpenLiteNetwork): Promise<void> {
  await until(
    'both servers are polled',
    () =>
      network.stats().servers.every(({ state, lastError }) => state !== 'connecting' || lastError) ||
      undefined,
    { pauseMs: 1 },
  )
}

export type Telling = {
  readonly query: LiteQuery
  readonly answer: Buffer
  readonly lie: string
  readonly random: SeededRandom
  readonly honest: Honest
  readonly subject: Subject
}

/** Returns the false answer of a lie by name, or undefined if the lie does not apply. */
export function changedAnswer({ query, answer, lie, random, honest, subject }: Telling) {
  if (lie === REPLAY) return Promise.resolve(replayHead(query, answer, subject.old))
  const other = async () => {
    const question = aboutSomethingElse(query, subject, random)
    const answer = question && (await honest(question))
    // A refusal is no lie that could be seen through: nothing proves it, nothing disproves it.
    return answer && answer.readUInt32LE(0) !== LITE_SERVER_ERROR ? answer : undefined
  }
  return Promise.resolve((LIES[lie] as Lie)({ query, answer, random, other }))
}

/** The same question about another block, account or place. */
function aboutSomethingElse(query: LiteQuery, subject: Subject, random: SeededRandom): Buffer | undefined {
  const request = query.request as Record<string, unknown>
  const blocks = [subject.head, subject.old, subject.busy, ...subject.oldShards]
  const changes: Record<string, unknown>[] = []
  if ('account' in request) {
    const { workChain: workchain, hash: id } = random.pick([...subject.accounts, subject.missingAccount])
    changes.push({ account: { workchain, id } })
  }
  if ('id' in request && 'rootHash' in (request.id as object)) changes.push({ id: random.pick(blocks) })
  if ('id' in request && !('rootHash' in (request.id as object))) {
    // A lookup: another block of the same chain.
    const id = request.id as { readonly workchain: number }
    const { workchain, shard, seqno } = random.pick(blocks)
    if (workchain === id.workchain) changes.push({ id: { workchain, shard, seqno } })
  }
  if ('targetBlock' in request) changes.push({ targetBlock: random.pick([subject.head, subject.old]) })
  if ('paramList' in request) changes.push({ paramList: [random.pick([15, 28, 32, 34])] })
  if ('libraryList' in request) changes.push({ libraryList: [random.pick(subject.libraries)] })
  if (changes.length === 0) return undefined
  const fn = query.fn as Parameters<typeof encodeLiteQuery>[0]
  return encodeLiteQuery(fn, { ...request, ...random.pick(changes) } as never)
}
