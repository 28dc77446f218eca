import { FULL_SHARD } from '#shared/ton/shard.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../errors.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { MasterchainInfo } from '../tl/serverInfo.ts'
import { askServer } from './askServer.ts'
import type { Clock } from './clock.ts'
import type { PoolLimits } from './poolOptions.ts'
import type { PoolServer } from './poolServer.ts'

/** A server that can look up this masterchain block is archival. */
const OLD_SEQNO = 3

/** The running poll of one server. */
export type HealthPoll = { stop(): void; wake(): void }

/** Dependencies of a server's poll. */
export type HealthPollContext = {
  readonly clock: Clock
  readonly limits: PoolLimits
  /** Number of servers of the pool, which share the interval of an idle pool. */
  readonly count: number
  /** Returns whether sessions were opened recently, which decides between the two intervals. */
  readonly isInUse: () => boolean
  /** Called with the head of every successful poll. */
  readonly onHead: (server: PoolServer, info: MasterchainInfo) => void
  /** Called after every poll, successful or not. */
  readonly onPolled: (server: PoolServer) => void
}

/**
 * Polls one server for its head until `stop`, and at times checks whether it is archival. `wake` makes the next poll
 * immediate, unless the server is backed off.
 */
export function pollHealth(server: PoolServer, context: HealthPollContext): HealthPoll {
  const { clock, limits } = context
  let stopped = false
  let cancelTimer = () => {}
  let archivalTestAt = 0
  let isWaiting = false

  const poll = async () => {
    try {
      const info = await askServer(server, {
        fn: liteApi.getMasterchainInfo,
        request: {},
        check: (answer) => answer,
        kind: 'poll',
      })
      if (stopped) return
      context.onHead(server, info)
      if (clock.now() >= archivalTestAt && (context.isInUse() || server.archival === undefined)) {
        archivalTestAt = clock.now() + limits.archivalTestMs
        server.archival = await keepsOldBlocks(server, info.last.seqno)
      }
    } catch (error) {
      // Any failure backs the server off, or leaves it without a head, so that it is not alive.
      server.noteError(error instanceof Error ? error : new Error(String(error)))
    }
    if (stopped) return
    context.onPolled(server)
    const interval = context.isInUse() ? limits.pollMs : limits.idlePollMs * context.count
    isWaiting = true
    // A failed server is looked at as soon as it may be used again.
    const rest = server.unavailableUntil - clock.now()
    cancelTimer = clock.after(server.failed && rest > 0 ? rest : Math.max(interval, rest), run)
  }
  const run = () => {
    isWaiting = false
    void poll()
  }

  run()
  return {
    stop() {
      stopped = true
      cancelTimer()
    },
    wake() {
      if (stopped || !isWaiting || clock.now() < server.unavailableUntil) return
      cancelTimer()
      run()
    },
  }
}

async function keepsOldBlocks(server: PoolServer, lastSeqno: number): Promise<boolean> {
  const seqno = Math.min(OLD_SEQNO, lastSeqno)
  if (seqno < 1) return true
  const id = { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno }
  try {
    return await askServer(server, {
      fn: liteApi.lookupBlock,
      request: { mode: 1, id },
      check: () => true,
      kind: 'poll',
    })
  } catch (error) {
    if (error instanceof LiteServerError) return false
    throw error
  }
}
