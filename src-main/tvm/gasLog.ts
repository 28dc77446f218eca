/** What the emulator writes when a contract sets its gas limit, which is how it accepts an external message. */
const LIMIT = 'changing gas limit to '
const REMAINING = 'gas remaining: '

/**
 * The gas that a run used until it accepted its external message, that instruction included; all of it where it did
 * not accept. `log` is the emulator's with the gas after each instruction, `credit` the gas it began with.
 */
export function gasUntilAccepted(log: string, credit: bigint): bigint {
  const accepted = log.indexOf(LIMIT)
  if (accepted >= 0) {
    const limit = numberAt(log, accepted + LIMIT.length)
    const after = log.indexOf(REMAINING, accepted)
    // Out of gas at that very instruction: all that there was.
    return after < 0 ? limit : limit - numberAt(log, after + REMAINING.length)
  }
  const last = log.lastIndexOf(REMAINING)
  return last < 0 ? 0n : credit - numberAt(log, last + REMAINING.length)
}

/** Whether a run accepted its external message, by the emulator's log. */
export function acceptsIn(log: string): boolean {
  return log.includes(LIMIT)
}

function numberAt(log: string, place: number): bigint {
  return BigInt(/-?\d+/y.exec(log.slice(place, place + 24))?.[0] ?? 0)
}
