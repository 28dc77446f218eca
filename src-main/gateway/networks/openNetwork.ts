import type { Status } from '#shared/schema/status.ts'
import type { DevnetControl } from '../../devnet/runtime/runningDevnet.ts'
import {
  type AccessControl,
  createAccessControl,
  type SharedAccess,
} from '../../http/access/accessControl.ts'
import type { EventLoopDelay } from '../../http/metrics/processMetrics.ts'
import type { Health } from '../../http/routes/healthRoute.ts'
import type { NetworksControl } from '../../http/routes/networksRoutes.ts'
import type { StaticSite } from '../../http/routes/staticSite.ts'
import type { Access } from '../access.ts'
import { openChainServices } from '../chainServices.ts'
import { type Cleanup, closeInOrder, type DeferCleanup } from '../closeInOrder.ts'
import { createGatewayApp } from '../gatewayApp.ts'
import { GatewayError } from '../gatewayError.ts'
import { createGatewayReport } from '../gatewayReport.ts'
import type { Fetch } from '../gatewayServer.ts'
import type { GatewaySetup } from '../gatewaySettings.ts'
import { writeGlobalConfig } from '../globalConfigFile.ts'
import { networkLabel } from '../networkChoice.ts'
import { type NetworkSource, openNetworkSource } from '../networkSource.ts'
import { publicConfigs, sampleArchive } from '../project.ts'
import type { ReloadableChain } from '../reloadableChain.ts'
import { openStreaming } from '../streaming.ts'
import { waitForHead } from '../waitForHead.ts'

/** What all networks of a program share. */
export type Program = {
  /** The program's URL, without a path. */
  readonly url: string
  readonly port: number
  readonly access: Access
  readonly sharedAccess: SharedAccess
  readonly eventLoop: EventLoopDelay
  readonly site: StaticSite
  readonly networks: NetworksControl
}

/** A network that runs. */
export type RunningNetwork = {
  readonly fetch: Fetch
  /** Commands of a devnet; undefined for other networks. */
  readonly devnet: DevnetControl | undefined
  /** The global config of an embedded network, for other TON tools. */
  readonly globalConfigFile: string | undefined
  status(): Status
  health(): Promise<Health>
  /** Returns the number of open streams. */
  streams(): number
}

/** A network that starts or runs. */
export type OpenNetwork = {
  /** Resolves when the network can answer. Rejects with GatewayError; nothing is left running then. */
  readonly running: Promise<RunningNetwork>
  /** Ends the streams, which the server would wait for. */
  endStreams(): void
  /** Stops everything in order, also while it starts; safe to call twice. */
  close(): Promise<void>
}

export type OpenNetworkOptions = {
  readonly access: AccessControl
  /** Base of the network's own links, such as those of token images: empty for the default network. */
  readonly base: string
  /** Called with one line about what is being done. */
  onProgress(line: string): void
}

/** Returns the access control of a network. */
export function networkAccess({ access, sharedAccess }: Program, { choice }: GatewaySetup): AccessControl {
  return createAccessControl(access.of(networkLabel(choice)), sharedAccess)
}

/** Starts a network. */
export function openNetwork(program: Program, setup: GatewaySetup, options: OpenNetworkOptions): OpenNetwork {
  let chain: ReloadableChain | undefined
  const streaming = openStreaming(() => chain, setup.log.child({ component: 'streaming' }))
  const cleanups: Cleanup[] = []
  let closing: Promise<void> | undefined
  /** A part that is opened after the network was closed is closed at once. */
  const defer: DeferCleanup = (cleanup) => {
    cleanups.push(cleanup)
    if (closing) closing = closing.then(() => closeInOrder([cleanup]))
  }
  /** What waits for a network would wait for its whole time limit once that is closed. */
  const stopIfClosed = () => {
    if (closing)
      throw new GatewayError('no-answer', `${networkLabel(setup.choice)} was stopped while it started`)
  }
  const endStreams = () => streaming.close()
  const close = () => {
    closing ??= closeInOrder([...cleanups, endStreams])
    return closing
  }

  async function start(): Promise<RunningNetwork> {
    const { url } = program
    const { access } = options
    const { folder, notify, choice } = setup
    options.onProgress(`opening ${networkLabel(choice)}`)
    const source = await openSource(setup, defer)
    stopIfClosed()
    const services = await openChainServices(setup, source, { streaming, url: url + options.base, defer })
    chain = services.chain
    stopIfClosed()
    let globalConfigFile: string | undefined
    const report = createGatewayReport(setup, {
      source,
      services,
      url: url + options.base,
      globalConfigFile: () => globalConfigFile,
    })
    const app = createGatewayApp(setup, { program, access, services, streaming, report })
    options.onProgress('waiting for its newest block')
    await waitForHead(chain.current(), source, notify)
    stopIfClosed()
    options.onProgress('opening its index')
    await chain.startIndex()
    // Last, so that a network that does not start leaves the file of one that runs alone.
    globalConfigFile = source.embedded ? await writeGlobalConfig(folder, source.config()) : undefined
    return {
      fetch: (request, env) => app.fetch(request, env),
      devnet: chain.devnet,
      globalConfigFile,
      status: report.status,
      health: report.health,
      streams: () => streaming.hub.stats.clients,
    }
  }

  async function startOrClose(): Promise<RunningNetwork> {
    try {
      return await start()
    } catch (error) {
      await close()
      throw error
    }
  }

  return { running: startOrClose(), endStreams, close }
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
