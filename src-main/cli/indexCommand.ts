import {
  INDEX_PREFIX,
  indexJobSchema,
  indexStatusSchema,
  watchedAccountsSchema,
} from '#shared/schema/indexer.ts'
import { parseInteger } from './arguments.ts'
import { parseBytes, parseDuration } from './indexAmounts.ts'
import { INDEX_FILES_COMMANDS } from './indexFiles.ts'
import { followJob, followReclassification } from './indexProgress.ts'
import { statusLines } from './indexText.ts'
import { readOptions } from './options.ts'
import { print, printJson } from './print.ts'
import { requestGateway, requestGatewayAs, serverUrl } from './requestGateway.ts'
import { UsageError } from './usageError.ts'
import { othersLines, watchedLines } from './watchedText.ts'

export const INDEX_USAGE = `tonscope index COMMAND [--url http://127.0.0.1:8081]

  status [--json]                     coverage, rates and jobs
  backfill --from SEQNO --to SEQNO    masterchain blocks with their shards' blocks, newest first
  backfill --last 1h                  the same by time: s, m, h or d
  backfill --account ADDRESS          all transactions of an account
           [--oldest-first] [--detach]
  pause [JOB], resume [JOB]           a backfill, or the following of new blocks
  cancel JOB
  follow on|off                       index every new block from now on; stays set
  limit 20GB|none                     maximum size of index and archive on the disk
  reclassify [--detach]               derive the actions of all traces again
  watch ADDRESS [--depth all|1000|2026-01-31]
                                      read an account's history that far back, and keep it up to date
  unwatch ADDRESS                     what was read stays
  watched [--json]                    the watched accounts
`

const ANSWER_MS = 60_000
/** Number of watched accounts of one request: the most that it can have. */
const WATCHED_PAGE = 1_000

const OPTIONS = {
  url: { type: 'string' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  last: { type: 'string' },
  account: { type: 'string' },
  'oldest-first': { type: 'boolean' },
  detach: { type: 'boolean' },
  depth: { type: 'string' },
} as const

type Options = {
  readonly json?: boolean
  readonly from?: string
  readonly to?: string
  readonly last?: string
  readonly account?: string
  readonly 'oldest-first'?: boolean
  readonly detach?: boolean
  readonly depth?: string
}

type Command = {
  readonly operands: readonly [least: number, most: number]
  readonly options?: readonly (keyof Options)[]
  run(url: string, operands: readonly string[], options: Options): Promise<number>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  status: { operands: [0, 0], options: ['json'], run: status },
  backfill: {
    operands: [0, 0],
    options: ['from', 'to', 'last', 'account', 'oldest-first', 'detach'],
    run: backfill,
  },
  pause: { operands: [0, 1], run: (url, [job]) => change(url, 'pause', jobOf(job)) },
  resume: { operands: [0, 1], run: (url, [job]) => change(url, 'resume', jobOf(job)) },
  cancel: { operands: [1, 1], run: (url, [job]) => change(url, 'cancel', jobOf(job)) },
  follow: { operands: [1, 1], run: (url, [text]) => change(url, 'settings', { mode: modeOf(text) }) },
  reclassify: { operands: [0, 0], options: ['detach'], run: reclassify },
  watch: {
    operands: [1, 1],
    options: ['depth'],
    run: (url, [account], { depth }) => changeWatched(url, 'watch', { account, depth }),
  },
  unwatch: { operands: [1, 1], run: (url, [account]) => changeWatched(url, 'unwatch', { account }) },
  watched: { operands: [0, 0], options: ['json'], run: listWatched },
  limit: {
    operands: [1, 1],
    run: (url, [text = '']) =>
      change(url, 'settings', { disk_limit_bytes: text === 'none' ? null : parseBytes('limit', text) }),
  },
}

/** Sends one command to the index of a running Tonscope and prints its answer. */
export async function indexCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    throw new UsageError(`index takes ${[...Object.keys(COMMANDS), ...INDEX_FILES_COMMANDS].join(', ')}`)
  }
  const { values, positionals } = readOptions(`index ${name}`, rest, OPTIONS)
  const { url, ...options } = values
  for (const option of Object.keys(options) as (keyof Options)[]) {
    if (!command.options?.includes(option)) throw new UsageError(`index ${name} takes no --${option}`)
  }
  const [least, most] = command.operands
  if (positionals.length < least) throw new UsageError(`index ${name} needs more than that`)
  if (positionals.length > most) throw new UsageError(`index ${name} does not take '${positionals[most]}'`)
  return command.run(serverUrl(url), positionals, options)
}

async function status(url: string, _operands: readonly string[], { json }: Options): Promise<number> {
  const answer = await requestGatewayAs(indexStatusSchema, url, { path: INDEX_PREFIX }, ANSWER_MS)
  if (json) printJson(answer)
  else print(...statusLines(answer))
  return 0
}

async function change(url: string, name: string, body: object): Promise<number> {
  const request = { path: `${INDEX_PREFIX}/${name}`, body }
  print(...statusLines(await requestGatewayAs(indexStatusSchema, url, request, ANSWER_MS)))
  return 0
}

async function changeWatched(url: string, name: 'watch' | 'unwatch', body: object): Promise<number> {
  const request = { path: `${INDEX_PREFIX}/${name}`, body }
  const answer = await requestGatewayAs(watchedAccountsSchema, url, request, ANSWER_MS)
  print(...(name === 'unwatch' ? othersLines(answer) : watchedLines(answer)))
  return 0
}

async function listWatched(url: string, _operands: readonly string[], { json }: Options): Promise<number> {
  const pageAt = (offset: number) =>
    requestGatewayAs(
      watchedAccountsSchema,
      url,
      { path: `${INDEX_PREFIX}/watched?limit=${WATCHED_PAGE}&offset=${offset}` },
      ANSWER_MS,
    )
  let answer = await pageAt(0)
  for (let page = answer; page.accounts.length === WATCHED_PAGE; ) {
    page = await pageAt(answer.accounts.length)
    answer = { ...page, accounts: [...answer.accounts, ...page.accounts] }
  }
  if (json) printJson(answer)
  else print(...watchedLines(answer))
  return 0
}

async function backfill(url: string, _operands: readonly string[], options: Options): Promise<number> {
  const { from, to, last, account, detach } = options
  const body = {
    ...(from !== undefined && { from: parseInteger('--from', from) }),
    ...(to !== undefined && { to: parseInteger('--to', to) }),
    ...(last !== undefined && { last_seconds: parseDuration('--last', last) }),
    ...(account !== undefined && { account }),
    ...(options['oldest-first'] && { oldest_first: true }),
  }
  const request = { path: `${INDEX_PREFIX}/backfill`, body }
  const job = await requestGatewayAs(indexJobSchema, url, request, ANSWER_MS)
  print(`job ${job.id}`)
  return detach ? 0 : followJob(url, job.id)
}

async function reclassify(url: string, _operands: readonly string[], { detach }: Options): Promise<number> {
  await requestGateway(url, { path: `${INDEX_PREFIX}/reclassify`, body: {} }, ANSWER_MS)
  return detach ? 0 : followReclassification(url)
}

function jobOf(text: string | undefined): { readonly job?: number } {
  return text === undefined ? {} : { job: parseInteger('JOB', text) }
}

function modeOf(text: string | undefined): 'follow' | 'off' {
  if (text === 'on') return 'follow'
  if (text === 'off') return 'off'
  throw new UsageError(`index follow takes on or off, not ${text || 'nothing'}`)
}
