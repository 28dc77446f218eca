import { availableParallelism } from 'node:os'
import { createThreadPool, type PooledJob } from '../../platform/threadPool.ts'
import { ParseError } from './parseError.ts'
import type { BlockFile, FoundHistory, MasterchainFiles, ParseJob } from './parseJobs.ts'
import { type ParseThread, startParseThread } from './parseThread.ts'

/**
 * The threads that parse fetched data into packed facts. They start when jobs come faster than a lent thread ends them,
 * and end without jobs. Jobs end in any order. All methods reject with ParseError.
 */
export type ParsePool = {
  /** Returns packed ParsedMcBlock, with the blocks' files for the archive. */
  masterchainBlock(block: MasterchainFiles): Promise<Uint8Array>
  /** Returns packed ParsedHistory. */
  history(found: FoundHistory): Promise<Uint8Array>
  /** Returns packed ParsedHistory: all accounts of zero states. */
  zeroStates(states: readonly BlockFile[]): Promise<Uint8Array>
  /**
   * Takes a thread for small jobs that come one by one, as the blocks of the chain's head do, so that no thread of the
   * pool is needed for them. Returns the function that takes it back.
   */
  lend(spare: SpareThread): () => void
  close(): Promise<void>
}

/** A thread that has other work, and parses in between. */
export type SpareThread = {
  /** Whether a job would begin at once. */
  readonly isIdle: boolean
  /** Rejects if the thread ends during the job, or for data that it cannot parse. */
  run(job: ParseJob): Promise<Uint8Array>
}

/** Options of createParsePool. */
export type ParsePoolOptions = {
  /** Number of threads; default: the cores without the main thread's, 1 to 4. */
  readonly threads?: number
  /** Maximum number of jobs that wait for a thread. */
  readonly queued?: number
  /** Milliseconds without a job after which a thread ends; default: 15,000. */
  readonly idleMs?: number
  /** Starts a thread; tests replace it. */
  readonly startThread?: () => ParseThread
}

const MAX_THREADS = 4
const DEFAULT_QUEUED = 256
/** One runs, and one follows without waiting for the main thread. */
const JOBS_PER_THREAD = 2
/** A thread takes 13 MB; blocks that are caught up follow each other faster. */
const IDLE_MS = 15_000
/** Size of the largest job of a lent thread, bytes: its other work does not wait long for it. */
const MAX_SPARE_BYTES = 1 << 20

/** Creates a pool of parse threads, which start with their first jobs. */
export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
  const {
    threads: maxThreads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    queued: maxQueued = DEFAULT_QUEUED,
    idleMs = IDLE_MS,
    startThread = startParseThread,
  } = options
  const pool = createThreadPool({ start: startThread, maxThreads, jobsPerThread: JOBS_PER_THREAD, idleMs })
  const lent = new Set<SpareThread>()
  let isClosed = false

  /** Returns a lent thread for a small job beside which there is no other. */
  function spareFor(job: ParseJob): SpareThread | undefined {
    const { running, queued } = pool.stats
    if (running + queued > 0 || bytesOf(job) > MAX_SPARE_BYTES) return undefined
    return [...lent].find(({ isIdle }) => isIdle)
  }

  async function runSpare(spare: SpareThread, job: ParseJob): Promise<Uint8Array> {
    try {
      return await spare.run(job)
    } catch {
      // Its other work can have ended the thread. The pool has the last word on the data, too.
      return runPooled(job)
    }
  }

  function run(job: ParseJob): Promise<Uint8Array> {
    const spare = isClosed ? undefined : spareFor(job)
    return spare ? runSpare(spare, job) : runPooled(job)
  }

  function runPooled(job: ParseJob): Promise<Uint8Array> {
    const { queued } = pool.stats
    if (isClosed) return Promise.reject(closed())
    if (queued >= maxQueued) {
      return Promise.reject(new ParseError('busy', `${queued} blocks wait to be parsed`))
    }
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const waiting: PooledJob<ParseThread> = {
      async run(thread) {
        try {
          resolve(await thread.run(job))
        } catch (error) {
          const isUnstarted = error instanceof ParseError && error.code === 'closed'
          if (isUnstarted && !isClosed) pool.putBack(waiting)
          else reject(error)
        }
      },
      refuse: () => reject(closed()),
    }
    pool.add(waiting)
    return promise
  }

  return {
    masterchainBlock: (block) => run({ kind: 'masterchain-block', ...block }),
    history: (found) => run({ kind: 'history', ...found }),
    zeroStates: (files) => run({ kind: 'zero-states', files }),
    lend(spare) {
      lent.add(spare)
      return () => lent.delete(spare)
    },
    async close() {
      isClosed = true
      await pool.close()
    },
  }
}

/** Returns the number of bytes that a job parses. */
function bytesOf(job: ParseJob): number {
  const parts =
    job.kind === 'history'
      ? [...job.transactions, ...job.states, ...(job.pastStates ?? [])].map(({ boc }) => boc)
      : job.files.map(({ data }) => data)
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function closed(): ParseError {
  return new ParseError('closed', 'the index is closed')
}
