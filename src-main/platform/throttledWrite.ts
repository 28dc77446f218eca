/** A write that is repeated at most once in an interval. */
export type ThrottledWrite = {
  /** Writes at once, or at the end of the interval since the last write. */
  request(): void
  /** Writes now, a last time. */
  close(): void
}

/**
 * Limits how often a file is written.
 * @param write writes the present content; does nothing if that is written already, and reports its errors itself
 */
export function throttledWrite(write: () => void, intervalMs: number): ThrottledWrite {
  let timer: NodeJS.Timeout | undefined
  return {
    request() {
      if (timer) return
      write()
      timer = setTimeout(() => {
        timer = undefined
        write()
      }, intervalMs).unref()
    },
    close() {
      clearTimeout(timer)
      write()
    },
  }
}
