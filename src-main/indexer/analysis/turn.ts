/** A turn that one of several asynchronous works has at a time. */
export type Turn = {
  /** Resolves when the caller has the turn, in the order of calls. */
  take(): Promise<void>
  /** Passes the turn on. */
  release(): void
}

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
      // The turn stays taken: nothing can take it before `next` runs.
      if (next) next()
      else isTaken = false
    },
  }
}
