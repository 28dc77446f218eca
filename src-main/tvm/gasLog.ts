/** The log line when a contract sets its gas limit, by which it accepts an external message. */
const LIMIT = 'changing gas limit to '
const REMAINING = 'gas remaining: '

/**
 * Returns the gas that a run used up to and including the instruction that accepted its external message; all
 * of its gas if it did not accept. `log` is the emulator's log with the gas after each instruction, `credit`
 * the initial gas.
 */
export function gasUntilAccepted(log: string, credit: bigint): bigint {
  const accepted = log.indexOf(LIMIT)
  if (accepted >= 0) {
    const limit = numberAt(log, accepted + LIMIT.length)
    const after = log.indexOf(REMAINING, accepted)
    // Out of gas at that instruction: all of it was used.
    return after < 0 ? limit : limit - numberAt(log, after + REMAINING.length)
  }
  const last = log.lastIndexOf(REMAINING)
  return last < 0 ? 0n : credit - numberAt(log, last + REMAINING.length)
}

/** Returns whether a run accepted its external message, according to the emulator's log. */
export function acceptsIn(log: string): boolean {
  return log.includes(LIMIT)
}

function numberAt(log: string, place: number): bigint {
  return BigInt(/-?\d+/y.exec(log.slice(place, place + 24))?.[0] ?? 0)
}
