import { startThread } from '../../platform/startThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { StoreError } from '../../store/indexStore.ts'
import type { Refusal } from '../../store/writerMessages.ts'
import type { AnyAnswer, AnyQuestion, ReadReport, ReadRequest, ReadWorkerOptions } from './readMessages.ts'

/** One thread with a connection; it answers one question at a time. */
export type ReadThread = {
  /** Resolves when it can answer; rejects with StoreError, or with what went wrong. */
  readonly ready: Promise<void>
  /** Rejects with what went wrong in the thread, or with its end. */
  ask(question: AnyQuestion): Promise<AnyAnswer>
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>
  /** Ends the thread, in the midst of a question if need be: as soon as the database lets go of it. */
  close(): Promise<void>
}

type Asked = {
  readonly id: number
  resolve(answer: AnyAnswer): void
  reject(error: unknown): void
}

export function startReadThread(file: string): ReadThread {
  const workerData: ReadWorkerOptions = { file }
  const worker = startThread('read', workerUrl(import.meta.url, 'readWorker'), { workerData })
  worker.unref()
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  // Who waits for it handles the rejection; nobody may.
  ready.promise.catch(() => {})
  let asked: Asked | undefined
  let reason: unknown = new StoreError('closed', "the index's reader ended")
  let lastId = 0

  worker.on('message', (report: ReadReport) => {
    if (report.kind === 'ready') ready.resolve()
    if (report.kind === 'unopened') reason = errorOf(report.refusal)
    if (report.kind === 'ready' || report.kind === 'unopened' || report.id !== asked?.id) return
    const { resolve, reject } = asked
    asked = undefined
    // An idle reader keeps no process alive.
    worker.unref()
    if (report.kind === 'answered') resolve(report.answer)
    else reject(report.kind === 'refused' ? errorOf(report.refusal) : report.error)
  })
  worker.on('error', (error) => {
    reason = error
  })
  worker.on('exit', () => {
    ready.reject(reason)
    asked?.reject(reason)
    asked = undefined
    ended.resolve()
  })

  return {
    ready: ready.promise,
    ended: ended.promise,
    ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<AnyAnswer>()
      asked = { id: ++lastId, resolve, reject }
      worker.ref()
      worker.postMessage({ id: lastId, question } satisfies ReadRequest)
      return promise
    },
    async close() {
      await worker.terminate()
    },
  }
}

function errorOf({ code, message }: Refusal): StoreError {
  return new StoreError(code, message)
}
