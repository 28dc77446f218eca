import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { GatewayError } from './gatewayError.ts'
import { findAddedNetwork } from './networks/networkFile.ts'

/** The network that is served. */
export type NetworkChoice =
  /** The embedded devnet. */
  | { readonly kind: 'devnet' }
  | { readonly kind: 'sample' }
  /** A public network, by the config that comes with the program. */
  | { readonly kind: 'mainnet' | 'testnet' }
  /** Recorded blocks in a folder or file, served by an embedded liteserver. */
  | { readonly kind: 'archive'; readonly path: string }
  /** A global config file with liteservers and trust anchor; `name` and `folder` if the user added it to the program. */
  | { readonly kind: 'custom'; readonly file: string; readonly name?: string; readonly folder?: string }

export const DEVNET = 'devnet'
const SAMPLE_NETWORK = 'sample'
const ARCHIVE_PREFIX = 'archive:'
const USAGE =
  'devnet, sample, mainnet, testnet, a network that you added, archive:DIR or the path of a global config file'

/**
 * Reads the value of `--network`. Throws GatewayError if there is no such network, file or folder.
 * @param dataDir where networks are looked for that the user added to the program
 */
export function readNetworkChoice(text: string, dataDir?: string): NetworkChoice {
  if (text === DEVNET) return { kind: 'devnet' }
  if (text === 'mainnet' || text === 'testnet') return { kind: text }
  if (text === SAMPLE_NETWORK) return { kind: 'sample' }
  if (text.startsWith(ARCHIVE_PREFIX)) {
    const path = resolve(text.slice(ARCHIVE_PREFIX.length))
    if (text.length > ARCHIVE_PREFIX.length && existsSync(path)) return { kind: 'archive', path }
    throw new GatewayError('bad-archive', `there is no archive at ${path}`)
  }
  const added = dataDir === undefined ? undefined : findAddedNetwork(dataDir, text)
  if (added) return added
  const file = resolve(text)
  if (text !== '' && existsSync(file)) return { kind: 'custom', file }
  throw new GatewayError(
    'unknown-network',
    `there is no network or file called '${text}'; --network takes ${USAGE}`,
  )
}

/** Two networks of the same name in different directories must not share a folder. */
function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}

/** Returns the network's folder under the data directory. */
export function networkFolder(choice: NetworkChoice): string {
  switch (choice.kind) {
    case 'devnet':
    case 'sample':
    case 'mainnet':
    case 'testnet':
      return choice.kind
    case 'archive':
      return `archive-${basename(choice.path)}-${shortHash(choice.path)}`
    case 'custom':
      return choice.folder ?? `${basename(choice.file, extname(choice.file))}-${shortHash(choice.file)}`
  }
}

/** Returns the folder of the network's index. */
export function indexFolder(dataDir: string, choice: NetworkChoice): string {
  return join(dataDir, networkFolder(choice), 'index')
}

/** Returns the network's name for users: `devnet`, `sample`, `archive:genesis`, `mainnet.config`. */
export function networkLabel(choice: NetworkChoice): string {
  switch (choice.kind) {
    case 'devnet':
    case 'sample':
    case 'mainnet':
    case 'testnet':
      return choice.kind
    case 'archive':
      return `${ARCHIVE_PREFIX}${basename(choice.path)}`
    case 'custom':
      return choice.name ?? basename(choice.file, extname(choice.file))
  }
}

/** Returns whether the network's liteserver runs in this process. */
export function isEmbedded({ kind }: NetworkChoice): boolean {
  return kind === 'devnet' || kind === 'sample' || kind === 'archive'
}

/** Returns whether a network is public: its whole history is too large for one machine. */
export function isPublic({ kind }: NetworkChoice): boolean {
  return kind === 'mainnet' || kind === 'testnet'
}
