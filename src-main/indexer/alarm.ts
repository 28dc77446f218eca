/** What a loop waits on: it is woken, or goes on by itself after a while. */
export type Alarm = {
  /** Resolves at the next `ring`, at once if there was one since the last wait, or after `ms`. */
  wait(ms: number): Promise<void>
  ring(): void
}

export function createAlarm(): Alarm {
  let rung = false
  let wake: (() => void) | undefined
  return {
    wait(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => done(), ms)
        const done = () => {
          clearTimeout(timer)
          wake = undefined
          rung = false
          resolve()
        }
        timer.unref()
        if (rung) done()
        else wake = done
      })
    },
    ring() {
      rung = true
      wake?.()
    },
  }
}
