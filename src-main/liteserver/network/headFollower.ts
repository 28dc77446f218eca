import { pause } from '../pool/clock.ts'
import type { LitePool } from '../pool/litePool.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import type { Masterchain } from './masterchain.ts'

/** Time that a server is asked to wait for a new block, ms: far below the time limit of a query. */
const WAIT_MS = 5_000
/** Pause after a failure, ms. */
const RETRY_MS = 1_000
/** Interval of looking for a server while none is available or no head is proved, ms. */
const LOOK_MS = 100
/**
 * Seconds of blocks by which the second lane's question is ahead: the second server answers only when that much time
 * has passed, or when the first one does not bring new blocks.
 */
const SPARE_SECONDS = 3
/** Blocks by which the second lane is ahead: if their rate is unknown, and at most. */
const SPARE_BLOCKS = 1
const MOST_SPARE_BLOCKS = 50

/** Number of servers that are asked to prove their heads at the start. */
const FIRST_SERVERS = 3

function firstServers(servers: readonly PoolServer[], random: () => number): readonly PoolServer[] {
  const start = Math.floor(random() * servers.length)
  return [...servers.slice(start), ...servers.slice(0, start)].slice(0, FIRST_SERVERS)
}

/** Dependencies of following the head. */
export type HeadFollowerOptions = {
  readonly pool: LitePool
  readonly masterchain: Masterchain
  /** Minimum time between two questions for a head, ms; 0 for every block at once. */
  readonly paceMs: () => number
  /** In [0, 1), as Math.random. */
  readonly random: () => number
}

/**
 * Keeps the newest masterchain block up to date while the network is in use: asks the two best servers to answer with a
 * proof as soon as they have a newer one. One question thus brings a block and its proof, without a poll.
 */
export function followHead({ pool, masterchain, paceMs, random }: HeadFollowerOptions): {
  stop(): void
} {
  const stopping = new AbortController()
  const { signal } = stopping
  const lanes: (PoolServer | undefined)[] = [undefined, undefined]
  /** The servers that failed last in each lane: another one is asked next, if there is any. */
  const failed: (PoolServer | undefined)[] = [undefined, undefined]

  /** Asks one server once; returns the pause before the next question, ms. */
  async function ask(lane: number): Promise<number> {
    const other = lanes[1 - lane]
    const isServer = (one: PoolServer | undefined) => one !== undefined
    const present = lanes[lane]
    const server =
      pool.choose({ exclude: new Set([other, failed[lane]].filter(isServer)), present }) ??
      pool.choose({ exclude: new Set([other].filter(isServer)), present })
    // Before the first head is proved there is nothing to continue from.
    if (!server || !masterchain.isCaughtUp) return LOOK_MS
    lanes[lane] = server
    failed[lane] = undefined
    const begun = pool.clock.now()
    try {
      const spare = Math.min(MOST_SPARE_BLOCKS, pool.blocksIn(SPARE_SECONDS) ?? SPARE_BLOCKS)
      const ahead = lane === 0 ? 1 : spare
      await masterchain.awaitHead(server, { ahead, waitMs: WAIT_MS, signal })
      return Math.max(0, paceMs() - (pool.clock.now() - begun))
    } catch {
      lanes[lane] = undefined
      failed[lane] = server
      // Faults are recorded with the server; another one is chosen after a moment.
      return RETRY_MS
    }
  }

  async function follow(lane: number): Promise<void> {
    while (!signal.aborted) {
      await pool.whenInUse(signal)
      const rest = await ask(lane)
      if (rest > 0) await pause(pool.clock, rest, signal)
    }
  }

  masterchain.begin(firstServers(pool.servers, random), signal)
  // A lane ends by rejecting when the network is closed.
  for (const lane of lanes.keys()) follow(lane).catch(() => {})
  return { stop: () => stopping.abort(new Error('the network is closed')) }
}
