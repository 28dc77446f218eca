import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Status } from '#shared/schema/status.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { createV2Api } from '../api/v2/api.ts'
import { createHttpApp } from '../http/app.ts'
import type { Health } from '../http/health.ts'
import { type HttpServer, listen } from '../http/server.ts'
import { type OpenLiteNetwork, openLiteNetwork } from '../liteserver/network/openLiteNetwork.ts'
import { createTvmPool } from '../tvm/tvmPool.ts'
import { closeInOrder } from './closeInOrder.ts'
import { defaultDataDir } from './dataDir.ts'
import { GatewayError } from './gatewayError.ts'
import { writeGlobalConfig } from './globalConfigFile.ts'
import { type HeadWatch, watchHead } from './headWatch.ts'
import { networkFolder, networkLabel, readNetworkChoice, SAMPLE_NETWORK } from './networkChoice.ts'
import { type NetworkSource, openNetworkSource } from './networkSource.ts'
import { portOwner } from './portOwner.ts'
import { explorerRoot, findProject, sampleArchive } from './project.ts'
import { gatewayHealth, gatewayStatus, type StatusSources } from './status.ts'

export type GatewaySettings = {
  /** `sample` (default), `archive:DIR`, or the path of a global config file. */
  readonly network?: string
  /** On 127.0.0.1; default 8081, 0 takes any free one. */
  readonly port?: number
  /** Default: the platform's place for application data. */
  readonly dataDir?: string
  /** Believe the liteservers instead of checking proofs. */
  readonly trustLiteservers?: boolean
  /** Names besides 127.0.0.1, localhost and [::1] under which we may be asked for. */
  readonly hosts?: readonly string[]
  /** Origins besides those of this machine whose pages may read answers. */
  readonly origins?: readonly string[]
  /** Default: warnings and errors on stderr. */
  readonly log?: Logger
  /** Folder of the built explorer; default: `out/renderer` of this program. */
  readonly explorerRoot?: string
}

export type Gateway = {
  /** `http://127.0.0.1:8081`: the explorer, the API, everything. */
  readonly url: string
  readonly port: number
  /** What the user calls the network: `sample`, `archive:genesis`. */
  readonly network: string
  readonly dataDir: string
  /** The global config of an embedded network, for other TON tools. */
  readonly globalConfigFile: string | undefined
  status(): Status
  health(): Health
  /** Stops everything in order; safe to call twice. */
  close(): Promise<void>
}

const HOST = '127.0.0.1'
export const DEFAULT_PORT = 8081

/**
 * Starts a gateway and resolves when it can answer. Throws GatewayError for settings that cannot work; nothing
 * is left running then.
 */
export async function startGateway(settings: GatewaySettings = {}): Promise<Gateway> {
  const { port = DEFAULT_PORT, dataDir = defaultDataDir(), trustLiteservers = false } = settings
  const log = settings.log ?? pino({ level: 'warn' }, pino.destination(2))
  const project = findProject()
  const choice = readNetworkChoice(settings.network ?? SAMPLE_NETWORK)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new GatewayError('bad-port', `${port} is no port; give a number from 0 to 65535`)
  }
  const undo: (() => Promise<void> | void)[] = []
  try {
    const source = await openNetworkSource(choice, { sampleArchive: sampleArchive(project), log })
    undo.push(() => source.close())
    const network = await openLiteNetwork({ config: source.config, verify: !trustLiteservers })
    undo.push(() => network.close())
    const head = watchHead(network)
    undo.push(() => head.close())

    const tvm = createTvmPool()
    undo.push(() => tvm.close())

    const running: { server?: HttpServer; globalConfigFile?: string | undefined } = {}
    const ownPort = () => running.server?.port ?? port
    const sources: StatusSources = {
      version: project.version,
      network: { name: networkLabel(choice), kind: choice.kind, zeroState: source.config.zeroState },
      head: () => head.current(),
      stats: () => network.stats(),
      apiUrl: () => `${urlOf(ownPort())}${V2_PREFIX}`,
      globalConfigFile: () => running.globalConfigFile,
    }
    const status = () => gatewayStatus(sources)
    const health = () => gatewayHealth(sources)
    const app = createHttpApp({
      v2: createV2Api({ network, tvm }),
      status,
      health,
      hosts: () => ({ port: ownPort(), extraNames: settings.hosts ?? [] }),
      origins: settings.origins ?? [],
      explorerRoot: settings.explorerRoot ?? explorerRoot(project),
      log: log.child({ component: 'http' }),
    })
    const server = await listenOrExplain((request, env) => app.fetch(request, env), port)
    running.server = server
    undo.push(() => server.close())
    await waitForHead(head, network, source)
    // Last, so that a gateway that does not start leaves the file of one that runs alone.
    const folder = join(dataDir, networkFolder(choice))
    const globalConfigFile = source.embedded ? await writeGlobalConfig(folder, source.config) : undefined
    running.globalConfigFile = globalConfigFile

    return {
      url: urlOf(server.port),
      port: server.port,
      network: networkLabel(choice),
      dataDir,
      globalConfigFile,
      status,
      health,
      close: closeOnce(undo),
    }
  } catch (error) {
    await closeInOrder(undo)
    throw error
  }
}

function urlOf(port: number): string {
  return `http://${HOST}:${port}`
}

function closeOnce(undo: readonly (() => Promise<void> | void)[]): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= closeInOrder(undo)
    return closing
  }
}

/**
 * An embedded network answers at once or is broken. A real one may be out of reach for now: the explorer then
 * says so, and comes alive when it is back.
 */
async function waitForHead(head: HeadWatch, network: OpenLiteNetwork, source: NetworkSource): Promise<void> {
  try {
    await head.refresh()
  } catch (error) {
    if (!source.embedded) return
    const [server] = network.stats().servers
    const reason =
      source.fault()?.message ?? server?.lastError ?? (error instanceof Error ? error.message : String(error))
    throw new GatewayError('no-answer', `the embedded network does not answer: ${reason}`, { cause: error })
  }
}

async function listenOrExplain(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port: number,
): Promise<HttpServer> {
  try {
    return await listen(fetch, { host: HOST, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      const owner = await portOwner(port)
      const by = owner === undefined ? 'another program' : owner
      throw new GatewayError('port-taken', `port ${port} is taken by ${by}; choose another with --port`, {
        cause: error,
      })
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new GatewayError('port-refused', `port ${port} cannot be opened: ${reason}`, { cause: error })
  }
}
