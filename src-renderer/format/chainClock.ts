import type { DevnetStatus } from '#shared/schema/devnet.ts'
import type { Status } from '#shared/schema/status.ts'
import { formatAge } from './age.ts'

/** Tolerance for rounding to seconds and for the interval between two polls. */
const SLACK_MS = 3_000

/** The relation of a chain's time to this machine's. */
export type ChainClock =
  /** The time changes only with blocks. */
  | { readonly kind: 'stepped' }
  /** The time is ahead of this machine's clock, or behind if negative. */
  | { readonly kind: 'wall'; readonly aheadMs: number }

export const MACHINE_CLOCK: ChainClock = { kind: 'wall', aheadMs: 0 }

type Head = Status['head']

/** Returns the clock of a devnet's status that was read at `readAt` (ms since 1970). */
export function devnetClock({ clock, now }: Pick<DevnetStatus, 'clock' | 'now'>, readAt: number): ChainClock {
  if (clock === 'stepped') return { kind: 'stepped' }
  const aheadMs = now * 1000 - readAt
  return { kind: 'wall', aheadMs: Math.abs(aheadMs) < SLACK_MS ? 0 : aheadMs }
}

/** Returns the chain's time in ms since 1970, which is not earlier than its head. */
export function chainTime(clock: ChainClock, head: Head | undefined, machineNow: number): number {
  const headMs = (head?.utime ?? 0) * 1000
  return clock.kind === 'stepped' ? headMs : Math.max(headMs, machineNow + clock.aheadMs)
}

/** Returns whether a head is ahead of the known clock, so that the chain's time has been set. */
export function isOutdated(clock: ChainClock, head: Head | undefined, seenAt: number): boolean {
  return clock.kind === 'wall' && !!head && head.utime * 1000 > seenAt + clock.aheadMs + SLACK_MS
}

/** Returns the relation of a devnet's clock in words, with the reason if this machine's clock is the cause. */
export function devnetClockText(
  status: Pick<DevnetStatus, 'clock' | 'now' | 'clock_behind'>,
  readAt: number,
): string {
  const text = clockText(devnetClock(status, readAt))
  const behind = status.clock_behind * 1000
  if (behind < SLACK_MS) return text
  return `${text}, whose clock is ${formatAge(status.clock_behind)} behind the latest block`
}

/** Returns the relation of a chain's clock to this machine's in words: `1 d ahead of this machine`. */
export function clockText(clock: ChainClock): string {
  if (clock.kind === 'stepped') return 'one second for each block'
  if (clock.aheadMs === 0) return 'same as this machine'
  // Both clocks were rounded: without the tolerance a day could become 23 hours.
  const distance = formatAge((Math.abs(clock.aheadMs) + SLACK_MS) / 1000)
  return `${distance} ${clock.aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
}
