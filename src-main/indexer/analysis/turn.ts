/** A lock for asynchronous work, granted in the order of requests. */
export type Turn = {
  /** Resolves when the caller has the turn. */
  take(): Promise<void>
  /** Passes the turn to the next waiting caller. */
  release(): void
}

/** Creates a lock. */
export function createTurn(): Turn {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    async take() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
    },
    release() {
      const next = waiting.shift()
      // It stays taken, so that no other caller can take it before `next` runs.
      if (next) next()
      else isTaken = false
    },
  }
}
