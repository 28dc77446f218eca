import { type AccessStore, createAccessControl } from '../http/access/accessControl.ts'
import { createHttpApp, type HttpAppOptions } from '../http/app.ts'
import { createAnswerCache } from '../http/cache/answerCache.ts'
import { watchEventLoop } from '../http/metrics/processMetrics.ts'
import { createRequestMetrics } from '../http/metrics/requestMetrics.ts'
import { EXECUTOR_VERSION } from '../tvm/executorConfig.ts'
import type { ChainServices } from './chainServices.ts'
import type { DeferCleanup } from './closeInOrder.ts'
import type { GatewayReport } from './gatewayReport.ts'
import type { GatewaySetup } from './gatewaySettings.ts'
import { indexControl } from './indexControl.ts'
import { originsOf } from './listenAddress.ts'
import { networkLabel } from './networkChoice.ts'
import { explorerRoot } from './project.ts'
import type { Streaming } from './streaming.ts'

export type GatewayAppOptions = {
  readonly services: ChainServices
  readonly streaming: Streaming
  readonly report: GatewayReport
  readonly access: AccessStore
  /** The port that the server listens on. */
  readonly port: number
  readonly defer: DeferCleanup
}

/** Creates the HTTP app of a gateway: APIs, explorer, metrics. */
export function createGatewayApp(
  { settings, project, choice, address, log }: GatewaySetup,
  { services, streaming, report, access, port, defer }: GatewayAppOptions,
): ReturnType<typeof createHttpApp> {
  const { chain, tvm, metadata, hints } = services
  const { sources, status, liteservers, health, clock } = report
  const accessControl = createAccessControl(access)
  const requests = createRequestMetrics()
  const eventLoop = watchEventLoop()
  defer(() => eventLoop[Symbol.dispose]())
  const cache = (settings.cache ?? true) ? createAnswerCache({ position: () => chain.position() }) : undefined
  return createHttpApp({
    cache,
    meter: requests,
    metrics: {
      build: { version: project.version, network: networkLabel(choice) },
      requests,
      cache: () => cache?.stats(),
      refusals: accessControl.refusals,
      servers: () => chain.current().network.stats().servers,
      head: () => chain.current().head.known(),
      now: async () => (await clock()).now,
      tvm: () => tvm.stats,
      metadata: metadata.status,
      ...(hints && { hints: hints.status }),
      streaming: () => streaming.hub.stats,
      eventLoop,
    },
    ...apisOf(services),
    devnet: chain.devnet,
    index: indexControl(
      () => chain.index(),
      () => chain.reopenIndex(),
    ),
    images: metadata.imageOf,
    streaming: streaming.caller,
    status,
    liteservers,
    health,
    executorHeader: () => outdatedExecutor(sources.networkVersion()),
    hosts: () => ({ port, extraNames: address.names }),
    origins: [...(settings.origins ?? []), ...originsOf(address.names, port)],
    pageSends: settings.pageSends,
    access: accessControl,
    explorerRoot: settings.explorerRoot ?? explorerRoot(project),
    log: log.child({ component: 'http' }),
  })
}

function apisOf({ chain, commits }: ChainServices): Pick<HttpAppOptions, 'v2' | 'v3'> {
  return {
    v2: { call: (name, values, options) => chain.v2.call(name, values as never, options) },
    v3: {
      call: (name, values, options) => chain.v3.call(name, values, options),
      coverage: () => chain.index().v3.coverage(),
      // Both counts only grow, and stay far below 2^40.
      position() {
        const { generation, head } = chain.position()
        return generation * 2 ** 40 + commits() + head
      },
    },
  }
}

/** Returns the value of X-Executor-Version; undefined if the network is not newer than the executor. */
function outdatedExecutor(networkVersion: number | undefined): string | undefined {
  if (networkVersion === undefined || networkVersion <= EXECUTOR_VERSION) return undefined
  return `${EXECUTOR_VERSION}; network=${networkVersion}`
}
