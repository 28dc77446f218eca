import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { ParamsOf, ResultOf } from '../../platform/rpc/contract.ts'
import type { CallFailure } from '../../platform/rpc/rpcCaller.ts'
import { startWorkerThread, type WorkerThread } from '../../platform/rpc/workerThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { StoreError } from '../../store/indexStore.ts'
import { CoverageError } from '../indexer.ts'
import type { OfflineCall, OfflineContract, OfflineMethods, OfflineOptions } from './offlineMessages.ts'

/** The thread that answers from the archive. It starts with the first call. */
export type OfflineThread = {
  /** Calls the thread. Rejects with CoverageError, LiteServerError, StoreError or the signal's reason. */
  ask<Call extends OfflineCall>(
    call: Call,
    params: ParamsOf<OfflineMethods[Call]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<OfflineMethods[Call]>>
  close(): Promise<void>
}

/** Maximum number of calls under way; further ones are rejected. */
const MAX_PENDING = 256
/** Time limit for one call, with the calls queued before it, ms. */
const CALL_MS = 60_000

/**
 * Creates the client of an archive thread, which starts with the first call, and again after a crash.
 * @param onUnreadable called for each file of the archive that cannot be read
 */
export function startOfflineThread(
  options: OfflineOptions,
  onUnreadable: (id: BlockIdExt) => void = () => {},
): OfflineThread {
  let thread: WorkerThread<OfflineContract> | undefined
  let isClosed = false

  function start(): WorkerThread<OfflineContract> {
    const started = startWorkerThread<OfflineContract>({
      name: 'archive',
      url: workerUrl(import.meta.url, 'offlineWorker'),
      options,
      errors: { CoverageError, LiteServerError, StoreError },
      failure: storeErrorOf,
      maxPending: MAX_PENDING,
      on: { unreadable: onUnreadable },
    })
    void started.ended.then(() => {
      if (thread === started) thread = undefined
    })
    return started
  }

  return {
    ask(call, params, signal) {
      if (isClosed) return Promise.reject(new StoreError('closed', 'the index is closed'))
      thread ??= start()
      return thread.call(call, params, { signal, timeoutMs: CALL_MS })
    },
    async close() {
      isClosed = true
      await thread?.close()
    },
  }
}

function storeErrorOf(failure: CallFailure): StoreError {
  switch (failure.kind) {
    case 'ended':
      return new StoreError('failed', `the archive cannot be read: ${failure.reason}`)
    case 'late':
      return new StoreError('failed', `the archive did not answer within ${failure.timeoutMs} ms`)
    case 'busy':
      return new StoreError('failed', `${failure.pending} questions already wait for the archive`)
  }
}
