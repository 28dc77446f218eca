import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often a thread looks at its heap, ms. */
const INTERVAL_MS = 10_000
/** A thread that was busy for less than this part of the interval is idle. */
const IDLE_UTILIZATION = 0.1
/** Growth since the last collection that makes another one worth its pause: a part of the heap, and bytes. */
const GROWTH = 0.15
const LEAST_GROWTH = 3 << 20

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

export type IdleCollectionOptions = {
  readonly intervalMs?: number
  /** Called when the thread has become idle: drops what is not worth keeping then. */
  readonly shrink?: () => void
  /** Called at each look at an idle thread, after its garbage is collected. */
  readonly afterCollection?: (() => void) | undefined
  /** Collects garbage and returns free pages to the system; tests bring their own. */
  readonly collect?: () => void
  /** Bytes that the heap and what hangs on it take. */
  readonly heapBytes?: () => number
}

let isGarbageExpected = false

/** Has this thread's garbage collected when the thread is next idle: something large was dropped. */
export function expectGarbage(): void {
  isGarbageExpected = true
}

/**
 * Collects this thread's garbage when the thread is idle and its memory has grown since the last time. V8 itself
 * collects when a heap reaches a limit of several times what was alive: a thread that load has left with a large heap
 * keeps it for hours. Collecting takes some 50 ms for a heap of 50 MB.
 */
export function collectWhenIdle(options: IdleCollectionOptions = {}): Disposable {
  const {
    intervalMs = INTERVAL_MS,
    collect = collector(),
    shrink,
    afterCollection,
    heapBytes = memoryOfHeap,
  } = options
  let utilization = performance.eventLoopUtilization()
  let afterLast = 0
  let wasBusy = true
  const timer = setInterval(() => {
    const current = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(current, utilization).utilization < IDLE_UTILIZATION
    utilization = current
    wasBusy ||= !isIdle
    if (!isIdle) return
    if (wasBusy) shrink?.()
    wasBusy = false
    const isGrown = heapBytes() - afterLast >= Math.max(LEAST_GROWTH, afterLast * GROWTH)
    if (isGrown || isGarbageExpected) {
      isGarbageExpected = false
      collect()
      afterLast = heapBytes()
    }
    afterCollection?.()
    // The collection itself is no load.
    utilization = performance.eventLoopUtilization()
  }, intervalMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Node exposes the collector to scripts only under this flag, which holds for contexts that are made after it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  return () => collect({ type: 'major', flavor: 'last-resort' })
}

function memoryOfHeap(): number {
  const { total_physical_size, external_memory } = getHeapStatistics()
  return total_physical_size + external_memory
}
