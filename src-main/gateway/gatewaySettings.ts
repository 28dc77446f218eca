import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { escapeHidden } from '#shared/untrustedText.ts'
import type { ProofProgress } from '../liteserver/errors.ts'
import type { LiteNetworkOptions } from '../liteserver/network/openLiteNetwork.ts'
import type { HintOptions } from '../metadata/hintServer.ts'
import { defaultDataDir } from './dataDir.ts'
import type { DevnetStart } from './devnetSource.ts'
import { GatewayError } from './gatewayError.ts'
import { type ListenAddress, listenAddress } from './listenAddress.ts'
import type { MetadataSettings } from './metadata.ts'
import {
  DEVNET,
  indexFolder,
  isEmbedded,
  type NetworkChoice,
  networkFolder,
  networkLabel,
  readNetworkChoice,
} from './networkChoice.ts'
import { findProject, type Project } from './project.ts'

export type GatewaySettings = {
  /** `devnet` (default), `sample`, `mainnet`, `testnet`, `archive:DIR`, or the path of a global config file. */
  readonly network?: string
  /** Further networks that start at once, each below its own base address; the same values as `network`. */
  readonly otherNetworks?: readonly string[]
  /** Time without requests after which a network that starts on demand sleeps, ms; default ten minutes. */
  readonly sleepAfterMs?: number
  /** Default 8081; 0 takes any free one. */
  readonly port?: number
  /**
   * The IP address to listen on; default 127.0.0.1. With an address that other machines can reach, access control is
   * on. Requests can name that address and `hosts` in their Host header.
   */
  readonly host?: string
  /** Turns access control on or off in this run; overrides the stored setting. */
  readonly keys?: boolean
  /** Default: the platform's folder for application data. */
  readonly dataDir?: string
  /**
   * Port of the liteserver of an embedded network, 0 for any free one; default: the one of its last start. The port is
   * stored.
   */
  readonly liteserverPort?: number
  /** How a devnet is started; only with that network. */
  readonly devnet?: DevnetStart
  /** Overrides the stored setting: index every block (`from` a masterchain seqno), or only what requests need. */
  readonly index?: IndexPreference
  /** How off-chain token content is fetched. */
  readonly metadata?: MetadataSettings
  /** The server that is asked where a transaction is; default: none. */
  readonly hints?: HintOptions
  /** Caches answers for as long as they are true, at most for the contract's lifetimes; default true. */
  readonly cache?: boolean
  /** Limits and choice of liteservers; default: DEFAULT_POOL_LIMITS, and a random server. */
  readonly liteservers?: Pick<LiteNetworkOptions, 'limits' | 'random'>
  /** Trust the liteservers instead of checking proofs. */
  readonly trustLiteservers?: boolean
  /** Host names that requests can use besides 127.0.0.1, localhost and [::1]. */
  readonly hosts?: readonly string[]
  /** Origins besides those of this machine whose pages can read answers. */
  readonly origins?: readonly string[]
  /** Whether pages of other allowed origins can send messages to the network (sendBoc, message); default true. */
  readonly pageSends?: boolean
  /** Called with each link while a long chain of key blocks is proved, and with undefined when that ends. */
  readonly onProving?: (progress: ProofProgress | undefined) => void
  /** Prints a line for the user; default: a warning in the log. */
  readonly onNotice?: (line: string) => void
  /** Default: warnings and errors on stderr. */
  readonly log?: Logger
  /** Folder of the built explorer; default: `out/renderer` of this program. */
  readonly explorerRoot?: string
}

export type IndexPreference = 'follow' | 'off' | { readonly from: number }

export const DEFAULT_PORT = 8081

/** The settings of a gateway after their check, and the folders, log and address that follow from them. */
export type GatewaySetup = {
  readonly settings: GatewaySettings
  readonly project: Project
  readonly choice: NetworkChoice
  /** Further networks that start at once. */
  readonly others: readonly NetworkChoice[]
  readonly address: ListenAddress
  readonly port: number
  readonly dataDir: string
  /** Folder of the network's data. */
  readonly folder: string
  readonly indexDir: string
  readonly log: Logger
  /** Prints a line for the user. */
  notify(line: string): void
}

/** Opens the log on stderr. It has texts of others, whose hidden characters are escapes in its JSON. */
function openLog(): Logger {
  const stderr = pino.destination(2)
  return pino({ level: 'warn' }, { write: (line) => stderr.write(escapeHidden(line)) })
}

/** Checks settings and fills in defaults. Throws GatewayError for settings that cannot work. */
export function readSettings(settings: GatewaySettings): GatewaySetup {
  const { port = DEFAULT_PORT, dataDir = defaultDataDir() } = settings
  const log = settings.log ?? openLog()
  const project = findProject()
  const choice = readNetworkChoice(settings.network ?? DEVNET, dataDir)
  const others = otherChoices(choice, settings.otherNetworks ?? [], dataDir)
  if (!isPort(port))
    throw new GatewayError('bad-port', `${port} is not a port`, { hint: 'give a number from 0 to 65535' })
  if (settings.devnet && ![choice, ...others].some(({ kind }) => kind === 'devnet')) {
    throw new GatewayError(
      'devnet',
      `${networkLabel(choice)} is not a devnet: devnet options do not apply to it`,
    )
  }
  checkLiteserverPort(settings.liteserverPort, choice)
  return {
    settings,
    project,
    choice,
    others,
    address: listenAddress(settings),
    port,
    dataDir,
    folder: join(dataDir, networkFolder(choice)),
    indexDir: indexFolder(dataDir, choice),
    log,
    notify: settings.onNotice ?? ((line) => log.warn(line)),
  }
}

/** Reads the further networks; one that is named twice counts once. */
function otherChoices(first: NetworkChoice, texts: readonly string[], dataDir: string): NetworkChoice[] {
  const seen = new Set([networkFolder(first)])
  return texts
    .map((text) => readNetworkChoice(text, dataDir))
    .filter((choice) => {
      const folder = networkFolder(choice)
      const isNew = !seen.has(folder)
      seen.add(folder)
      return isNew
    })
}

/**
 * Returns the setup of another network of the same program. Options that are for one network belong to the first one;
 * those of a devnet to the devnet.
 */
export function otherSetup(setup: GatewaySetup, choice: NetworkChoice): GatewaySetup {
  const { liteserverPort, index, hints, liteservers, trustLiteservers, onProving, devnet, ...shared } =
    setup.settings
  return {
    ...setup,
    settings: { ...shared, ...(choice.kind === 'devnet' && devnet && { devnet }) },
    choice,
    folder: join(setup.dataDir, networkFolder(choice)),
    indexDir: indexFolder(setup.dataDir, choice),
    log: setup.log.child({ network: networkLabel(choice) }),
    notify: (line) => setup.notify(`${networkLabel(choice)}: ${line}`),
  }
}

function checkLiteserverPort(port: number | undefined, choice: NetworkChoice): void {
  if (port === undefined) return
  if (!isPort(port)) {
    throw new GatewayError('bad-port', `${port} is not a port`, {
      hint: 'give --liteserver-port a number from 0 to 65535',
    })
  }
  if (!isEmbedded(choice)) {
    throw new GatewayError(
      'bad-port',
      `${networkLabel(choice)} has its own liteservers: --liteserver-port is for devnet, sample and archive:DIR`,
    )
  }
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 0 && port <= 65_535
}
