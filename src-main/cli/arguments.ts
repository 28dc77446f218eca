import { defaultDataDir } from '../gateway/dataDir.ts'
import { readOptions } from './options.ts'
import { UsageError } from './usageError.ts'

/** Options of `serve` and the desktop entry; absent ones have the gateway's defaults. */
export type ServeArguments = {
  /** The default network. */
  readonly network?: string
  /** Further networks that start at once. */
  readonly otherNetworks?: readonly string[]
  readonly port?: number
  readonly host?: string
  readonly hosts?: readonly string[]
  readonly keys?: boolean
  /** Whether pages of other origins can send messages. */
  readonly pageSends?: boolean
  readonly dataDir?: string
  readonly trustLiteservers?: boolean
  readonly cache?: boolean
  /** Settings of off-chain token content. */
  readonly metadata?: MetadataArguments
  /** The hint server. */
  readonly hints?: { readonly url: string; readonly key?: string }
  readonly index?: 'follow' | 'off' | { readonly from: number }
  /** Port of the liteserver of an embedded network. */
  readonly liteserverPort?: number
  readonly devnet?: DevnetArguments
  readonly help?: boolean
}

export type MetadataArguments = {
  readonly enabled?: boolean
  readonly allowed?: readonly string[]
  readonly ipfsGateways?: readonly string[]
}

/** Options of a devnet; absent ones have their stored values, or their defaults. */
export type DevnetArguments = {
  readonly seed?: string
  readonly scenario?: boolean
  /** The recovery of damaged files. */
  readonly recover?: 'archive' | 'reset' | 'read-only'
} & BlockSettings

/** Options that can also be changed while a devnet runs. */
export type BlockSettings = {
  /** Seconds between blocks. */
  readonly blockInterval?: number
  readonly traffic?: boolean
  readonly shards?: number
  /** Length of a validation round, seconds; 0: no elections. */
  readonly elections?: number
}

export const BLOCK_OPTIONS = {
  'block-interval': { type: 'string' },
  traffic: { type: 'string' },
  shards: { type: 'string' },
  elections: { type: 'string' },
} as const

const SERVE_OPTIONS = {
  network: { type: 'string', multiple: true },
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  keys: { type: 'string' },
  'page-sends': { type: 'string' },
  'data-dir': { type: 'string' },
  'trust-liteservers': { type: 'boolean' },
  cache: { type: 'string' },
  index: { type: 'string' },
  'no-metadata': { type: 'boolean' },
  'metadata-allow': { type: 'string', multiple: true },
  'ipfs-gateway': { type: 'string', multiple: true },
  hints: { type: 'string' },
  seed: { type: 'string' },
  scenario: { type: 'string' },
  'devnet-recover': { type: 'string' },
  'liteserver-port': { type: 'string' },
  ...BLOCK_OPTIONS,
  headless: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const SERVE_USAGE = `tonscope serve [options]

  --network NAME        devnet (default), sample, mainnet, testnet, a network that you added,
                        archive:DIR (recorded blocks), or FILE (a global config). Repeat it for more
                        networks at once: the first is served at /, each also at /NAME. Networks that
                        are not named start at their first request, and sleep after ten minutes
                        without any
  --port N              0 for any free one; default 8081
  --host ADDRESS        listen there; default 127.0.0.1. Where other machines can reach it, access
                        control is on (see keys)
  --allow-host NAME     another accepted Host name; repeat it for more
  --keys on|off         access control in this run, instead of the stored setting; see keys
  --page-sends on|off   pages of other programs on this machine can send messages (sendBoc,
                        message); default on. The devnet, keys and the index are changed by the
                        explorer's own pages alone
  --data-dir DIR        where settings and network files live
  --trust-liteservers   do not check proofs (faster)
  --cache on|off        cache answers while they are valid; default on
  --index WHAT          in this run: follow (index every block), from:SEQNO (every block from there
                        on) or off (only what is asked for); default what is set with
                        \`tonscope index follow\`, at first off for mainnet and testnet alone
  --no-metadata         do not fetch off-chain token content and images
  --metadata-allow WHAT fetch them also from HOST:PORT or a range of addresses (10.0.0.0/8) that is not
                        public; repeat it for more
  --ipfs-gateway URL    the CID is appended to it; repeat it for more, tried in order; default public ones
  --hints URL           ask this toncenter v3 API (https://toncenter.com/api/v3) where a transaction is
                        that only a hash names, and for tokens, NFTs and domains of an account. It learns
                        the hash or address; what it says is read from liteservers and proved. Default: no
                        server is asked. Its key, if any, is in the variable TONSCOPE_HINTS_KEY
  --liteserver-port N   of devnet, sample and archive:DIR: port of the liteserver, 0 for any free one;
                        default the one of the last start

  of the devnet:
  --shards N            shards of the basechain: 1 (default), 2, 4, 8 or 16
  --block-interval S    seconds between blocks without messages; 0: only on demand; default 5
  --traffic on|off      a few messages between the scenario's accounts; default on
  --scenario on|off     off: a new chain has no scenario
  --elections SECONDS   validators are elected every SECONDS (120 or more); 0 (default): no elections
  --devnet-recover HOW  only if its files are damaged: archive (put missing blocks back from the archive
                        of the index), read-only (serve what is intact, make no blocks) or reset
                        (begin a new chain); default: the start is refused and changes nothing
  --seed TEXT           a new chain is the same on every machine, and its time moves with its blocks
`

/** Reads the options of `serve`. Throws UsageError that names the wrong option. */
export function parseServeArguments(args: readonly string[]): ServeArguments {
  const { values, positionals } = readOptions('serve', args, SERVE_OPTIONS)
  if (positionals.length > 0) throw new UsageError(`serve does not take '${positionals[0]}'`)
  return {
    ...networksOf(values.network ?? []),
    ...(values.port !== undefined && { port: parsePort('--port', values.port) }),
    ...(values.host !== undefined && { host: values.host }),
    ...(values['allow-host'] && { hosts: values['allow-host'].map(parseHostName) }),
    ...(values.keys !== undefined && { keys: parseSwitch('--keys', values.keys) }),
    ...(values['page-sends'] !== undefined && {
      pageSends: parseSwitch('--page-sends', values['page-sends']),
    }),
    ...(values['data-dir'] !== undefined && { dataDir: dataDirOf(values['data-dir']) }),
    ...(values['trust-liteservers'] && { trustLiteservers: true }),
    ...(values.cache !== undefined && { cache: parseSwitch('--cache', values.cache) }),
    ...(values.index !== undefined && { index: parseIndexPreference(values.index) }),
    ...(values['liteserver-port'] !== undefined && {
      liteserverPort: parsePort('--liteserver-port', values['liteserver-port']),
    }),
    ...metadataOf(values),
    ...(values.hints !== undefined && { hints: hintsOf(values.hints) }),
    ...devnetOf(values),
    ...(values.help && { help: true }),
  }
}

function networksOf([network, ...otherNetworks]: readonly string[]): Pick<
  ServeArguments,
  'network' | 'otherNetworks'
> {
  return {
    ...(network !== undefined && { network }),
    ...(otherNetworks.length > 0 && { otherNetworks }),
  }
}

type Texts<Options> = { readonly [Name in keyof Options]?: string | undefined }

function metadataOf(values: {
  readonly 'no-metadata'?: boolean | undefined
  readonly 'metadata-allow'?: readonly string[] | undefined
  readonly 'ipfs-gateway'?: readonly string[] | undefined
}): { readonly metadata?: MetadataArguments } {
  const { 'no-metadata': isOff, 'metadata-allow': allowed, 'ipfs-gateway': ipfsGateways } = values
  const wrong = ipfsGateways?.find((gateway) => !/^https?:\/\/[^/]/.test(gateway) || !URL.canParse(gateway))
  if (wrong !== undefined)
    throw new UsageError(`--ipfs-gateway takes an http or https URL, not ${wrong || 'nothing'}`)
  const metadata: MetadataArguments = {
    ...(isOff && { enabled: false }),
    ...(allowed && { allowed }),
    ...(ipfsGateways && { ipfsGateways }),
  }
  return Object.keys(metadata).length > 0 ? { metadata } : {}
}

function hintsOf(url: string): { readonly url: string; readonly key?: string } {
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new UsageError(`--hints takes an http or https URL, not ${url || 'nothing'}`)
  const key = process.env.TONSCOPE_HINTS_KEY
  return { url, ...(key !== undefined && key !== '' && { key }) }
}

function devnetOf(
  values: Texts<typeof BLOCK_OPTIONS> & {
    readonly seed?: string | undefined
    readonly scenario?: string | undefined
    readonly 'devnet-recover'?: string | undefined
  },
): { readonly devnet?: DevnetArguments } {
  const devnet: DevnetArguments = {
    ...(values.seed !== undefined && { seed: values.seed }),
    ...(values.scenario !== undefined && { scenario: parseSwitch('--scenario', values.scenario) }),
    ...(values['devnet-recover'] !== undefined && { recover: parseRecovery(values['devnet-recover']) }),
    ...parseBlockOptions(values),
  }
  return Object.keys(devnet).length > 0 ? { devnet } : {}
}

/** Reads BLOCK_OPTIONS. Throws UsageError that names the wrong option. */
export function parseBlockOptions(values: Texts<typeof BLOCK_OPTIONS>): BlockSettings {
  const { traffic, shards, elections } = values
  const interval = values['block-interval']
  if (interval !== undefined && !/^\d{1,5}(\.\d+)?$/.test(interval)) {
    throw new UsageError(`--block-interval takes seconds, not ${interval}`)
  }
  if (shards !== undefined && !['1', '2', '4', '8', '16'].includes(shards)) {
    throw new UsageError(`--shards takes 1, 2, 4, 8 or 16, not ${shards}`)
  }
  return {
    ...(interval !== undefined && { blockInterval: Number(interval) }),
    ...(traffic !== undefined && { traffic: parseSwitch('--traffic', traffic) }),
    ...(shards !== undefined && { shards: Number(shards) }),
    ...(elections !== undefined && { elections: parseInteger('--elections', elections) }),
  }
}

function parseRecovery(text: string): NonNullable<DevnetArguments['recover']> {
  if (text === 'archive' || text === 'reset' || text === 'read-only') return text
  throw new UsageError(`--devnet-recover takes archive, read-only or reset, not ${text || 'nothing'}`)
}

function parseSwitch(option: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new UsageError(`${option} takes on or off, not ${text}`)
}

function parseIndexPreference(text: string): NonNullable<ServeArguments['index']> {
  if (text === 'follow' || text === 'off') return text
  const [, seqno] = /^from:([1-9]\d{0,9})$/.exec(text) ?? []
  if (seqno !== undefined) return { from: Number(seqno) }
  throw new UsageError(`--index takes follow, off or from:SEQNO, not ${text || 'nothing'}`)
}

/** Reads a whole number of at most ten digits. Throws UsageError. */
export function parseInteger(what: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  const kind = /^\d+$/.test(text) ? 'a whole number of at most ten digits' : 'a whole number'
  throw new UsageError(`${what} takes ${kind}, not ${text || 'nothing'}`)
}

/** Reads `--data-dir`, a folder's path; without one the user's own data directory. Throws UsageError for an empty one. */
export function dataDirOf(text: string | undefined): string {
  if (text === undefined) return defaultDataDir()
  if (text.trim() !== '') return text
  throw new UsageError('--data-dir takes a folder, not nothing')
}

function parseHostName(name: string): string {
  if (/^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(name)) return name.toLowerCase()
  throw new UsageError(`--allow-host takes a name as it stands in an address, not ${name || 'nothing'}`)
}

function parsePort(option: string, text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new UsageError(`${option} takes a number from 0 to 65535, not ${text}`)
  }
  return port
}
