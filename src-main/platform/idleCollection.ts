import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Interval of checks of a thread's heap, ms. */
const INTERVAL_MS = 10_000
/** A thread that was busy for less than this part of the interval is idle. */
const IDLE_UTILIZATION = 0.1
/** A thread that was busy for less than this part of the interval has time for a collection. */
const SPARE_UTILIZATION = 0.4
/** Growth since the last collection that justifies the pause of another one, as a part of the heap. */
const IDLE_GROWTH = 0.15
/** The same for a thread with a steady load, whose requests wait during the pause. */
const SPARE_GROWTH = 0.5
/** Least growth that justifies a collection, bytes. */
const MIN_GROWTH = 3 << 20

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

export type IdleCollectionOptions = {
  readonly intervalMs?: number
  /** Called when the thread has become idle: drops cached data that an idle thread does not need. */
  readonly shrink?: () => void
  /** Called after each interval in which the thread was idle, after its garbage is collected. */
  readonly afterCollection?: (() => void) | undefined
  /** Collects garbage and returns free pages to the system; tests pass their own. */
  readonly collect?: () => void
  /** Returns the size of the heap and of the buffers that it holds, bytes. */
  readonly heapBytes?: () => number
  /** Returns the part of the time since its last call in which the thread was busy, 0 to 1. */
  readonly utilization?: () => number
}

let isGarbageExpected = false

/** Requests a collection when the thread is next idle, without regard to growth: a large object was dropped. */
export function expectGarbage(): void {
  isGarbageExpected = true
}

/**
 * Collects this thread's garbage when the thread is idle and its memory has grown since the last time, or has a steady
 * load that leaves time for it and its memory has grown by half. V8 itself collects when a heap reaches a limit of
 * several times its live size: a thread that load has left with a large heap keeps it for hours, and under a steady
 * load the limit rises with each collection. Collecting takes some 50 ms for a heap of 50 MB.
 */
export function collectWhenIdle(options: IdleCollectionOptions = {}): Disposable {
  const {
    intervalMs = INTERVAL_MS,
    collect = collector(),
    shrink,
    afterCollection,
    heapBytes = memoryOfHeap,
    utilization = eventLoopUtilization(),
  } = options
  let afterLast = 0
  let wasBusy = true
  const hasGrown = (part: number) => heapBytes() - afterLast >= Math.max(MIN_GROWTH, afterLast * part)
  const timer = setInterval(() => {
    const busy = utilization()
    const isIdle = busy < IDLE_UTILIZATION
    if (isIdle && wasBusy) shrink?.()
    wasBusy = !isIdle
    const isDue = isIdle
      ? isGarbageExpected || hasGrown(IDLE_GROWTH)
      : busy < SPARE_UTILIZATION && hasGrown(SPARE_GROWTH)
    if (isDue) {
      isGarbageExpected = false
      collect()
      afterLast = heapBytes()
    }
    if (isIdle) afterCollection?.()
    // The collection itself does not count as load.
    if (isDue || isIdle) utilization()
  }, intervalMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function eventLoopUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/** Node exposes the collector to scripts only under this flag, which applies to contexts created after it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  return () => collect({ type: 'major', flavor: 'last-resort' })
}

function memoryOfHeap(): number {
  const { total_physical_size, external_memory } = getHeapStatistics()
  return total_physical_size + external_memory
}
