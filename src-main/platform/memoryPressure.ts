import { setFlagsFromString } from 'node:v8'

/** Interval of checks, ms. */
const INTERVAL_MS = 1_000
/** Resident memory of the process from which on its heaps are collected more often, bytes. */
const HIGH_BYTES = 340 << 20
/** Resident memory below which they are collected as before, bytes. */
const LOW_BYTES = 310 << 20
/** Growth since the last collection after which V8 collects an old generation, percent: as the launcher sets it. */
const USUAL_PERCENT = 80
/** The same while the process is large. */
const HIGH_PERCENT = 50
/** Least time between two calls of `trim`, in intervals. */
const TRIM_INTERVALS = 5

/** What relieveMemory depends on. */
export type MemoryPressureOptions = {
  /** Gives free memory of the allocator back to the system. Also called under load, since load leaves no idle time. */
  readonly trim?: (() => void) | undefined
  readonly intervalMs?: number
  /** Returns the resident memory of the process, bytes. */
  readonly residentBytes?: () => number
  /** Sets the growth after which V8 collects an old generation, percent; for all threads. Tests pass their own. */
  readonly setGrowth?: (percent: number) => void
}

/**
 * Keeps a process under load small. While it is large, the old generations of all threads are collected after less
 * growth: the garbage of many busy threads adds up, and a busy thread is never idle enough for
 * idleCollection.ts. Called once for the process, in its main thread; its end sets the usual growth again.
 */
export function relieveMemory(options: MemoryPressureOptions = {}): Disposable {
  const {
    trim,
    intervalMs = INTERVAL_MS,
    residentBytes = process.memoryUsage.rss,
    setGrowth = setHeapGrowth,
  } = options
  let isHigh = false
  let sinceTrim = 0
  const timer = setInterval(() => {
    const bytes = residentBytes()
    if (isHigh !== (isHigh ? bytes >= LOW_BYTES : bytes >= HIGH_BYTES)) {
      isHigh = !isHigh
      setGrowth(isHigh ? HIGH_PERCENT : USUAL_PERCENT)
    }
    if (++sinceTrim < TRIM_INTERVALS || !isHigh) return
    sinceTrim = 0
    trim?.()
  }, intervalMs)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      if (isHigh) setGrowth(USUAL_PERCENT)
    },
  }
}

/** V8 reads the flag after each collection of any thread. */
function setHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
