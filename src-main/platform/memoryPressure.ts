import { setFlagsFromString } from 'node:v8'
import { setAffordablePart } from './cacheBudget.ts'

/** Interval of checks, ms. */
const INTERVAL_MS = 1_000
/** Growth since the last collection after which V8 collects an old generation, percent, as the launcher sets it. */
const USUAL = { percent: 80, caches: 1 } as const
/**
 * The same, and the part of their memory that caches keep, while the process has so many bytes of resident memory, from
 * the smallest on.
 */
const LEVELS = [
  { fromBytes: 310 << 20, percent: 80, caches: 0.75 },
  { fromBytes: 340 << 20, percent: 40, caches: 0.75 },
  { fromBytes: 370 << 20, percent: 25, caches: 0.5 },
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
  /** Sets the part of their memory that the caches of all threads keep, 0 to 1. Tests pass their own. */
  readonly setCaches?: (part: number) => void
}

let isShort = false

/**
 * Returns whether the process is so large that a further thread of a pool is not worth its memory. Known to the thread
 * that calls relieveMemory; false in others.
 */
export function isMemoryShort(): boolean {
  return isShort
}

/**
 * Keeps a process under load small. While it is large, the old generations of all threads are collected after less
 * growth: the garbage of many busy threads adds up, and a busy thread is never idle enough for idleCollection.ts.
 * Caches keep a part of their memory, and pools start no further threads (isMemoryShort). Called once for the process,
 * in its main thread; its end sets the usual values again.
 */
export function relieveMemory(options: MemoryPressureOptions = {}): Disposable {
  const {
    trim,
    intervalMs = INTERVAL_MS,
    residentBytes = process.memoryUsage.rss,
    setGrowth = setHeapGrowth,
    setCaches = setAffordablePart,
  } = options
  /** Number of the levels that are in force. */
  let level = 0
  let sinceTrim = 0

  function setLevel(next: number): void {
    if (next === level) return
    level = next
    isShort = level > 0
    const { percent, caches } = LEVELS[level - 1] ?? USUAL
    setGrowth(percent)
    setCaches(caches)
  }

  const timer = setInterval(() => {
    setLevel(levelAt(residentBytes(), level))
    if (++sinceTrim < TRIM_INTERVALS || level === 0) return
    sinceTrim = 0
    trim?.()
  }, intervalMs)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      setLevel(0)
    },
  }
}

function levelAt(bytes: number, present: number): number {
  const begins = LEVELS.filter(({ fromBytes }) => bytes >= fromBytes).length
  const lasts = LEVELS.filter(({ fromBytes }) => bytes >= fromBytes - HYSTERESIS_BYTES).length
  return Math.min(Math.max(present, begins), lasts)
}

/** V8 reads the flag after each collection of any thread. */
function setHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
