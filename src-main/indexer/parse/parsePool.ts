import { availableParallelism } from 'node:os'
import { ParseError } from './parseError.ts'
import type { BlockFile, FoundHistory, MasterchainFiles, ParseJob } from './parseJobs.ts'
import { type ParseThread, startParseThread } from './parseThread.ts'

/**
 * The threads that make packed facts of what was fetched, started when first needed. Jobs end in any order; whoever
 * wants one order keeps it. Everything rejects with ParseError.
 */
export type ParsePool = {
  /** Packed McBlockFacts, with the blocks' files for the archive. */
  masterchainBlock(block: MasterchainFiles): Promise<Uint8Array>
  /** Packed HistoryFacts. */
  history(found: FoundHistory): Promise<Uint8Array>
  /** Packed HistoryFacts: all accounts of zero states. */
  zeroStates(states: readonly BlockFile[]): Promise<Uint8Array>
  close(): Promise<void>
}

export type ParsePoolOptions = {
  /** Default: all cores but the main thread's, 1 to 4. */
  readonly threads?: number
  /** Jobs that wait for a thread; one more is refused. */
  readonly queued?: number
  /** How a thread is started; tests bring their own. */
  readonly startThread?: () => ParseThread
}

const MAX_THREADS = 4
const DEFAULT_QUEUED = 256
/** One running and one that follows without waiting for the main thread. */
const JOBS_PER_THREAD = 2

type Waiting = {
  readonly job: ParseJob
  resolve(facts: Uint8Array): void
  reject(error: unknown): void
}

export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
  const {
    threads: maxThreads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    queued: maxQueued = DEFAULT_QUEUED,
    startThread = startParseThread,
  } = options
  const threads = new Set<ParseThread>()
  const queue: Waiting[] = []
  let isClosed = false

  /** The thread with the least to do, or a new one where all have something. */
  function threadWithRoom(): ParseThread | undefined {
    const least = [...threads].reduce<ParseThread | undefined>(
      (best, thread) => (best === undefined || thread.load < best.load ? thread : best),
      undefined,
    )
    if (least?.load === 0) return least
    if (threads.size < maxThreads) return addThread()
    return least && least.load < JOBS_PER_THREAD ? least : undefined
  }

  function addThread(): ParseThread {
    const thread = startThread()
    threads.add(thread)
    void thread.ended.then(() => {
      threads.delete(thread)
      dispatch()
    })
    return thread
  }

  function dispatch(): void {
    while (queue.length > 0 && !isClosed) {
      const thread = threadWithRoom()
      const next = thread && queue.shift()
      if (!next) return
      thread.run(next.job).then(
        (facts) => {
          next.resolve(facts)
          dispatch()
        },
        (error: unknown) => {
          // It waited behind the job whose thread ended: it never began.
          if (error instanceof ParseError && error.code === 'closed' && !isClosed) queue.unshift(next)
          else next.reject(error)
          dispatch()
        },
      )
    }
  }

  function run(job: ParseJob): Promise<Uint8Array> {
    if (isClosed) return Promise.reject(closed())
    if (queue.length >= maxQueued) {
      return Promise.reject(new ParseError('busy', `${queue.length} blocks wait to be parsed`))
    }
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    queue.push({ job, resolve, reject })
    dispatch()
    return promise
  }

  return {
    masterchainBlock: (block) => run({ kind: 'masterchain-block', ...block }),
    history: (found) => run({ kind: 'history', ...found }),
    zeroStates: (files) => run({ kind: 'zero-states', files }),
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(closed())
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}

function closed(): ParseError {
  return new ParseError('closed', 'the index is closed')
}
