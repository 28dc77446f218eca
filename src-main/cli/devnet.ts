import { parseArgs } from 'node:util'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { parseTon } from '#shared/ton/amount.ts'
import { parseRhythm, parseWhole, RHYTHM_OPTIONS, UsageError } from './arguments.ts'
import { readBocFile } from './bocFile.ts'

export const DEVNET_USAGE = `tonscope devnet COMMAND [--url http://127.0.0.1:8081]

  status                              what the devnet of a running Tonscope is doing
  faucet ADDRESS [TON] [--comment T]  coins for an address; default 100
  send FILE                           an external message (a BOC: binary, hex or base64)
  step [N]                            N blocks now; default 1
  time +SECONDS|UNIX                  a journey into the future
  set [--block-interval SECONDS] [--traffic on|off] [--shards 1|2|4|8|16]
  snapshot NAME, restore NAME, forget NAME
  reset                               back to the first start
`

const DEFAULT_URL = 'http://127.0.0.1:8081'
/** A restart of the network with its scenario, on a slow machine. */
const ANSWER_MS = 120_000

const OPTIONS = {
  url: { type: 'string' },
  comment: { type: 'string' },
  ...RHYTHM_OPTIONS,
} as const

type Options = { readonly [Name in keyof typeof OPTIONS]?: string }

/** What a command asks: a path under the server, and for POST the body. */
type Question = { readonly path: string; readonly body?: object }

type Command = {
  readonly operands: readonly [least: number, most: number]
  readonly options?: readonly (keyof Options)[]
  question(operands: readonly string[], options: Options): Question | Promise<Question>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  status: { operands: [0, 0], question: () => ({ path: DEVNET_PREFIX }) },
  faucet: {
    operands: [1, 2],
    options: ['comment'],
    question: ([address, ton], { comment }) =>
      command('faucet', {
        address,
        ...(ton !== undefined && { amount: nanoton(ton) }),
        ...(comment !== undefined && { comment }),
      }),
  },
  send: {
    operands: [1, 1],
    question: async ([file = '']) => {
      const { data } = await readBocFile(file)
      return { path: `${V2_PREFIX}/sendBocReturnHash`, body: { boc: data.toString('base64') } }
    },
  },
  step: {
    operands: [0, 1],
    question: ([blocks]) =>
      command('step', blocks === undefined ? {} : { blocks: parseWhole('step', blocks) }),
  },
  time: {
    operands: [1, 1],
    question: ([text = '']) =>
      command(
        'time',
        text.startsWith('+')
          ? { forward: parseWhole('time', text.slice(1)) }
          : { to: parseWhole('time', text) },
      ),
  },
  set: {
    operands: [0, 0],
    options: ['block-interval', 'traffic', 'shards'],
    question: (_operands, options) => command('settings', settingsOf(options)),
  },
  snapshot: { operands: [1, 1], question: ([name]) => command('save', { name }) },
  restore: { operands: [1, 1], question: ([name]) => command('restore', { name }) },
  forget: { operands: [1, 1], question: ([name]) => command('forget', { name }) },
  reset: { operands: [0, 0], question: () => command('reset', {}) },
}

/** Asks the devnet of a running Tonscope and prints its answer as JSON. */
export async function devnetCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  const chosen = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (name === undefined || !chosen) throw new UsageError(`devnet takes ${Object.keys(COMMANDS).join(', ')}`)
  const { values, positionals } = readOptions(rest)
  const { url = DEFAULT_URL, ...options } = values
  for (const option of Object.keys(options) as (keyof Options)[]) {
    if (!chosen.options?.includes(option)) throw new UsageError(`devnet ${name} takes no --${option}`)
  }
  const [least, most] = chosen.operands
  if (positionals.length < least) throw new UsageError(`devnet ${name} needs more than that`)
  if (positionals.length > most) throw new UsageError(`devnet ${name} does not take '${positionals[most]}'`)
  if (!URL.canParse(url)) throw new UsageError(`--url takes the address of a Tonscope, not ${url}`)
  const answer = await ask(url, await chosen.question(positionals, options))
  console.log(JSON.stringify(answer, undefined, 2))
  return 0
}

function settingsOf(options: Options): object {
  const { blockInterval, traffic, shards } = parseRhythm(options)
  const settings = { block_interval: blockInterval, traffic, shards }
  if (JSON.stringify(settings) === '{}') throw new UsageError('devnet set needs an option to set')
  return settings
}

function nanoton(ton: string): string {
  const amount = parseTon(ton)
  if (amount === undefined || amount <= 0n)
    throw new UsageError(`an amount in TON looks like 12.5, not ${ton}`)
  return amount.toString()
}

function command(name: string, body: object): Question {
  return { path: `${DEVNET_PREFIX}/${name}`, body }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** The result of a question; rejects with the server's own words. */
async function ask(url: string, { path, body }: Question): Promise<unknown> {
  const init: RequestInit = {
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }
  const response = await fetch(new URL(path, url), init).catch((error: unknown) => {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = late ? `gave no answer in ${ANSWER_MS / 1000} s` : 'does not answer; is it running?'
    throw new Error(`the Tonscope at ${url} ${reason}`, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && isObject(answer) && answer.ok === true) return answer.result
  const told = isObject(answer) && typeof answer.error === 'string' ? answer.error : undefined
  throw new Error(told ?? `${url} is no Tonscope: it answered with status ${response.status}`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
