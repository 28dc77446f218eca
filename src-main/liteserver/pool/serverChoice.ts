import type { PoolServer } from './poolServer.ts'

/**
 * One of two random servers, the one that promises the shorter wait: its usual latency times what is already
 * under way there. Undefined when there is none.
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
