import type { Logger } from 'pino'
import { ArchiveError } from '../chain/archive/archiveError.ts'
import type { RunningDevnet } from '../devnet/runtime/runningDevnet.ts'
import { startArchiveLiteserver } from '../embedded/archiveLiteserver.ts'
import { type GlobalConfig, singleServerConfig } from '../liteserver/globalConfig.ts'
import { type DevnetStart, startDevnetSource } from './devnetSource.ts'
import { GatewayError } from './gatewayError.ts'
import { type LiteserverEndpoint, openLiteserverEndpoint } from './liteserverEndpoint.ts'
import type { NetworkChoice } from './networkChoice.ts'
import { type PublicConfigFolders, readConfigFile, readPublicConfig } from './publicConfig.ts'

/** A network to connect to, and the servers of this process that it needs. */
export type NetworkSource = {
  /** Returns the present liteservers and trust anchor; a reset of a devnet changes them. */
  config(): GlobalConfig
  /** Whether the liteserver is embedded; other tools then need its config. */
  readonly embedded: boolean
  /** Returns the first fault that was found in recorded blocks while they were served. */
  fault(): ArchiveError | undefined
  readonly devnet?: RunningDevnet
  /** Called when the index of the present chain is open for writing: it has no rows of an earlier chain. */
  indexOpened?(): void
  close(): Promise<void>
}

/** Starts a liteserver over recorded blocks, in a worker thread. */
async function serveArchive(path: string, endpoint: LiteserverEndpoint, log: Logger): Promise<NetworkSource> {
  let fault: ArchiveError | undefined
  const onTrouble = (error: Error) => {
    if (error instanceof ArchiveError) {
      fault ??= error
      log.error({ file: error.file, reason: error.reason }, 'embedded liteserver: the archive is damaged')
    } else log.error({ err: error }, 'embedded liteserver: a query failed')
  }
  try {
    const source = { kind: 'archive', dir: path } as const
    const server = await endpoint.listen(
      (port) => startArchiveLiteserver({ source, port, privateKeySeed: endpoint.keySeed, onTrouble }),
      ({ port }) => port,
    )
    void server.stopped.then((error) => {
      if (error) log.error({ err: error }, 'embedded liteserver stopped')
    })
    const config = singleServerConfig(server)
    return {
      config: () => config,
      embedded: true,
      fault: () => fault,
      close: () => server.close(),
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new GatewayError('bad-archive', `the archive ${path} cannot be used: ${error.message}`, {
      cause: error,
    })
  }
}

/** Returns the source of a network of other machines, whose config does not change while the gateway runs. */
function remoteSource(config: GlobalConfig): NetworkSource {
  return { config: () => config, embedded: false, fault: () => undefined, close: async () => {} }
}

export type NetworkSourceOptions = {
  /** Folder of the recorded blocks that come with the program. */
  readonly sampleArchive: string
  /** Folders of the public networks' global configs. */
  readonly publicConfigs: PublicConfigFolders
  /** Folder of a devnet's chain. */
  readonly folder: string
  /** Folder of the network's index. */
  readonly indexDir: string
  readonly devnet: DevnetStart
  /** The port that the user asked for, for the liteserver of an embedded network. */
  readonly liteserverPort: number | undefined
  /** Prints a line for the user. */
  notify(line: string): void
  readonly log: Logger
}

/** Opens a network. Rejects with GatewayError. */
export async function openNetworkSource(
  choice: NetworkChoice,
  options: NetworkSourceOptions,
): Promise<NetworkSource> {
  const { folder, log, liteserverPort: requestedPort, notify } = options
  const endpoint = () => openLiteserverEndpoint(folder, { requestedPort, notify, log })
  switch (choice.kind) {
    case 'devnet':
      return startDevnetSource(folder, {
        start: options.devnet,
        endpoint: await endpoint(),
        indexDir: options.indexDir,
        notify,
        log,
      })
    case 'sample':
      return serveArchive(options.sampleArchive, await endpoint(), log)
    case 'archive':
      return serveArchive(choice.path, await endpoint(), log)
    case 'mainnet':
    case 'testnet':
      return remoteSource(await readPublicConfig(choice.kind, options.publicConfigs, options.log))
    case 'custom':
      return remoteSource(await readConfigFile(choice.file))
  }
}
