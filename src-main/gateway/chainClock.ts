import { messageOf } from '#shared/messageOf.ts'
import type { DevnetControl } from '../devnet/runtime/runningDevnet.ts'
import type { Health } from '../http/routes/healthRoute.ts'

/** The clock by which the age of the newest block counts. */
export type ChainClock = {
  /** Unix time in seconds. */
  readonly now: number
  /** Seconds between a devnet's blocks, 0 if they are made on demand; undefined for other networks. */
  readonly blockInterval?: number | undefined
  /** How far a devnet's time is ahead of this machine's clock; undefined for other networks. */
  readonly distance?: Health['clock'] | undefined
  /** Why the devnet's clock cannot be read, in a sentence; `now` is then this machine's. */
  readonly fault?: string | undefined
}

/** Returns this machine's clock. */
export function systemClock(): ChainClock {
  return { now: Math.floor(Date.now() / 1000) }
}

/** Returns the devnet's clock, which its users can move; after `waitMs` without an answer the machine's clock. */
export async function devnetClock(
  devnet: Pick<DevnetControl, 'status'>,
  waitMs: number,
): Promise<ChainClock> {
  const late = Promise.withResolvers<ChainClock>()
  const timer = setTimeout(
    () => late.resolve({ ...systemClock(), fault: `the devnet has not answered for ${waitMs} ms` }),
    waitMs,
  )
  try {
    const reading = devnet.status().then(({ now, block_interval: blockInterval, ...status }) => {
      const { clock_offset: offset, clock_behind: behind } = status
      return { now, blockInterval, distance: offset === null ? undefined : { offset, behind } }
    })
    return await Promise.race([reading, late.promise])
  } catch (error) {
    return { ...systemClock(), fault: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}
