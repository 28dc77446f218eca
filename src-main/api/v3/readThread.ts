import type { CallFailure } from '../../platform/rpc/rpcCaller.ts'
import { startWorkerThread } from '../../platform/rpc/workerThread.ts'
import type { PooledThread } from '../../platform/threadPool.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { StoreError } from '../../store/indexStore.ts'
import type { AnyAnswer, AnyQuery, ReadContract } from './readMessages.ts'

/** A thread with a connection. It answers one query at a time. */
export type ReadThread = PooledThread & {
  /** Resolves when the thread can answer; rejects with StoreError or with the error that ended it. */
  readonly ready: Promise<unknown>
  /** Rejects with the error of the query, or of the thread's end. */
  query(query: AnyQuery): Promise<AnyAnswer>
}

export function startReadThread(file: string): ReadThread {
  const thread = startWorkerThread<ReadContract>({
    name: 'read',
    url: workerUrl(import.meta.url, 'readWorker'),
    options: { file },
    errors: { StoreError },
    failure: errorOf,
  })
  return {
    ready: thread.ready,
    ended: thread.ended,
    query: (query) => thread.call('answer', query),
    close: thread.terminate,
  }
}

function errorOf(failure: CallFailure): Error {
  const cause = failure.kind === 'ended' ? failure.cause : undefined
  return cause ?? new StoreError('closed', "the index's reader ended")
}
