import type { PoolServer } from './poolServer.ts'

/** Waits that differ by less than this part, or by so many milliseconds, count as equal. */
const EQUAL = 0.25
const EQUAL_MS = 2
/** Factor by which another server must promise less than the present one to be worth the change. */
const WORTH = 0.6

/**
 * Returns the server that is likely to answer first: by its usual latency, its running queries and the time until its
 * rate allows the next one. Silent servers and those on trial are chosen only if there is no other. `present` stays
 * unless another one is much better; nearly equal ones are chosen at random. Undefined if there is none.
 */
export function chooseServer(
  servers: readonly PoolServer[],
  random: () => number,
  present?: PoolServer,
): PoolServer | undefined {
  const reliable = servers.filter((server) => !server.isSilent && !server.isOnTrial)
  const fitting = reliable.length > 0 ? reliable : servers
  const waits = new Map(fitting.map((server) => [server, expectedWait(server)]))
  const least = Math.min(...waits.values())
  const equal = least * (1 + EQUAL) + EQUAL_MS
  const best = fitting.filter((server) => (waits.get(server) ?? 0) <= equal)
  const mine = present && waits.get(present)
  if (mine !== undefined && mine * WORTH <= least) return present
  return best[Math.floor(random() * best.length)]
}

function expectedWait(server: PoolServer): number {
  return server.rateWaitMs + (server.latencyMs ?? 0) * (1 + server.inFlight + server.queued)
}
