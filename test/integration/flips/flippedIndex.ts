import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pino from 'pino'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { indexFolder, readNetworkChoice } from '../../../src-main/gateway/networkChoice.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { keepFile } from '../../../src-main/store/archive/keptFiles.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { openIndex } from '../../../src-main/store/writerThread.ts'
import { sampleUntil, sampleZeroState, stepsOf } from '../archive/sampleIndex.ts'
import { indexUntil } from '../indexer/indexGateway.ts'

/** Masterchain blocks of the index, and those of them that are in its log. */
const BLOCKS = 20
const IN_LOG = [18, 19, 20]
const ACCOUNTS = 4
const FULL = '-9223372036854775808'
const DEADLINE_MS = 60_000
/** Fields that differ between runs, or depend on the progress of detection in the background. */
const VOLATILE: ReadonlySet<string> = new Set([
  '@extra',
  'address_book',
  'metadata',
  'interfaces',
  'contract_methods',
  'classification_state',
])
/** Reasons of accepted refusals. */
const REASON =
  /the index is damaged|is being rebuilt|is being opened|the index is closed|index's reader ended|the index does not have this|no workers available|archive is damaged|has lost|is no index/

export type Answer = { readonly status: number; readonly text: string }
export type Answers = ReadonlyMap<string, Answer>

/** `wrong`: another answer than the intact index gives, or a failure without a reason. */
export type Outcome = {
  readonly kind: 'equal' | 'refused' | 'wrong'
  /** The answers are those of an earlier commit, and say so. */
  readonly isEarlier?: boolean
  readonly detail?: string
}

/** Indexes of recorded blocks without a network: every answer comes from their files. */
export type FlippedIndexes = {
  /** Folders of intact indexes: one that was closed, and one whose process was killed, with a log. */
  readonly folders: { readonly closed: string; readonly killed: string }
  /** Folders of the index as of each commit of its log, the last one in `killed`. */
  readonly commits: readonly string[]
  /** Root hash of the zero state, hexadecimal. */
  readonly chain: string
  /** Copies an intact index, lets `damage` change its files, and compares the answers of a gateway to every request. */
  outcomeOf(folder: string, damage: (index: string) => void, options?: OutcomeOptions): Promise<Outcome>
}

export type OutcomeOptions = {
  /**
   * The files are damaged after the start. Every request is sent twice: one that is refused at first must be answered
   * when the index is rebuilt.
   */
  readonly whileRunning?: boolean
}

/** Makes the indexes below a folder. */
export async function makeFlippedIndexes(root: string): Promise<FlippedIndexes> {
  const contents = sampleUntil(BLOCKS)
  const steps = stepsOf(contents)
  const zero = sampleZeroState(contents)
  const config = join(root, 'gone.json')
  const nowhere = { host: '127.0.0.1', port: 1, publicKey: Buffer.alloc(32, 1) }
  writeFileSync(
    config,
    formatGlobalConfig({ liteservers: [nowhere], zeroState: zero.id, initBlock: zero.id, hardforks: [] }),
  )
  const building = join(root, 'building')
  const folders = { closed: join(root, 'closed'), killed: join(root, 'killed') }
  /** Folders of the index as of each commit. */
  const commits: string[] = []
  const parser = createParsePool({ threads: 1 })
  try {
    mkdirSync(building, { recursive: true })
    for (const { id, data } of contents.zeroStates) await keepFile(archiveFolder(building), id, data)
    const options = { dir: building, chain: zero.id.rootHash.toString('hex'), isReadOnly: false }
    const factsOf = async (seqno: number) => [await parser.masterchainBlock(steps(seqno))]
    const first = openIndex(options).methods
    first.writeHistory(await parser.zeroStates(contents.zeroStates))
    for (let seqno = 1; seqno < (IN_LOG[0] as number); seqno++) first.writeBlocks(await factsOf(seqno))
    first.close()
    copyIndex(building, folders.closed)
    commits.push(folders.closed)
    const second = openIndex({ ...options, checkpointPages: 1 }).methods
    const reader = openReader(databaseFile(building))
    for (const [i, seqno] of IN_LOG.entries()) {
      second.writeBlocks(await factsOf(seqno))
      const folder = i === IN_LOG.length - 1 ? folders.killed : join(root, `commit-${seqno}`)
      copyIndex(building, folder)
      commits.push(folder)
      // From here on the log cannot be checkpointed any further.
      if (i === 0) reader.exec('BEGIN; SELECT * FROM meta')
    }
    reader.close()
    second.close()
  } finally {
    await parser.close()
    contents.close()
  }
  const questions = questionsOf(folders.killed)
  const home = join(root, 'home')
  const index = indexFolder(home, readNetworkChoice(config))

  async function answersFor(
    folder: string,
    damage: (index: string) => void,
    { whileRunning = false }: OutcomeOptions,
  ): Promise<readonly Answers[]> {
    rmSync(home, { recursive: true, force: true })
    copyIndex(folder, index)
    if (!whileRunning) damage(index)
    const gateway = await start({ network: config, dataDir: home })
    try {
      if (!whileRunning) return [await askAll(gateway, questions)]
      damage(index)
      const first = await askAll(gateway, questions)
      await usable(gateway)
      return [first, await askAll(gateway, questions)]
    } finally {
      await gateway.close()
    }
  }
  /** Answers of the intact index as of each commit, by the coverage that they name. */
  const honest = new Map<string, Answers>()
  async function askCommits(newest: string): Promise<void> {
    for (const folder of newest === folders.closed ? [newest] : commits) {
      const [answers] = await answersFor(folder, () => {}, {})
      if (answers) honest.set(coverageOf(answers), answers)
    }
    if (honest.size !== (newest === folders.closed ? 1 : commits.length))
      throw new Error('commits are not told apart by their coverage')
  }
  const asked = new Map<string, Promise<void>>()
  return {
    folders,
    commits,
    chain: zero.id.rootHash.toString('hex'),
    async outcomeOf(folder, damage, options = {}) {
      if (!asked.has(folder)) asked.set(folder, askCommits(folder))
      await asked.get(folder)
      const newest = `1-${folder === folders.closed ? BLOCKS - IN_LOG.length : BLOCKS}`
      const all = await answersFor(folder, damage, options)
      let outcome: Outcome = { kind: 'equal' }
      for (const [i, answers] of all.entries()) {
        const coverage = coverageOf(answers)
        outcome = compareAnswers(answers, honest.get(coverage) ?? (honest.get(newest) as Answers))
        if (outcome.kind === 'wrong') return outcome
        if (coverage !== newest && honest.has(coverage)) outcome = { ...outcome, isEarlier: true }
        if (i === 0 && all.length > 1 && outcome.kind !== 'refused')
          return { kind: 'wrong', detail: 'the damage was not noticed' }
      }
      return outcome
    },
  }
}

/** Copies an index that can be open: its locks stay with its process. */
export function copyIndex(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.lock|-shm$/.test(basename(path)) })
}

/** Paths whose answers show every row and every archived block. */
function questionsOf(folder: string): readonly string[] {
  const connection = openReader(databaseFile(folder))
  const addresses = connection
    .prepare<[number], Buffer>(
      `SELECT address FROM accounts WHERE id IN (SELECT account FROM transactions)
      ORDER BY id LIMIT ?`,
    )
    .pluck()
    .all(ACCOUNTS)
  connection.close()
  const v3 = (question: string) => `${V3_PREFIX}/${question}`
  const v2 = (question: string) => `${V2_PREFIX}/${question}`
  const lists = ['blocks', 'transactions', 'messages', 'traces'].map((name) => `${name}?limit=500&sort=asc`)
  const accounts = addresses.map((address) => `${address.readInt8(0)}:${address.subarray(1).toString('hex')}`)
  return [
    ...lists.map(v3),
    ...accounts.flatMap((account) => [
      v3(`accountStates?address=${account}`),
      v3(`transactions?account=${account}&limit=100`),
      v2(`getAddressInformation?address=${account}`),
      v2(`getTransactions?address=${account}&limit=20`),
    ]),
    ...Array.from({ length: BLOCKS }, (_, i) => i + 1).flatMap((seqno) => [
      v3(`masterchainBlockShards?seqno=${seqno}`),
      v2(`getBlockTransactionsExt?workchain=-1&shard=${FULL}&seqno=${seqno}`),
      v2(`getBlockHeader?workchain=-1&shard=${FULL}&seqno=${seqno}`),
      v2(`shards?seqno=${seqno}`),
    ]),
  ]
}

async function start(settings: { readonly network: string; readonly dataDir: string }): Promise<Gateway> {
  const log = pino({ level: 'silent' })
  const gateway = await startGateway({ ...settings, port: 0, index: 'off', cache: false, log })
  await usable(gateway)
  return gateway
}

/** Waits while the index is rebuilt, and until no liteserver is expected to answer. */
async function usable({ url }: Gateway): Promise<void> {
  await indexUntil(url, ({ state, detail }) => state === 'offline' || /cannot be rebuilt/.test(detail ?? ''))
}

async function askAll(gateway: Gateway, questions: readonly string[]): Promise<Answers> {
  const answers = new Map<string, Answer>()
  for (const question of questions) answers.set(question, await ask(gateway, question))
  return answers
}

/** Refusals of a busy machine. */
const BUSY = /did not open in time|too busy|within \d+ s; ask again|took longer than/
const ATTEMPTS = 10

async function ask(gateway: Gateway, path: string): Promise<Answer> {
  let answer = await askOnce(gateway, path)
  for (let attempt = 2; attempt <= ATTEMPTS && answer.status > 500 && BUSY.test(answer.text); attempt++)
    answer = await askOnce(gateway, path)
  return answer
}

async function askOnce({ url }: Gateway, path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(DEADLINE_MS) })
  const text = await response.text()
  const coverage = response.headers.get('x-index-coverage')
  const body = JSON.stringify(JSON.parse(text, (key, value) => (VOLATILE.has(key) ? undefined : value)))
  return { status: response.status, text: `${coverage} ${body}` }
}

/** The coverage that the first answer names. */
function coverageOf(answers: Answers): string {
  const [first] = answers.values()
  return first?.text.split(' ')[0] ?? ''
}

function compareAnswers(answers: Answers, expected: Answers): Outcome {
  let refused: string | undefined
  for (const [question, { status, text }] of answers) {
    const honest = expected.get(question)
    if (honest?.status === status && honest.text === text) continue
    if (status < 500 || !REASON.test(text))
      return { kind: 'wrong', detail: `${question}: ${status} ${text.slice(0, 300)}` }
    refused ??= `${question}: ${status} ${text.slice(0, 600)}`
  }
  return refused === undefined ? { kind: 'equal' } : { kind: 'refused', detail: refused }
}
