import type { Worker } from 'node:worker_threads'
import { LiteServerError } from '../../liteserver/errors.ts'
import { endThread } from '../../platform/endThread.ts'
import { startThread } from '../../platform/startThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { StoreError } from '../../store/indexStore.ts'
import { withBuffers } from '../../store/withBuffers.ts'
import { CoverageError } from '../indexer.ts'
import type {
  OfflineCall,
  OfflineCalls,
  OfflineOptions,
  OfflineRefusal,
  OfflineReport,
  OfflineRequest,
} from './offlineMessages.ts'

/** The thread that answers from the archive. It starts with the first question. */
export type OfflineThread = {
  /** Rejects with CoverageError, LiteServerError, StoreError or the signal's reason. */
  ask<Call extends OfflineCall>(
    call: Call,
    takes: OfflineCalls[Call]['takes'],
    signal?: AbortSignal,
  ): Promise<OfflineCalls[Call]['gives']>
  close(): Promise<void>
}

/** Questions under way at most: a client that asks faster than blocks can be read hears so. */
const MAX_PENDING = 256
/** How long one may take, those before it included, ms. */
const CALL_MS = 60_000

type Pending = { settle(report: OfflineReport): void; fail(error: Error): void }

export function startOfflineThread(options: OfflineOptions): OfflineThread {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const started = startThread('archive', workerUrl(import.meta.url, 'offlineWorker'), {
      workerData: options,
    })
    let reason = 'its thread ended'
    started.on('message', (report: OfflineReport) => pending.get(report.id)?.settle(report))
    started.on('error', (error: Error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      const error = new StoreError('failed', `the archive cannot be read: ${reason}`)
      for (const call of [...pending.values()]) call.fail(error)
    })
    // An idle reader keeps no process alive.
    started.unref()
    return started
  }

  return {
    ask<Call extends OfflineCall>(call: Call, takes: OfflineCalls[Call]['takes'], signal?: AbortSignal) {
      type Gives = OfflineCalls[Call]['gives']
      if (isClosed) return Promise.reject(new StoreError('closed', 'the index is closed'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (pending.size >= MAX_PENDING) {
        return Promise.reject(
          new StoreError('failed', `${MAX_PENDING} questions already wait for the archive`),
        )
      }
      worker ??= start()
      const asked = worker
      const id = ++lastId
      return new Promise<Gives>((resolve, reject) => {
        const end = () => {
          pending.delete(id)
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          if (pending.size === 0) asked.unref()
        }
        const fail = (error: unknown) => {
          end()
          reject(error)
        }
        const giveUp = () => fail(signal?.reason)
        const timer = setTimeout(() => {
          fail(new StoreError('failed', `the archive did not answer within ${CALL_MS} ms`))
        }, CALL_MS)
        signal?.addEventListener('abort', giveUp, { once: true })
        pending.set(id, {
          fail,
          settle(report) {
            if ('refusal' in report) return fail(errorOf(report.refusal))
            end()
            resolve(withBuffers(report.gives) as Gives)
          },
        })
        asked.ref()
        asked.postMessage({ id, call, takes } satisfies OfflineRequest)
      })
    },
    async close() {
      isClosed = true
      if (worker) await endThread(worker, (closing) => closing.postMessage('close'))
    },
  }
}

function errorOf(refusal: OfflineRefusal): Error {
  switch (refusal.kind) {
    case 'coverage':
      return new CoverageError(refusal.message)
    case 'lite-server':
      return new LiteServerError(refusal.code, refusal.message)
    case 'store':
      return new StoreError(refusal.code, refusal.message)
  }
}
