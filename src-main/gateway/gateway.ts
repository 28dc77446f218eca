import type { Status } from '#shared/schema/status.ts'
import type { DevnetControl } from '../devnet/runtime/runningDevnet.ts'
import type { AccessStore } from '../http/access/accessControl.ts'
import type { Health } from '../http/routes/healthRoute.ts'
import { limitThreadMemory } from '../platform/limitThreadMemory.ts'
import { relieveMemory } from '../platform/memoryPressure.ts'
import { createAllocatorTrim } from '../store/sqlite/trimAllocator.ts'
import { openAccess } from './access.ts'
import { openChainServices } from './chainServices.ts'
import { type Cleanup, closeInOrder, type DeferCleanup } from './closeInOrder.ts'
import { createGatewayApp } from './gatewayApp.ts'
import { createGatewayReport } from './gatewayReport.ts'
import { openGatewayServer } from './gatewayServer.ts'
import { type GatewaySettings, type GatewaySetup, readSettings } from './gatewaySettings.ts'
import { writeGlobalConfig } from './globalConfigFile.ts'
import { urlOf } from './listenAddress.ts'
import { networkLabel } from './networkChoice.ts'
import { type NetworkSource, openNetworkSource } from './networkSource.ts'
import { publicConfigs, sampleArchive } from './project.ts'
import type { ReloadableChain } from './reloadableChain.ts'
import { openStreaming } from './streaming.ts'
import { waitForHead } from './waitForHead.ts'

export type Gateway = {
  /** `http://127.0.0.1:8081`: the explorer, the API, everything. */
  readonly url: string
  readonly port: number
  /** The network's name in settings and status: `sample`, `archive:genesis`. */
  readonly network: string
  readonly dataDir: string
  /** Commands of a devnet; undefined for other networks. */
  readonly devnet: DevnetControl | undefined
  /** The global config of an embedded network, for other TON tools. */
  readonly globalConfigFile: string | undefined
  status(): Status
  health(): Promise<Health>
  /** Stops everything in order; safe to call twice. */
  close(): Promise<void>
}

/**
 * Starts a gateway and resolves when it can answer. Throws GatewayError for settings that cannot work; nothing
 * is left running then.
 */
export async function startGateway(settings: GatewaySettings = {}): Promise<Gateway> {
  const setup = readSettings(settings)
  const { choice, address, dataDir, folder, log, notify } = setup
  // Before the network is started, so that a taken port fails early and a free one stays ours.
  const server = await openGatewayServer(address, setup.port)
  const { port } = server
  const url = urlOf(address, port)
  let chain: ReloadableChain | undefined
  const streaming = openStreaming(() => chain, log.child({ component: 'streaming' }))
  const cleanups: Cleanup[] = []
  const defer: DeferCleanup = (cleanup) => void cleanups.push(cleanup)
  // Streams end first, because the server waits for its open connections. The network closes after the last request.
  const close = once(() => closeInOrder([...cleanups, () => server.close(), () => streaming.close()]))
  try {
    const access = openGatewayAccess(setup, defer)
    const source = await openSource(setup, defer)
    const services = await openChainServices(setup, source, { streaming, url, defer })
    chain = services.chain
    let globalConfigFile: string | undefined
    const report = createGatewayReport(setup, {
      source,
      services,
      url,
      globalConfigFile: () => globalConfigFile,
    })
    limitProcessMemory(defer)
    const app = createGatewayApp(setup, { services, streaming, report, access, port, defer })
    await waitForHead(chain.current(), source, notify)
    await chain.startIndex()
    // Last, so that a gateway that does not start leaves the file of one that runs alone.
    globalConfigFile = source.embedded ? await writeGlobalConfig(folder, source.config()) : undefined
    server.serve((request, env) => app.fetch(request, env))
    return {
      url,
      port,
      network: networkLabel(choice),
      dataDir,
      devnet: chain.devnet,
      globalConfigFile,
      status: report.status,
      health: report.health,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function limitProcessMemory(defer: DeferCleanup): void {
  const trim = createAllocatorTrim()
  for (const limit of [limitThreadMemory({ afterCollection: trim }), relieveMemory({ trim })]) {
    defer(() => limit[Symbol.dispose]())
  }
}

function openGatewayAccess(setup: GatewaySetup, defer: DeferCleanup): AccessStore {
  const { settings, address, choice, dataDir, log } = setup
  const access = openAccess({
    dataDir,
    network: networkLabel(choice),
    forced: address.isPublic,
    enabled: settings.keys,
    log: log.child({ component: 'access' }),
  })
  defer(() => access[Symbol.dispose]())
  warnOfUnprotectedAccess(setup, access)
  return access
}

/** Warns that clients on other machines need an allowed host name and an API key. */
function warnOfUnprotectedAccess({ address, log }: GatewaySetup, access: AccessStore): void {
  if (!address.isPublic) return
  if (!address.isNamed)
    log.warn('requests that name another host than the address are refused: allow one with --allow-host NAME')
  if (access.state().keys.length === 0) {
    log.warn(
      `other machines can reach ${address.address} and there is no API key yet: tonscope keys add NAME`,
    )
  }
}

async function openSource(setup: GatewaySetup, defer: DeferCleanup): Promise<NetworkSource> {
  const { settings, project, choice, dataDir, folder, indexDir, notify, log } = setup
  const source = await openNetworkSource(choice, {
    sampleArchive: sampleArchive(project),
    publicConfigs: { builtIn: publicConfigs(project), dataDir },
    folder,
    indexDir,
    devnet: settings.devnet ?? {},
    liteserverPort: settings.liteserverPort,
    notify,
    log,
  })
  defer(() => source.close())
  return source
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
