import { DevnetError } from './devnetErrors.ts'

/** The source of block times. It can go back: Devnet makes sure that block times never do. */
export type DevnetClock = {
  /** Unix seconds. */
  now(): number
  /** Moves the time to `utime`; returns a function that undoes it. */
  moveTo(utime: number): () => void
  /** Seconds that it is ahead of this machine's clock; 0 for a clock that does not follow it. */
  offset(): number
}

/** Maximum block time, which has 32 bits; the times above are left to contracts that calculate with later ones. */
const MAX_TIME = 4_000_000_000

/** Returns a clock that follows this machine's, `offset` seconds ahead. */
export function wallClock(offset: number): DevnetClock {
  let ahead = offset
  return {
    now: () => unixNow() + ahead,
    moveTo(utime) {
      const before = ahead
      ahead = utime - unixNow()
      return () => {
        ahead = before
      }
    },
    offset: () => ahead,
  }
}

/** Returns a clock that stands still between blocks: each is a second after the one before. */
export function steppedClock(headTime: () => number): DevnetClock {
  let earliest = 0
  return {
    now: () => Math.max(headTime() + 1, earliest),
    moveTo(utime) {
      const before = earliest
      earliest = utime
      return () => {
        earliest = before
      }
    },
    offset: () => 0,
  }
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** Returns the requested time in Unix seconds. Throws DevnetError (bad-request) unless it is later than `now` and at most MAX_TIME. */
export function targetTime(
  now: number,
  request: { readonly forward: number } | { readonly to: number },
): number {
  const end = 'forward' in request ? now + request.forward : request.to
  if (!Number.isSafeInteger(end)) throw new DevnetError('bad-request', 'times are whole seconds')
  if (end <= now) {
    throw new DevnetError('bad-request', `the devnet's clock shows ${now} already, and time never goes back`)
  }
  if (end > MAX_TIME) {
    throw new DevnetError('bad-request', `the devnet's time ends at ${MAX_TIME} (in the year 2096)`)
  }
  return end
}
