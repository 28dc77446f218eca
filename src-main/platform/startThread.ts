import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { type CacheShare, cacheShareOf, withCacheShare } from './cacheBudget.ts'
import {
  createTerminationLock,
  type TerminationLock,
  whenInterruptible,
  withTerminationLock,
} from './threadTermination.ts'

/**
 * Maximum heap of each kind of thread, MB: at least ten times the measured need (docs/performance.md). V8 ends a thread
 * that needs more (ERR_WORKER_OUT_OF_MEMORY); its caller fails that run and starts another.
 */
const OLD_GENERATION_MB = {
  /** These three are not restarted, and the state of a devnet has no bound. */
  devnet: 2048,
  liteserver: 2048,
  'index writer': 2048,
  /** A block of 64 MB has two million cells. */
  parse: 1024,
  archive: 1024,
  'index rebuild': 1024,
  analysis: 512,
  /** A page of large traces can exceed this: then only that request fails. */
  read: 512,
  tvm: 256,
} as const

/** Three semi-spaces of 2 MB, as the launcher sets them for the main thread (launch/memorySettings.mjs). */
const YOUNG_GENERATION_MB = 6
/**
 * The three semi-spaces of the thread that allocates most under load. With 2 MB each, most objects are still in use at
 * each collection, and the thread waits for V8's own threads.
 */
const LARGE_YOUNG_GENERATIONS_MB: { readonly [Name in ThreadName]?: number } = { devnet: 12 }

export type ThreadName = keyof typeof OLD_GENERATION_MB

/** Memory of a thread, bytes. */
export type ThreadMemory = {
  readonly name: string
  /** Used and total size of the JavaScript heap. */
  readonly heapUsed: number
  readonly heapTotal: number
  /** Buffers and WebAssembly memories. */
  readonly external: number
  /** Memory of the caches, and their part of the budget. */
  readonly caches: number
  readonly cacheLimit: number
}

/** Maximum time for a busy thread to report its memory, ms. */
const REPORT_MS = 500

type Running = {
  readonly name: ThreadName
  readonly share: CacheShare
  readonly lock: TerminationLock
}

const running = new Map<Worker, Running>()

/** Starts a worker thread with the memory limits of its kind. */
export function startThread(
  name: ThreadName,
  url: URL,
  options: Pick<WorkerOptions, 'workerData'> = {},
): Worker {
  // The launcher's option is for the main thread, whose heap exists by now. It would override this thread's limits.
  setFlagsFromString('--max-semi-space-size=0')
  const share = cacheShareOf(name)
  const lock = createTerminationLock()
  const start = () =>
    new Worker(url, {
      ...options,
      name,
      resourceLimits: {
        maxOldGenerationSizeMb: OLD_GENERATION_MB[name],
        maxYoungGenerationSizeMb: LARGE_YOUNG_GENERATIONS_MB[name] ?? YOUNG_GENERATION_MB,
      },
    })
  const worker = withCacheShare(share, () => withTerminationLock(lock, start))
  running.set(worker, { name, share, lock })
  worker.once('exit', () => running.delete(worker))
  return worker
}

/** Terminates a thread of startThread, even during a call; not while it loads a native addon. */
export async function terminateThread(worker: Worker): Promise<void> {
  const lock = running.get(worker)?.lock
  if (lock) await whenInterruptible(lock, () => !running.has(worker))
  await worker.terminate()
}

/** Returns the memory of the threads that this thread has started. A thread that does not report in time is omitted. */
export async function threadMemory(): Promise<readonly ThreadMemory[]> {
  const reports = await Promise.all([...running].map(([worker, thread]) => report(worker, thread)))
  return reports.filter((memory) => memory !== undefined)
}

async function report(worker: Worker, { name, share }: Running): Promise<ThreadMemory | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), REPORT_MS)
  try {
    // Node before 24 does not have this method.
    const heap = await Promise.race([worker.getHeapStatistics?.(), late.promise])
    return (
      heap && {
        name,
        heapUsed: heap.used_heap_size,
        heapTotal: heap.total_physical_size,
        external: heap.external_memory,
        caches: share.used[0] ?? 0,
        cacheLimit: share.limitBytes,
      }
    )
  } catch {
    // The thread has ended meanwhile.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
