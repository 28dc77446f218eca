import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { devnetKeys } from '../../src-main/devnet/keys.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { TestWallet } from '../integration/devnet/wallet.ts'
import { type Flip, filesIn, flipBit } from '../integration/flips/flipBit.ts'

const SEED = Number(process.env.TONSCOPE_FLIPS_SEED ?? 1)
/** Over all files in turn. */
const FLIPS = Number(process.env.TONSCOPE_FLIPS ?? 200)
const DEVNET_SEED = 'flips'
const BLOCKS = 8
const DEADLINE_MS = 60_000
const SNAPSHOT = 'before'
const FULL = '-9223372036854775808'
/** What a refusal must say. */
const REASON = /damaged|missing|is of a newer version|cannot be read|the chain here has/

/** Locks have no content that counts; the index has a bench of its own. */
const OTHERS = /^index\/|(^|\/)lock[^/]*$/

/** Files that a running devnet reads again. */
const READ_LATER = ['chain/blocks', 'chain/steps', 'chain/blocks', 'chain/steps']

type Answer = { readonly status: number; readonly text: string }
type Answers = ReadonlyMap<string, Answer>
/** `wrong` is a different answer or a failure without a reason. */
type Outcome = { readonly kind: 'equal' | 'refused' | 'wrong'; readonly detail?: string }

/**
 * Flips single bits of a devnet's files, one at a time, starts a gateway and asks v2 about all blocks and accounts.
 * Every answer must equal that of the intact devnet or be a refusal that names the damage. Yields the outcomes by file.
 */
export async function* benchFlipsDevnet(): AsyncGenerator<object> {
  const root = mkdtempSync(join(tmpdir(), 'flips-devnet-'))
  try {
    const whole = join(root, 'whole')
    await makeDevnet(whole)
    cpSync(whole, join(root, 'honest'), { recursive: true })
    const honest = await answersOf(join(root, 'honest'), { withRestore: true })
    const random = new SeededRandom(SEED)
    const files = filesIn(join(whole, 'devnet')).filter((file) => !OTHERS.test(file))
    const cases = [
      ...files.map((file) => [file, false] as const),
      ...READ_LATER.map((file) => [file, true] as const),
    ]
    const outcomes = new Map<string, Outcome[]>()
    const wrong: (Flip & { readonly detail: string | undefined })[] = []
    for (let count = 0; count < FLIPS; count++) {
      const copy = join(root, 'copy')
      cpSync(whole, copy, { recursive: true })
      const [file, whileRunning] = cases[count % cases.length] as (typeof cases)[number]
      let flip: Flip | undefined
      const damage = () => {
        flip = flipBit(join(copy, 'devnet'), file, random)
      }
      const withRestore = file.startsWith('snapshots')
      const outcome = await outcomeOf(honest, () => answersOf(copy, { withRestore, whileRunning, damage }))
      const name = whileRunning ? `${file} while running` : file
      outcomes.set(name, [...(outcomes.get(name) ?? []), outcome])
      if (outcome.kind === 'wrong' && flip) wrong.push({ ...flip, detail: outcome.detail })
      rmSync(copy, { recursive: true, force: true })
    }
    for (const [file, all] of outcomes) {
      const number = (kind: Outcome['kind']) => all.filter((outcome) => outcome.kind === kind).length
      const reason = all.find(({ kind }) => kind === 'refused')?.detail
      yield { file, equal: number('equal'), refused: number('refused'), wrong: number('wrong'), reason }
    }
    for (const flip of wrong) yield { wrong: flip }
    yield { seed: SEED, flips: FLIPS, files: files.length, questions: honest.size, wrong: wrong.length }
    if (wrong.length > 0) throw new Error(`${wrong.length} of ${FLIPS} flips were answered wrongly`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function start(dataDir: string): Promise<Gateway> {
  const devnet = { seed: DEVNET_SEED, scenario: false, blockInterval: 0 }
  return startGateway({
    port: 0,
    dataDir,
    index: 'off',
    cache: false,
    devnet,
    log: pino({ level: 'silent' }),
  })
}

async function ask({ url }: Gateway, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    signal: AbortSignal.timeout(DEADLINE_MS),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  // What differs in every answer.
  const text = (await response.text()).replaceAll(/"@extra":"[^"]*"/g, '"@extra":""')
  return { status: response.status, text }
}

const wallet = TestWallet.giver(devnetKeys(DEVNET_SEED).giver)
const receiver = TestWallet.giver(devnetKeys(`${DEVNET_SEED} receiver`).giver).address

async function makeDevnet(dataDir: string): Promise<void> {
  const gateway = await start(dataDir)
  const command = async (name: string, body: object) => {
    const { status, text } = await ask(gateway, `${DEVNET_PREFIX}/${name}`, body)
    if (status !== 200) throw new Error(text)
  }
  await command('faucet', { address: receiver.toRawString(), amount: '1000000000' })
  await command('step', { blocks: 2 })
  await command('save', { name: SNAPSHOT })
  await command('faucet', { address: receiver.toRawString(), amount: '2000000000' })
  await command('step', { blocks: BLOCKS })
  await gateway.close()
}

type Asking = {
  /** Restores the snapshot and asks again. */
  readonly withRestore: boolean
  /** Damages the files after the start, not before. */
  readonly whileRunning?: boolean
  damage?(): void
}

async function answersOf(
  dataDir: string,
  { withRestore, whileRunning = false, damage }: Asking,
): Promise<Answers> {
  if (!whileRunning) damage?.()
  const gateway = await start(dataDir)
  try {
    if (whileRunning) damage?.()
    const answers = new Map<string, Answer>()
    await askAll(gateway, '', answers)
    if (withRestore) {
      answers.set('restore', await ask(gateway, `${DEVNET_PREFIX}/restore`, { name: SNAPSHOT }))
      if (answers.get('restore')?.status === 200) await askAll(gateway, 'restored ', answers)
    }
    return answers
  } finally {
    await gateway.close()
  }
}

/** Asks about every block that there is, its transactions, and the accounts. */
async function askAll(gateway: Gateway, prefix: string, answers: Map<string, Answer>): Promise<void> {
  const v2 = async (question: string) => {
    const answer = await ask(gateway, `/api/v2/${question}`)
    answers.set(`${prefix}${question}`, answer)
    return answer
  }
  answers.set(`${prefix}status`, await ask(gateway, DEVNET_PREFIX))
  const info = await v2('getMasterchainInfo')
  const last = info.status === 200 ? (JSON.parse(info.text).result.last.seqno as number) : 0
  for (const workchain of [-1, 0]) {
    for (let seqno = 1; seqno <= last; seqno++) {
      const place = `workchain=${workchain}&shard=${FULL}&seqno=${seqno}`
      for (const name of ['getBlockHeader', 'getBlockTransactionsExt']) await v2(`${name}?${place}`)
      if (workchain === -1) await v2(`shards?seqno=${seqno}`)
      if (workchain === -1) await v2(`getConfigParam?config_id=0&seqno=${seqno}`)
    }
  }
  for (const address of [wallet.address, receiver]) {
    await v2(`getAddressInformation?address=${address.toRawString()}`)
    await v2(`getTransactions?address=${address.toRawString()}&limit=100`)
    await v2(`getAddressInformation?address=${address.toRawString()}&seqno=${Math.max(1, last - 4)}`)
  }
  await v2('getConfigAll')
}

async function outcomeOf(honest: Answers, asking: () => Promise<Answers>): Promise<Outcome> {
  let answers: Answers
  try {
    answers = await asking()
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { kind: REASON.test(detail) ? 'refused' : 'wrong', detail }
  }
  let refused: string | undefined
  for (const [question, { status, text }] of answers) {
    const expected = honest.get(question)
    if (expected && expected.status === status && expected.text === text) continue
    // A damaged snapshot is not listed.
    if (question === 'status' && answers.get('restore')?.status === 409) continue
    const isRefusal = status >= 500 || question === 'restore'
    if (!isRefusal || !REASON.test(text))
      return { kind: 'wrong', detail: `${question}: ${status} ${text.slice(0, 300)}` }
    refused ??= `${question}: ${status} ${text.slice(0, 200)}`
  }
  return refused === undefined ? { kind: 'equal' } : { kind: 'refused', detail: refused }
}
