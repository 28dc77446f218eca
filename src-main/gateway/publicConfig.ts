import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '#shared/messageOf.ts'
import { sameBlock } from '../chain/blockId.ts'
import {
  formatGlobalConfig,
  type GlobalConfig,
  GlobalConfigError,
  type LiteserverAddress,
  parseGlobalConfig,
} from '../liteserver/globalConfig.ts'
import { writeAtomically } from '../platform/atomicFile.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'
import { fileProblem } from './fileProblem.ts'
import { GatewayError } from './gatewayError.ts'

export type PublicNetwork = 'mainnet' | 'testnet'

export type PublicConfigFolders = {
  /** Folder of the configs that come with the program. */
  readonly builtIn: string
  readonly dataDir: string
}

function fileName(network: string): string {
  return `${network}.config.json`
}

/**
 * Returns the folder of NETWORK.config.json: for a public network what `tonscope networks update` adds to the built-in
 * config, for others the config of a network that the user added.
 */
export function storedConfigFolder(dataDir: string): string {
  return join(dataDir, 'networks')
}

/** Returns the path of a network's config in that folder. */
export function storedConfigPath(dataDir: string, network: string): string {
  return join(storedConfigFolder(dataDir), fileName(network))
}

/** Writes a config atomically. Throws GatewayError. */
export function writeStoredConfig(path: string, config: GlobalConfig): void {
  try {
    writeAtomically(path, formatGlobalConfig(config))
  } catch (error) {
    throw dataDirError(error)
  }
}

/**
 * Reads the config of a public network: the built-in one with the updates of the data directory. Updates that are
 * damaged or of another network are logged and ignored. Rejects with GatewayError if the built-in one cannot be used.
 */
export async function readPublicConfig(
  network: PublicNetwork,
  folders: PublicConfigFolders,
  log: Pick<Logger, 'warn'>,
): Promise<GlobalConfig> {
  const builtIn = await readConfigFile(join(folders.builtIn, fileName(network)))
  const file = storedConfigPath(folders.dataDir, network)
  if (!existsSync(file)) return builtIn
  try {
    const updates = await readConfigFile(file)
    if (!sameBlock(updates.zeroState, builtIn.zeroState)) throw new Error('it is of another network')
    return {
      ...withServers(builtIn, updates.liteservers),
      // The program can be newer than the update; both anchors are trusted.
      initBlock: updates.initBlock.seqno > builtIn.initBlock.seqno ? updates.initBlock : builtIn.initBlock,
    }
  } catch (error) {
    const reason = messageOf(error)
    log.warn(`the updates in ${file} do not count: ${reason}`)
    return builtIn
  }
}

/** Stores the updates for readPublicConfig. Rejects with GatewayError. */
export async function writePublicConfig(
  network: PublicNetwork,
  folders: PublicConfigFolders,
  config: GlobalConfig,
): Promise<string> {
  await makeDataFolder(storedConfigFolder(folders.dataDir))
  const file = storedConfigPath(folders.dataDir, network)
  writeStoredConfig(file, config)
  return file
}

/** Adds the missing ones of `servers` to a config. A server that moved keeps its key and is added. */
export function withServers(config: GlobalConfig, servers: GlobalConfig['liteservers']): GlobalConfig {
  const known = new Set(config.liteservers.map(nameOf))
  const added = servers.filter((server) => {
    const name = nameOf(server)
    const isNew = !known.has(name)
    known.add(name)
    return isNew
  })
  return { ...config, liteservers: [...config.liteservers, ...added] }
}

function nameOf({ host, port, publicKey }: LiteserverAddress): string {
  return `${host}:${port} ${publicKey.toString('hex')}`
}

/** Reads a global config with liteservers from a file. Rejects with GatewayError. */
export async function readConfigFile(file: string): Promise<GlobalConfig> {
  try {
    return parseServedConfig(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof GatewayError) throw error
    const problem = fileProblem(error as NodeJS.ErrnoException)
    throw new GatewayError('bad-config', `${file}: ${problem}`, { cause: error })
  }
}

/** Reads the text of a global config with liteservers. @throws GatewayError that names `source` */
export function parseServedConfig(text: string, source: string): GlobalConfig {
  try {
    const config = parseGlobalConfig(text)
    if (config.liteservers.length > 0) return config
  } catch (error) {
    if (!(error instanceof GlobalConfigError)) throw error
    throw new GatewayError('bad-config', `${source} is not a global config: ${error.message}`, {
      cause: error,
    })
  }
  throw new GatewayError('bad-config', `${source} names no liteservers`)
}
