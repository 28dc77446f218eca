import type { AccessControl } from '../http/access/accessControl.ts'
import { createHttpApp, type HttpAppOptions } from '../http/app.ts'
import { createAnswerCache } from '../http/cache/answerCache.ts'
import type { GuardOptions } from '../http/guards.ts'
import { createRequestMetrics } from '../http/metrics/requestMetrics.ts'
import { EXECUTOR_VERSION } from '../tvm/executorConfig.ts'
import type { ChainServices } from './chainServices.ts'
import type { GatewayReport } from './gatewayReport.ts'
import type { GatewaySetup } from './gatewaySettings.ts'
import { indexControl } from './indexControl.ts'
import { originsOf } from './listenAddress.ts'
import { networkLabel } from './networkChoice.ts'
import type { Program } from './networks/openNetwork.ts'
import type { Streaming } from './streaming.ts'

export type GatewayAppOptions = {
  readonly program: Program
  /** Of the network. */
  readonly access: AccessControl
  readonly services: ChainServices
  readonly streaming: Streaming
  readonly report: GatewayReport
}

/** Returns the rules for requests to a network, while it runs and while it is asleep. */
export function gatewayGuards(
  { settings, address, log }: GatewaySetup,
  { port }: Program,
  access: AccessControl,
): GuardOptions {
  return {
    hosts: () => ({ port, extraNames: address.names }),
    origins: [...(settings.origins ?? []), ...originsOf(address.names, port)],
    access,
    log: log.child({ component: 'http' }),
  }
}

/** Creates the HTTP app of a network: APIs, explorer, metrics. */
export function createGatewayApp(
  setup: GatewaySetup,
  { program, access, services, streaming, report }: GatewayAppOptions,
): ReturnType<typeof createHttpApp> {
  const { settings, project, choice } = setup
  const { chain, tvm, metadata, hints, labels } = services
  const { sources, status, liteservers, health, clock } = report
  const requests = createRequestMetrics()
  const cache = (settings.cache ?? true) ? createAnswerCache({ position: () => chain.position() }) : undefined
  return createHttpApp({
    cache,
    meter: requests,
    metrics: {
      build: { version: project.version, network: networkLabel(choice) },
      requests,
      cache: () => cache?.stats(),
      refusals: access.refusals,
      servers: () => chain.current().network.stats().servers,
      head: () => chain.current().head.known(),
      now: async () => (await clock()).now,
      tvm: () => tvm.stats,
      metadata: metadata.status,
      hints: hints.status,
      streaming: () => streaming.hub.stats,
      eventLoop: program.eventLoop,
    },
    ...apisOf(services),
    devnet: chain.devnet,
    index: indexControl(
      () => chain.index(),
      () => chain.reopenIndex(),
    ),
    hints,
    labels,
    replay: chain.replay,
    images: metadata.imageOf,
    streaming: streaming.caller,
    status,
    liteservers,
    health,
    executorHeader: () => outdatedExecutor(sources.networkVersion()),
    pageSends: settings.pageSends,
    networks: program.networks,
    site: program.site,
    ...gatewayGuards(setup, program, access),
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
