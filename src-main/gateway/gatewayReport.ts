import type { Liteservers } from '#shared/schema/liteservers.ts'
import type { Status } from '#shared/schema/status.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import type { Health } from '../http/routes/healthRoute.ts'
import { type ChainClock, devnetClock, systemClock } from './chainClock.ts'
import type { ChainServices } from './chainServices.ts'
import type { GatewaySetup } from './gatewaySettings.ts'
import { gatewayLiteservers } from './liteservers.ts'
import { networkLabel } from './networkChoice.ts'
import type { NetworkSource } from './networkSource.ts'
import { gatewayHealth, gatewayStatus, type StatusSources } from './status.ts'

/** Status and health of a gateway. */
export type GatewayReport = {
  readonly sources: StatusSources
  status(): Status
  liteservers(): Liteservers
  health(): Promise<Health>
  /** Reads the network's clock. */
  clock(): Promise<ChainClock>
}

export type GatewayReportOptions = Pick<StatusSources, 'globalConfigFile'> & {
  readonly source: NetworkSource
  readonly services: ChainServices
  /** The gateway's URL, without a path. */
  readonly url: string
}

/** How long /healthz waits for the present head and the devnet's clock, ms. */
const HEALTH_WAIT_MS = 1_000

/** Creates the status and health of a gateway from its parts. */
export function createGatewayReport(
  { project, choice }: GatewaySetup,
  { source: { devnet, embedded }, services, url, globalConfigFile }: GatewayReportOptions,
): GatewayReport {
  const { chain, metadata, forkFile } = services
  const stats = () => chain.current().network.stats()
  const sources: StatusSources = {
    version: project.version,
    network: () => ({
      name: networkLabel(choice),
      kind: choice.kind,
      zeroState: chain.current().config.zeroState,
    }),
    head: () => chain.current().head.current(),
    stats,
    networkVersion: () => chain.current().version.current(),
    apiUrl: () => `${url}${V2_PREFIX}`,
    globalConfigFile,
    metadata: () => metadata.status().state,
    problems: () => [...(devnet?.problems() ?? []), ...chain.index().problems()],
    index: () => chain.index().status(),
  }
  const readClock = async () => (devnet ? devnetClock(devnet, HEALTH_WAIT_MS) : systemClock())
  return {
    sources,
    status: () => gatewayStatus(sources),
    liteservers: () => gatewayLiteservers({ stats, embedded, forkFile }),
    clock: readClock,
    async health() {
      const [clock] = await Promise.all([readClock(), chain.current().head.present(HEALTH_WAIT_MS)])
      return gatewayHealth(sources, clock)
    },
  }
}
