import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { messageOf } from '#shared/messageOf.ts'
import type { Status } from '#shared/schema/status.ts'
import { tokenImagePath } from '#shared/schema/tokenImage.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import type { DevnetControl } from '../devnet/runtime/runningDevnet.ts'
import { type AccessStore, createAccessControl } from '../http/access/accessControl.ts'
import { createHttpApp } from '../http/app.ts'
import { createAnswerCache } from '../http/cache/answerCache.ts'
import { watchEventLoop } from '../http/metrics/processMetrics.ts'
import { createRequestMetrics } from '../http/metrics/requestMetrics.ts'
import { startingResponse } from '../http/response/startingResponse.ts'
import type { Health } from '../http/routes/healthRoute.ts'
import { type HttpServer, listen } from '../http/server.ts'
import { createParsePool } from '../indexer/parse/parsePool.ts'
import type { ProofProgress } from '../liteserver/errors.ts'
import type { LiteNetworkOptions } from '../liteserver/network/openLiteNetwork.ts'
import type { MetadataService } from '../metadata/metadataService.ts'
import { limitThreadMemory } from '../platform/limitThreadMemory.ts'
import { createAllocatorTrim } from '../store/sqlite/trimAllocator.ts'
import { EXECUTOR_VERSION } from '../tvm/executorConfig.ts'
import { createTvmPool } from '../tvm/tvmPool.ts'
import { openAccess } from './access.ts'
import { devnetClock, systemClock } from './chainClock.ts'
import type { ChainRuntime } from './chainRuntime.ts'
import { closeInOrder } from './closeInOrder.ts'
import { defaultDataDir } from './dataDir.ts'
import type { DevnetStart } from './devnetSource.ts'
import { GatewayError } from './gatewayError.ts'
import { writeGlobalConfig } from './globalConfigFile.ts'
import { type IndexRuntimeOptions, indexControl, openIndexRuntime } from './indexRuntime.ts'
import { type ListenAddress, listenAddress, originsOf, urlOf } from './listenAddress.ts'
import { type MetadataSettings, openChainMetadata } from './metadata.ts'
import {
  DEVNET,
  indexFolder,
  isEmbedded,
  isPublic,
  type NetworkChoice,
  networkFolder,
  networkLabel,
  readNetworkChoice,
} from './networkChoice.ts'
import { type NetworkSource, openNetworkSource } from './networkSource.ts'
import { portOwner } from './portOwner.ts'
import { explorerRoot, findProject, publicConfigs, sampleArchive } from './project.ts'
import { openReloadableChain, type ReloadableChain } from './reloadableChain.ts'
import { gatewayHealth, gatewayStatus, type StatusSources } from './status.ts'
import { openStreaming, type Streaming } from './streaming.ts'
import { openTrustFile } from './trustFile.ts'

export type GatewaySettings = {
  /** `devnet` (default), `sample`, `mainnet`, `testnet`, `archive:DIR`, or the path of a global config file. */
  readonly network?: string
  /** Default 8081, 0 takes any free one. */
  readonly port?: number
  /**
   * The address to listen on; default 127.0.0.1. With any that other machines can reach, access control is on. It can
   * be asked for by that address and by `hosts`.
   */
  readonly host?: string
  /** Access control in this run, whatever is set. */
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
  /** Keep answers for as long as they are true, at most for the contract's lifetimes; default true. */
  readonly cache?: boolean
  /** Limits and choice of liteservers; default: DEFAULT_POOL_LIMITS, and a random server. */
  readonly liteservers?: Pick<LiteNetworkOptions, 'limits' | 'random'>
  /** Trust the liteservers instead of checking proofs. */
  readonly trustLiteservers?: boolean
  /** Host names that requests can use besides 127.0.0.1, localhost and [::1]. */
  readonly hosts?: readonly string[]
  /** Origins besides those of this machine whose pages may read answers. */
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

export type Gateway = {
  /** `http://127.0.0.1:8081`: the explorer, the API, everything. */
  readonly url: string
  readonly port: number
  /** What the user calls the network: `sample`, `archive:genesis`. */
  readonly network: string
  readonly dataDir: string
  /** What can be asked of an embedded network. */
  readonly devnet: DevnetControl | undefined
  /** The global config of an embedded network, for other TON tools. */
  readonly globalConfigFile: string | undefined
  status(): Status
  health(): Promise<Health>
  /** Stops everything in order; safe to call twice. */
  close(): Promise<void>
}

export const DEFAULT_PORT = 8081

/**
 * Starts a gateway and resolves when it can answer. Throws GatewayError for settings that cannot work; nothing
 * is left running then.
 */
export async function startGateway(settings: GatewaySettings = {}): Promise<Gateway> {
  const { port = DEFAULT_PORT, dataDir = defaultDataDir(), trustLiteservers = false } = settings
  const log = settings.log ?? pino({ level: 'warn' }, pino.destination(2))
  const project = findProject()
  const choice = readNetworkChoice(settings.network ?? DEVNET)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new GatewayError('bad-port', `${port} is no port; give a number from 0 to 65535`)
  }
  if (settings.devnet && choice.kind !== 'devnet') {
    throw new GatewayError(
      'devnet',
      `${networkLabel(choice)} is not a devnet: its options are of no use there`,
    )
  }
  checkLiteserverPort(settings.liteserverPort, choice)
  const address = listenAddress(settings)
  const testOnly = choice.kind === 'testnet'
  const folder = join(dataDir, networkFolder(choice))
  let answer: Fetch = startingResponse
  // Before the network is started, so that a taken port fails early and a free one stays ours.
  const server = await listenOrExplain((request, env) => answer(request, env), address, port)
  const undo: (() => Promise<void> | void)[] = []
  // Closed in reverse order: no request arrives when the network closes.
  let streams: Streaming | undefined
  // Streams end first: the server waits for its open connections.
  const allUndone = () => closeInOrder([...undo, () => server.close(), () => streams?.close()])
  try {
    const access = openAccess({
      dataDir,
      network: networkLabel(choice),
      forced: address.isPublic,
      enabled: settings.keys,
      log: log.child({ component: 'access' }),
    })
    undo.push(() => access[Symbol.dispose]())
    warnOfUnprotectedAccess(address, access, log)
    const notify = settings.onNotice ?? ((line: string) => log.warn(line))
    const source = await openNetworkSource(choice, {
      sampleArchive: sampleArchive(project),
      publicConfigs: { builtIn: publicConfigs(project), dataDir },
      folder,
      indexDir: indexFolder(dataDir, choice),
      devnet: settings.devnet ?? {},
      liteserverPort: settings.liteserverPort,
      notify,
      log,
    })
    undo.push(() => source.close())
    const tvm = createTvmPool()
    undo.push(() => tvm.close())
    const parser = createParsePool()
    undo.push(() => parser.close())
    let commits = 0
    let metadata: MetadataService | undefined
    const indexOptions: IndexRuntimeOptions = {
      folder: indexFolder(dataDir, choice),
      parser,
      preference: { byDefault: !isPublic(choice), asked: settings.index },
      embedded: source.embedded,
      onOpened: () => source.indexOpened?.(),
      readOnlyReason: () => source.devnet?.readOnlyReason(),
      testOnly,
      onWritten: (written) => {
        commits++
        streaming.hub.written(written)
      },
      tokens: {
        request: (url) => metadata?.request(url, 'client'),
        imagePrefix: () => `${urlOf(address, server.port)}${tokenImagePath('')}`,
      },
      log: log.child({ component: 'index' }),
    }
    let opened: ReloadableChain | undefined
    const streaming = openStreaming(() => opened, log.child({ component: 'streaming' }))
    streams = streaming
    const chain = await openReloadableChain(source, {
      verify: !trustLiteservers,
      liteservers: settings.liteservers,
      // An embedded network is proved within milliseconds, and a devnet takes blocks back.
      trustFile:
        source.embedded || trustLiteservers
          ? undefined
          : (config) => openTrustFile(folder, config, log.child({ component: 'trust' })),
      onProving: settings.onProving,
      tvm,
      onReplaced: async (config) => {
        streaming.hub.replaced()
        await writeGlobalConfig(folder, config)
      },
      testOnly,
      onDropped: ({ externalHash, reason }) => {
        const message = externalHash.toString('base64')
        log.warn({ message }, `a sent message is not pending any more: ${reason}`)
        streaming.hub.invalidated(message)
      },
      onEmulated: (message) => streaming.hub.emulated(message),
      openIndex: (chain, before, damage) => openIndexRuntime(chain, indexOptions, before, damage),
      onTrouble: (error) => log.error({ err: error }, 'the new chain cannot be reached'),
    })
    opened = chain
    undo.push(() => chain.close())
    const content = openChainMetadata(chain, settings.metadata ?? {}, {
      folder,
      onStored: () => {
        commits++
      },
      log: log.child({ component: 'metadata' }),
    })
    metadata = content
    undo.push(() => content.close())

    let globalConfigFile: string | undefined
    const sources: StatusSources = {
      version: project.version,
      network: () => ({
        name: networkLabel(choice),
        kind: choice.kind,
        zeroState: chain.current().config.zeroState,
      }),
      head: () => chain.current().head.current(),
      stats: () => chain.current().network.stats(),
      networkVersion: () => chain.current().version.current(),
      apiUrl: () => `${urlOf(address, server.port)}${V2_PREFIX}`,
      globalConfigFile: () => globalConfigFile,
      metadata: () => content.status().state,
      problems: () => [...(source.devnet?.problems() ?? []), ...chain.index().problems()],
      index: () => chain.index().status(),
    }
    const status = () => gatewayStatus(sources)
    const { devnet } = source
    async function health(): Promise<Health> {
      const [clock] = await Promise.all([
        devnet ? devnetClock(devnet, HEALTH_WAIT_MS) : systemClock(),
        chain.current().head.present(HEALTH_WAIT_MS),
      ])
      return gatewayHealth(sources, clock)
    }
    const executorHeader = () => outdatedExecutor(sources.networkVersion())
    const accessControl = createAccessControl(access)
    const requests = createRequestMetrics()
    const collection = limitThreadMemory(createAllocatorTrim())
    undo.push(() => collection[Symbol.dispose]())
    const eventLoop = watchEventLoop()
    undo.push(() => eventLoop[Symbol.dispose]())
    const cache =
      (settings.cache ?? true) ? createAnswerCache({ position: () => chain.position() }) : undefined
    const app = createHttpApp({
      cache,
      meter: requests,
      metrics: {
        build: { version: project.version, network: networkLabel(choice) },
        requests,
        cache: () => cache?.stats(),
        refusals: accessControl.refusals,
        servers: () => chain.current().network.stats().servers,
        head: sources.head,
        tvm: () => tvm.stats,
        metadata: content.status,
        streaming: () => streaming.hub.stats,
        eventLoop,
      },
      v2: { call: (name, values, options) => chain.v2.call(name, values as never, options) },
      v3: {
        call: (name, values, options) => chain.v3.call(name, values, options),
        coverage: () => chain.index().v3.coverage(),
        // Both counts only grow, and stay far below 2^40.
        position() {
          const { generation, head } = chain.position()
          return generation * 2 ** 40 + commits + head
        },
      },
      devnet: chain.devnet,
      index: indexControl(
        () => chain.index(),
        () => chain.reopenIndex(),
      ),
      images: content.imageOf,
      streaming: streaming.caller,
      status,
      health,
      executorHeader,
      hosts: () => ({ port: server.port, extraNames: address.names }),
      origins: [...(settings.origins ?? []), ...originsOf(address.names, server.port)],
      pageSends: settings.pageSends,
      access: accessControl,
      explorerRoot: settings.explorerRoot ?? explorerRoot(project),
      log: log.child({ component: 'http' }),
    })
    await waitForHead(chain.current(), source, notify)
    await chain.startIndex()
    // Last, so that a gateway that does not start leaves the file of one that runs alone.
    globalConfigFile = source.embedded ? await writeGlobalConfig(folder, source.config()) : undefined
    answer = (request, env) => app.fetch(request, env)

    return {
      url: urlOf(address, server.port),
      port: server.port,
      network: networkLabel(choice),
      dataDir,
      devnet: chain.devnet,
      globalConfigFile,
      status,
      health,
      close: once(allUndone),
    }
  } catch (error) {
    await allUndone()
    throw error
  }
}

/** Value of X-Executor-Version; undefined where the network is not newer than the executor. */
function outdatedExecutor(networkVersion: number | undefined): string | undefined {
  if (networkVersion === undefined || networkVersion <= EXECUTOR_VERSION) return undefined
  return `${EXECUTOR_VERSION}; network=${networkVersion}`
}

function checkLiteserverPort(port: number | undefined, choice: NetworkChoice): void {
  if (port === undefined) return
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new GatewayError('bad-port', `${port} is no port; give --liteserver-port a number from 0 to 65535`)
  }
  if (!isEmbedded(choice)) {
    throw new GatewayError(
      'bad-port',
      `${networkLabel(choice)} has its own liteservers: --liteserver-port is for devnet, sample and archive:DIR`,
    )
  }
}

/** How long /healthz waits for the present head and the devnet's clock, ms. */
const HEALTH_WAIT_MS = 1_000

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** What a user who opens the gateway to other machines may not have thought of. */
function warnOfUnprotectedAccess(
  { address, isPublic, isNamed }: ListenAddress,
  access: AccessStore,
  log: Logger,
): void {
  if (!isPublic) return
  if (!isNamed) log.warn(`asked for by another name than its address, it refuses: give --allow-host NAME`)
  if (access.state().keys.length === 0) {
    log.warn(`other machines can reach ${address} and there is no API key yet: tonscope keys add NAME`)
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}

/**
 * Reads the first head. Rejects with GatewayError if an embedded network does not answer. A public network can be
 * unreachable for now: then calls `notify`, and the gateway starts without a head.
 */
async function waitForHead(
  { head, network }: ChainRuntime,
  source: NetworkSource,
  notify: (line: string) => void,
): Promise<void> {
  try {
    await head.refresh()
  } catch (error) {
    if (!source.embedded) {
      const { servers, alive } = network.stats()
      if (alive === 0) {
        notify(
          `No liteserver answers yet (${servers.length} tried); answers come from the index until one does.`,
        )
      }
      return
    }
    const [server] = network.stats().servers
    const reason = source.fault()?.message ?? server?.lastError ?? messageOf(error)
    throw new GatewayError('no-answer', `the embedded network does not answer: ${reason}`, { cause: error })
  }
}

async function listenOrExplain(fetch: Fetch, { address }: ListenAddress, port: number): Promise<HttpServer> {
  try {
    return await listen(fetch, { host: address, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      const owner = await portOwner(port)
      const by = owner === undefined ? 'another program' : owner
      throw new GatewayError('port-taken', `port ${port} is taken by ${by}; choose another with --port`, {
        cause: error,
      })
    }
    const reason = messageOf(error)
    throw new GatewayError('port-refused', `port ${port} cannot be opened: ${reason}`, { cause: error })
  }
}
