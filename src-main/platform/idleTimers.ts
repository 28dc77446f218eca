/** Calls `end` for each item that stays idle for a time; the timers keep no process alive. */
export type IdleTimers<Item> = {
  /** The item becomes idle now. */
  start(item: Item): void
  /** The item is in use again, or removed. */
  stop(item: Item): void
}

/** @param idleMs time after which an idle item ends, ms */
export function createIdleTimers<Item>(idleMs: number, end: (item: Item) => void): IdleTimers<Item> {
  const timers = new Map<Item, NodeJS.Timeout>()

  function stop(item: Item): void {
    clearTimeout(timers.get(item))
    timers.delete(item)
  }

  return {
    stop,
    start(item) {
      stop(item)
      const timer = setTimeout(() => {
        timers.delete(item)
        end(item)
      }, idleMs)
      timers.set(item, timer.unref())
    },
  }
}
