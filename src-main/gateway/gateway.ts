import type { Logger } from 'pino'
import { ApiError } from '#shared/apiError.ts'
import type { Status } from '#shared/schema/status.ts'
import type { DevnetControl } from '../devnet/runtime/runningDevnet.ts'
import { createSharedAccess } from '../http/access/accessControl.ts'
import { watchEventLoop } from '../http/metrics/processMetrics.ts'
import { STARTING_TEXT } from '../http/response/startingResponse.ts'
import type { Health } from '../http/routes/healthRoute.ts'
import { staticSite } from '../http/routes/staticSite.ts'
import { limitThreadMemory } from '../platform/limitThreadMemory.ts'
import { relieveMemory } from '../platform/memoryPressure.ts'
import { createAllocatorTrim } from '../store/sqlite/trimAllocator.ts'
import { type Access, openAccess } from './access.ts'
import { type Cleanup, closeInOrder, type DeferCleanup } from './closeInOrder.ts'
import { openGatewayServer } from './gatewayServer.ts'
import { type GatewaySettings, type GatewaySetup, readSettings } from './gatewaySettings.ts'
import { urlOf } from './listenAddress.ts'
import { networkLabel } from './networkChoice.ts'
import { readNetworks } from './networks/networkFile.ts'
import { networksControl } from './networks/networksControl.ts'
import { type NetworkTable, openNetworkTable } from './networks/networkTable.ts'
import type { Program } from './networks/openNetwork.ts'
import { watchNetworkFile } from './networks/watchNetworkFile.ts'
import { explorerRoot } from './project.ts'

export type Gateway = {
  /** `http://127.0.0.1:8081`: the explorer, the API, everything. */
  readonly url: string
  readonly port: number
  /** The network's name in settings and status: `sample`, `archive:genesis`. */
  readonly network: string
  /** The networks that the program was started with, and where each is served; the default network first. */
  readonly networks: readonly { readonly name: string; readonly url: string }[]
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

/** The parts of all networks together; each part has its own deadline within it. */
const NETWORKS_DEADLINE_MS = 30_000

/**
 * Starts a gateway and resolves when the networks of its settings can answer; the others start at their first request.
 * Throws GatewayError for settings that cannot work; nothing is left running then.
 */
export async function startGateway(settings: GatewaySettings = {}): Promise<Gateway> {
  const setup = readSettings(settings)
  const { choice, address, dataDir, log } = setup
  const stored = readNetworks(dataDir)
  let table: NetworkTable | undefined
  // Before the networks are started, so that a taken port fails early and a free one stays ours.
  const server = await openGatewayServer(address, setup.port, (name) => table?.has(name) ?? false)
  const url = urlOf(address, server.port)
  const cleanups: Cleanup[] = []
  const defer: DeferCleanup = (cleanup) => void cleanups.push(cleanup)
  // Streams end first, because the server waits for its open connections. Networks close after the last request.
  const close = once(() =>
    closeInOrder([
      ...cleanups,
      { close: () => table?.close(), deadlineMs: NETWORKS_DEADLINE_MS },
      () => server.close(),
      () => table?.endStreams(),
    ]),
  )
  try {
    const program = openProgram(setup, { url, port: server.port, table: () => table, defer })
    table = openNetworkTable(stored, { setup, program })
    const watch = watchNetworkFile({ dataDir, adopt: table.update, log })
    defer(() => watch[Symbol.dispose]())
    limitProcessMemory(defer)
    // Before the networks run: the explorer shows their progress, and requests to an API wait.
    server.serve(table.fetch)
    const given = table.slots().slice(0, 1 + setup.others.length)
    await Promise.all(given.map((slot) => slot.start()))
    const { devnet, globalConfigFile, status, health } = await table.first.start()
    startFurther(table, log)
    return {
      url,
      port: server.port,
      network: networkLabel(choice),
      networks: given.map((slot, place) => ({
        name: networkLabel(slot.known.choice),
        url: place === 0 ? url : `${url}/${slot.known.name}`,
      })),
      dataDir,
      devnet,
      globalConfigFile,
      status,
      health,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts the networks whose setting is to start with the program. Their entries have the reason if one fails. */
function startFurther(table: NetworkTable, log: Logger): void {
  for (const slot of table.slots()) {
    const { name, start } = slot.known
    if (start !== 'always') continue
    slot.start().catch((error: unknown) => log.warn({ network: name, err: error }, 'a network did not start'))
  }
}

function openProgram(
  setup: GatewaySetup,
  {
    url,
    port,
    table,
    defer,
  }: Pick<Program, 'url' | 'port'> & { table(): NetworkTable | undefined; readonly defer: DeferCleanup },
): Program {
  const { settings, project, dataDir } = setup
  const access = openGatewayAccess(setup, defer)
  const eventLoop = watchEventLoop()
  defer(() => eventLoop[Symbol.dispose]())
  return {
    url,
    port,
    access,
    sharedAccess: createSharedAccess(),
    eventLoop,
    site: staticSite(settings.explorerRoot ?? explorerRoot(project)),
    networks: networksControl(dataDir, () => {
      const present = table()
      if (!present) throw new ApiError(503, STARTING_TEXT)
      return present
    }),
  }
}

function limitProcessMemory(defer: DeferCleanup): void {
  const trim = createAllocatorTrim()
  for (const limit of [limitThreadMemory({ afterCollection: trim }), relieveMemory({ trim })]) {
    defer(() => limit[Symbol.dispose]())
  }
}

function openGatewayAccess(setup: GatewaySetup, defer: DeferCleanup): Access {
  const { settings, address, dataDir, log } = setup
  const access = openAccess({
    dataDir,
    forced: address.isPublic,
    enabled: settings.keys,
    log: log.child({ component: 'access' }),
  })
  defer(() => access[Symbol.dispose]())
  warnOfUnprotectedAccess(setup, access)
  return access
}

/** Warns that clients on other machines need an allowed host name and an API key. */
function warnOfUnprotectedAccess({ address, choice, log }: GatewaySetup, access: Access): void {
  if (!address.isPublic) return
  if (!address.isNamed)
    log.warn('requests that name another host than the address are refused: allow one with --allow-host NAME')
  if (access.of(networkLabel(choice)).state().keys.length === 0) {
    log.warn(
      `other machines can reach ${address.address} and there is no API key yet: tonscope keys add NAME`,
    )
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
