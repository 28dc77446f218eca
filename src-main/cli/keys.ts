import type { z } from 'zod'
import { accessSettings, newKey } from '#shared/schema/access.ts'
import { issueText } from '#shared/schema/issueText.ts'
import {
  changeAccessFile,
  makeKey,
  readAccessFile,
  type StoredAccess,
  type StoredKey,
  withoutKey,
  withSettings,
} from '../gateway/accessFile.ts'
import { GatewayError } from '../gateway/gatewayError.ts'
import { readNetworkChoice } from '../gateway/networkChoice.ts'
import { dataDirOf } from './arguments.ts'
import { readOptions } from './options.ts'
import { print, printJson, printMessage } from './print.ts'
import { UsageError } from './usageError.ts'

export const KEYS_USAGE = `tonscope keys COMMAND [--data-dir DIR]

  add NAME [--rate N] [--network NETWORK …]
                        creates an API key and prints it, once; N requests per second, default any
                        number; good for these networks, default all
  list [--json]         the settings and the keys
  revoke NAME           the key is rejected from now on
  on, off               access control; off: keys and rates are not checked
  keyless RATE|none     requests per second without a key, from one address; default 1

A gateway that runs follows within a second.
`

const OPTIONS = {
  'data-dir': { type: 'string' },
  rate: { type: 'string' },
  network: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

type Options = {
  readonly rate?: string
  readonly network?: readonly string[]
  readonly json?: boolean
}

type Command = {
  /** The operand after the command's name, as in messages. */
  readonly operand?: string
  readonly options?: readonly (keyof Options)[]
  run(dataDir: string, operand: string, options: Options): Promise<void> | void
}

const COMMANDS: Readonly<Record<string, Command>> = {
  add: { operand: 'a name', options: ['rate', 'network'], run: add },
  list: { options: ['json'], run: list },
  revoke: { operand: 'a name', run: revoke },
  on: { run: (dataDir) => switchTo(dataDir, true) },
  off: { run: (dataDir) => switchTo(dataDir, false) },
  keyless: { operand: 'a rate or none', run: setKeyless },
}

/** Changes keys and limits in the file of a data directory; needs no running gateway. */
export async function keysCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(`keys takes ${Object.keys(COMMANDS).join(', ')}`)
  const { values, positionals } = readOptions(`keys ${name}`, rest, OPTIONS)
  const { 'data-dir': folder, ...options } = values
  for (const option of Object.keys(options) as (keyof Options)[]) {
    if (!command.options?.includes(option)) throw new UsageError(`keys ${name} takes no --${option}`)
  }
  const [operand = '', extra] = command.operand === undefined ? ['', ...positionals] : positionals
  if (command.operand !== undefined && operand === '') {
    throw new UsageError(`keys ${name} needs ${command.operand}`)
  }
  if (extra !== undefined) throw new UsageError(`keys ${name} does not take '${extra}'`)
  await command.run(dataDirOf(folder), operand, options)
  return 0
}

/** Only the key is printed to stdout, so that a script can read it. */
async function add(dataDir: string, name: string, { rate, network }: Options): Promise<void> {
  for (const text of network ?? []) networkOf(text, dataDir)
  const wanted = checked(newKey, {
    name,
    rate: rate === undefined ? null : rateOf('--rate', rate),
    networks: network ?? null,
  })
  const { key, change } = makeKey(wanted)
  const { enabled } = await changeAccessFile(dataDir, change)
  print(key)
  printMessage('Store it now: only its hash is kept, so it cannot be shown again.')
  if (!enabled) printMessage('Access control is off; `tonscope keys on` switches it on.')
}

function list(dataDir: string, _operand: string, { json }: Options): void {
  const access = readAccessFile(dataDir)
  if (json) printJson(withoutHashes(access))
  else print(...tableOf(access))
}

function withoutHashes({ enabled, keyless_rate, keys }: StoredAccess): object {
  return { enabled, keyless_rate, keys: keys.map(({ hash: _hash, ...key }) => key) }
}

function tableOf({ enabled, keyless_rate, keys }: StoredAccess): string[] {
  const rows = [
    ['name', 'begins with', 'rate', 'networks', 'created'],
    ...keys.map(({ name, hint, rate, networks, created_at }: StoredKey) => [
      name,
      hint,
      rate === null ? 'any' : `${rate}/s`,
      networks?.join(', ') ?? 'all',
      new Date(created_at * 1000).toISOString().slice(0, 10),
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const table = rows.map((row) =>
    row
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    `access control: ${enabled ? 'on' : 'off'}`,
    `without a key: ${keyless_rate === null ? 'any rate' : `${keyless_rate}/s from one address`}`,
    ...(keys.length > 0 ? ['', ...table] : ['no keys']),
  ]
}

async function revoke(dataDir: string, name: string): Promise<void> {
  await changeAccessFile(dataDir, withoutKey(name))
  print(`${name} is revoked`)
}

async function switchTo(dataDir: string, enabled: boolean): Promise<void> {
  await changeAccessFile(dataDir, withSettings({ enabled }))
  print(`access control: ${enabled ? 'on' : 'off'}`)
}

async function setKeyless(dataDir: string, text: string): Promise<void> {
  const settings = checked(accessSettings, {
    keyless_rate: text === 'none' ? null : rateOf('keys keyless', text),
  })
  await changeAccessFile(dataDir, withSettings(settings))
  print(`without a key: ${text === 'none' ? 'any rate' : `${settings.keyless_rate}/s from one address`}`)
}

/** Throws UsageError unless a gateway can have such a network. */
function networkOf(text: string, dataDir: string): void {
  try {
    readNetworkChoice(text, dataDir)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new UsageError(`--network: ${error.message}`, { cause: error })
  }
}

function rateOf(what: string, text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text)
  throw new UsageError(`${what} takes requests per second, not ${text}`)
}

/** Throws UsageError that names the wrong field. */
function checked<T>(schema: z.ZodType<T>, value: object): T {
  const reading = schema.safeParse(value)
  if (reading.success) return reading.data
  throw new UsageError(issueText(reading.error))
}
