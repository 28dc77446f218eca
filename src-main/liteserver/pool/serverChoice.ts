import type { PoolServer } from './poolServer.ts'

/**
 * Returns the one of two random servers with the shorter expected wait: its usual latency times its number of running
 * queries. Undefined if there is none.
 */
export function chooseServer(servers: readonly PoolServer[], random: () => number): PoolServer | undefined {
  const first = servers[Math.floor(random() * servers.length)]
  const second = servers[Math.floor(random() * servers.length)]
  if (!first || !second) return undefined
  return expectedWait(second) < expectedWait(first) ? second : first
}

function expectedWait(server: PoolServer): number {
  return (server.latencyMs ?? 0) * (1 + server.inFlight + server.queued)
}
