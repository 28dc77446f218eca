import { setFlagsFromString } from 'node:v8'

/** Interval of checks, ms. */
const INTERVAL_MS = 1_000
/** Growth since the last collection after which V8 collects an old generation, percent: as the launcher sets it. */
const USUAL_PERCENT = 80
/** The same while the process has so many bytes of resident memory, from the smallest on. */
const LEVELS = [
  { fromBytes: 340 << 20, percent: 50 },
  { fromBytes: 390 << 20, percent: 35 },
] as const
/** A level ends when the process has so many bytes less than where it begins. */
const HYSTERESIS_BYTES = 30 << 20
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
  /** Number of the levels that are in force. */
  let level = 0
  let sinceTrim = 0
  const timer = setInterval(() => {
    const next = levelAt(residentBytes(), level)
    if (next !== level) setGrowth(percentOf(next))
    level = next
    if (++sinceTrim < TRIM_INTERVALS || level === 0) return
    sinceTrim = 0
    trim?.()
  }, intervalMs)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      if (level > 0) setGrowth(USUAL_PERCENT)
    },
  }
}

function levelAt(bytes: number, present: number): number {
  const begins = LEVELS.filter(({ fromBytes }) => bytes >= fromBytes).length
  const lasts = LEVELS.filter(({ fromBytes }) => bytes >= fromBytes - HYSTERESIS_BYTES).length
  return Math.min(Math.max(present, begins), lasts)
}

function percentOf(level: number): number {
  return LEVELS[level - 1]?.percent ?? USUAL_PERCENT
}

/** V8 reads the flag after each collection of any thread. */
function setHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
