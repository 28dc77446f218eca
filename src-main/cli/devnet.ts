import type { Cell } from '@ton/core'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { parseTon } from '#shared/ton/amount.ts'
import { loadMessage } from '../chain/block/message.ts'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { parseCell } from '../chain/tlb.ts'
import { BLOCK_OPTIONS, parseBlockOptions, parseInteger } from './arguments.ts'
import { BocFileError, otherKind, readBocFile } from './bocFile.ts'
import { readOptions } from './options.ts'
import { printJson } from './print.ts'
import { type GatewayRequest, requestGateway, serverUrl } from './requestGateway.ts'
import { UsageError } from './usageError.ts'

export const DEVNET_USAGE = `tonscope devnet COMMAND [--url http://127.0.0.1:8081]

  status                              state of the devnet of a running Tonscope
  faucet ADDRESS [TON] [--comment T]  coins for an address; default 100
  send FILE                           an external message (a BOC, as for decode)
  step [N]                            N blocks now; default 1
  keyblock                            a key block now, by a signed change of the configuration
  time +SECONDS|UNIX                  moves the time of the chain forward
  set [--block-interval SECONDS] [--traffic on|off] [--shards 1|2|4|8|16]
      [--elections SECONDS|0]
  snapshot NAME, restore NAME, forget NAME
  reset                               starts a new chain, as at the first start
`

/** Time limit of a restart of the network with its scenario on a slow machine, ms. */
const ANSWER_MS = 120_000

const OPTIONS = {
  url: { type: 'string' },
  comment: { type: 'string' },
  ...BLOCK_OPTIONS,
} as const

type Options = { readonly [Name in keyof typeof OPTIONS]?: string }

type Command = {
  readonly operands: readonly [least: number, most: number]
  readonly options?: readonly (keyof Options)[]
  request(operands: readonly string[], options: Options): GatewayRequest | Promise<GatewayRequest>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  status: { operands: [0, 0], request: () => ({ path: DEVNET_PREFIX }) },
  faucet: {
    operands: [1, 2],
    options: ['comment'],
    request: ([address, ton], { comment }) =>
      command('faucet', {
        address,
        ...(ton !== undefined && { amount: nanoton(ton) }),
        ...(comment !== undefined && { comment }),
      }),
  },
  send: {
    operands: [1, 1],
    request: async ([file = '']) => {
      const boc = bocBase64(await readExternalMessage(file))
      return { path: `${V2_PREFIX}/sendBocReturnHash`, body: { boc } }
    },
  },
  step: {
    operands: [0, 1],
    request: ([blocks]) =>
      command('step', blocks === undefined ? {} : { blocks: parseInteger('step', blocks) }),
  },
  keyblock: { operands: [0, 0], request: () => command('keyblock', {}) },
  time: {
    operands: [1, 1],
    request: ([text = '']) =>
      command(
        'time',
        text.startsWith('+')
          ? { forward: parseInteger('time', text.slice(1)) }
          : { to: parseInteger('time', text) },
      ),
  },
  set: {
    operands: [0, 0],
    options: ['block-interval', 'traffic', 'shards', 'elections'],
    request: (_operands, options) => command('settings', settingsOf(options)),
  },
  snapshot: { operands: [1, 1], request: ([name]) => command('save', { name }) },
  restore: { operands: [1, 1], request: ([name]) => command('restore', { name }) },
  forget: { operands: [1, 1], request: ([name]) => command('forget', { name }) },
  reset: { operands: [0, 0], request: () => command('reset', {}) },
}

/** Sends a command to the devnet of a running Tonscope and prints its answer as JSON. */
export async function devnetCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  const chosen = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (name === undefined || !chosen) throw new UsageError(`devnet takes ${Object.keys(COMMANDS).join(', ')}`)
  const { values, positionals } = readOptions(`devnet ${name}`, rest, OPTIONS)
  const { url, ...options } = values
  for (const option of Object.keys(options) as (keyof Options)[]) {
    if (!chosen.options?.includes(option)) throw new UsageError(`devnet ${name} takes no --${option}`)
  }
  const [least, most] = chosen.operands
  if (positionals.length < least) throw new UsageError(`devnet ${name} needs more than that`)
  if (positionals.length > most) throw new UsageError(`devnet ${name} does not take '${positionals[most]}'`)
  const server = serverUrl(url)
  const answer = await requestGateway(server, await chosen.request(positionals, options), ANSWER_MS)
  printJson(answer)
  return 0
}

/** Reads an external message. Throws BocFileError that says what the file is instead. */
async function readExternalMessage(path: string): Promise<Cell> {
  const { root } = await readBocFile(path)
  let type: string
  try {
    type = parseCell(root, 'Message', loadMessage).info.type
  } catch (error) {
    throw otherKind(path, 'message', root, { cause: error })
  }
  if (type === 'external-in') return root
  throw new BocFileError(path, `a message of type ${type}; only external-in messages can be sent`)
}

function settingsOf(options: Options): object {
  const { blockInterval, traffic, shards, elections } = parseBlockOptions(options)
  const settings = { block_interval: blockInterval, traffic, shards, elections }
  if (JSON.stringify(settings) === '{}') throw new UsageError('devnet set needs an option to set')
  return settings
}

function nanoton(ton: string): string {
  const amount = parseTon(ton)
  if (amount === undefined || amount <= 0n)
    throw new UsageError(`an amount in TON looks like 12.5, not ${ton}`)
  return amount.toString()
}

function command(name: string, body: object): GatewayRequest {
  return { path: `${DEVNET_PREFIX}/${name}`, body }
}
