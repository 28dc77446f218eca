/** A signal that ends the pause of a loop early. */
export type WakeSignal = {
  /** Resolves at the next `wake`, immediately if there was one since the last wait, or after `ms`. */
  wait(ms: number): Promise<void>
  wake(): void
}

/** Creates a signal for one waiting loop. */
export function createWakeSignal(): WakeSignal {
  let isPending = false
  let resume: (() => void) | undefined
  return {
    wait(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => done(), ms)
        const done = () => {
          clearTimeout(timer)
          resume = undefined
          isPending = false
          resolve()
        }
        timer.unref()
        if (isPending) done()
        else resume = done
      })
    },
    wake() {
      isPending = true
      resume?.()
    },
  }
}
