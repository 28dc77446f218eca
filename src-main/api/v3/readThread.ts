import type { CallFailure } from '../../platform/rpc/rpcCaller.ts'
import { startWorkerThread } from '../../platform/rpc/workerThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { StoreError } from '../../store/indexStore.ts'
import type { AnyAnswer, AnyQuestion, ReadContract } from './readMessages.ts'

/** One thread with a connection; it answers one question at a time. */
export type ReadThread = {
  /** Resolves when it can answer; rejects with StoreError, or with what went wrong. */
  readonly ready: Promise<unknown>
  /** Rejects with what went wrong in the thread, or with its end. */
  ask(question: AnyQuestion): Promise<AnyAnswer>
  /** Resolves when the thread has ended. */
  readonly ended: Promise<unknown>
  /** Ends the thread, in the midst of a question if need be: as soon as the database lets go of it. */
  close(): Promise<void>
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
    ask: (question) => thread.call('answer', question),
    close: thread.terminate,
  }
}

function errorOf(failure: CallFailure): Error {
  const cause = failure.kind === 'ended' ? failure.cause : undefined
  return cause ?? new StoreError('closed', "the index's reader ended")
}
