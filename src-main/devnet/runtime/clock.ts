import { DevnetError } from './devnetErrors.ts'

/** The source of block times. */
export type DevnetClock = {
  /** Unix seconds. A wall clock is never before the newest block, and never stands still. */
  now(): number
  /** Moves the time to `utime`; returns a function that undoes it. */
  moveTo(utime: number): () => void
  /** Seconds by which `moveTo` has put it ahead of this machine's clock; 0 for a clock that does not follow it. */
  offset(): number
  /**
   * Seconds that it is ahead besides `offset`, because this machine's clock is behind the chain: it went back, or was
   * wrong at the start. 0 for a clock that does not follow it.
   */
  behind(): number
}

/** The clocks of this machine; replaced in tests. */
export type MachineClock = {
  /** Unix milliseconds. It can jump ahead and back: it is set, the machine sleeps, or has no time at its start. */
  wall(): number
  /** Milliseconds from any start. They never jump; while the machine sleeps they can stand still. */
  steady(): number
}

const MACHINE_CLOCK: MachineClock = { wall: () => Date.now(), steady: () => performance.now() }

/** Maximum block time, which has 32 bits; the times above are left to contracts that calculate with later ones. */
const MAX_TIME = 4_000_000_000

/** A longer time between the newest block and a start is taken for another error of the clock, ms. */
const MAX_CLOSED_MS = 30 * 86_400_000

export type WallClockOptions = {
  /** See DevnetClock.offset. */
  readonly offset: number
  /** DevnetClock.behind when the chain was closed. */
  readonly behind: number
  /** Returns the time of the newest block, Unix seconds. */
  headTime(): number
  readonly machine?: MachineClock
}

/** A time of the chain in Unix ms, and the steady clock when it was read. */
type Reading = { readonly time: number; readonly at: number }

/**
 * Returns a clock that follows this machine's, `offset` seconds ahead. While that is behind the newest block, the time
 * goes on from that block with the speed of the steady clock, until this machine's clock has caught up.
 */
export function wallClock({
  offset,
  behind,
  headTime,
  machine = MACHINE_CLOCK,
}: WallClockOptions): DevnetClock {
  let ahead = offset
  /** Distance when the chain was closed, ms; it counts at the first reading only. */
  let before = behind * 1000
  let last: Reading | undefined
  /** When the newest block got its time. */
  let newest: Reading | undefined
  /** From where the time goes on while this machine's clock is behind. */
  let held: Reading | undefined

  const requested = () => machine.wall() + ahead * 1000
  const continued = ({ time, at }: Reading) => time + Math.max(0, machine.steady() - at)
  const secondOf = (reading: Reading | undefined) => reading && Math.floor(reading.time / 1000)

  /** Returns where the time goes on from the newest block. */
  function afterBlock(head: number): Reading {
    if (newest && secondOf(newest) === head) return newest
    return { time: head * 1000, at: machine.steady() }
  }

  /** Returns Unix ms. */
  function read(): number {
    const time = requested()
    const head = headTime()
    if (secondOf(newest) !== head) newest = secondOf(last) === head ? last : afterBlock(head)
    if (held && continued(held) <= time) held = undefined
    if (!held && time < head * 1000) {
      const after = time + before
      const isKept = after >= head * 1000 && after - head * 1000 <= MAX_CLOSED_MS
      held = isKept ? { time: after, at: machine.steady() } : afterBlock(head)
    }
    before = 0
    last = { time: held ? continued(held) : time, at: machine.steady() }
    return last.time
  }

  const clock = {
    now: () => Math.floor(read() / 1000),
    moveTo(utime: number) {
      const distance = utime - clock.now()
      const undone = { ahead, held }
      ahead += distance
      if (held) held = { ...held, time: held.time + distance * 1000 }
      return () => {
        ahead = undone.ahead
        held = undone.held
      }
    },
    offset: () => ahead,
    behind: () => Math.round((read() - requested()) / 1000),
  }
  return clock
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
    behind: () => 0,
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
