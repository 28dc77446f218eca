import { parseArgs } from 'node:util'

/** A wrong use of the command line: one sentence for stderr, exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UsageError'
  }
}

/** What `serve` and the desktop entry take from the command line; absent fields take the gateway's defaults. */
export type ServeArguments = {
  readonly network?: string
  readonly port?: number
  readonly dataDir?: string
  readonly trustLiteservers?: boolean
  readonly help?: boolean
}

const SERVE_OPTIONS = {
  network: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'trust-liteservers': { type: 'boolean' },
  headless: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const SERVE_USAGE = `tonscope serve [options]

  --network NAME        sample, archive:DIR (recorded blocks) or FILE (a global config); default sample
  --port N              port on 127.0.0.1, 0 for any free one; default 8081
  --data-dir DIR        where settings and network files live
  --trust-liteservers   do not check proofs (faster)
`

/** Reads the options of `serve`. Throws UsageError naming the option that is wrong. */
export function parseServeArguments(args: readonly string[]): ServeArguments {
  const { values } = parseOptions(args)
  return {
    ...(values.network !== undefined && { network: values.network }),
    ...(values.port !== undefined && { port: parsePort(values.port) }),
    ...(values['data-dir'] !== undefined && { dataDir: values['data-dir'] }),
    ...(values['trust-liteservers'] && { trustLiteservers: true }),
    ...(values.help && { help: true }),
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: SERVE_OPTIONS, allowPositionals: false })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${text}`)
  }
  return port
}
