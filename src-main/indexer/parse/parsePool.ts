import { availableParallelism } from 'node:os'
import { createThreadPool, type PooledJob } from '../../platform/threadPool.ts'
import { ParseError } from './parseError.ts'
import type { BlockFile, FoundHistory, MasterchainFiles, ParseJob } from './parseJobs.ts'
import { type ParseThread, startParseThread } from './parseThread.ts'

/**
 * The threads that parse fetched data into packed facts. They start on first use. Jobs end in any order. All methods
 * reject with ParseError.
 */
export type ParsePool = {
  /** Returns packed ParsedMcBlock, with the blocks' files for the archive. */
  masterchainBlock(block: MasterchainFiles): Promise<Uint8Array>
  /** Returns packed ParsedHistory. */
  history(found: FoundHistory): Promise<Uint8Array>
  /** Returns packed ParsedHistory: all accounts of zero states. */
  zeroStates(states: readonly BlockFile[]): Promise<Uint8Array>
  close(): Promise<void>
}

/** Options of createParsePool. */
export type ParsePoolOptions = {
  /** Number of threads; default: the cores without the main thread's, 1 to 4. */
  readonly threads?: number
  /** Maximum number of jobs that wait for a thread. */
  readonly queued?: number
  /** Starts a thread; tests replace it. */
  readonly startThread?: () => ParseThread
}

const MAX_THREADS = 4
const DEFAULT_QUEUED = 256
/** One runs, and one follows without waiting for the main thread. */
const JOBS_PER_THREAD = 2

/** Creates a pool of parse threads, which start with their first jobs. */
export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
  const {
    threads: maxThreads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    queued: maxQueued = DEFAULT_QUEUED,
    startThread = startParseThread,
  } = options
  const pool = createThreadPool({ start: startThread, maxThreads, jobsPerThread: JOBS_PER_THREAD })
  let isClosed = false

  function run(job: ParseJob): Promise<Uint8Array> {
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
    async close() {
      isClosed = true
      await pool.close()
    },
  }
}

function closed(): ParseError {
  return new ParseError('closed', 'the index is closed')
}
