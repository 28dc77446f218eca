import { Worker } from 'node:worker_threads'
import type { StdAddress } from '../../store/facts.ts'
import type {
  DetectCall,
  DetectCalls,
  DetectFailure,
  DetectOptions,
  DetectReport,
  DetectRequest,
  HostCall,
  HostCalls,
} from './detectMessages.ts'

/** The detection thread failed, or ended in the middle of a question. */
export class DetectError extends Error {
  readonly code: DetectFailure
  /** The account that the thread was looking at when it ended. */
  readonly account: StdAddress | undefined

  constructor(code: DetectFailure, message: string, account?: StdAddress) {
    super(message)
    this.name = 'DetectError'
    this.code = code
    this.account = account
  }
}

/** The thread that runs getters. It starts with the first question, and again after it has ended. */
export type DetectThread = {
  /** Rejects with DetectError. Buffers of results arrive as Uint8Array. */
  ask<Call extends DetectCall>(
    call: Call,
    params: DetectCalls[Call]['params'],
  ): Promise<DetectCalls[Call]['result']>
  close(): Promise<void>
}

/** Answers what the thread asks. */
export type DetectHost = {
  readonly [Call in HostCall]: (params: HostCalls[Call]['params']) => Promise<HostCalls[Call]['result']>
}

/** How long one question may take, those before it included, milliseconds. */
const CALL_MS = 60_000

type Pending = { settle(result: unknown): void; fail(error: DetectError): void }

/** Beside this file: as a source when run from sources, as a bundle of its own when built. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './detectWorker.ts' : './detectWorker.js', import.meta.url)
}

export function startDetectThread(options: DetectOptions, host: DetectHost): DetectThread {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let looking: StdAddress | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const started = new Worker(workerUrl(), { name: 'detection', workerData: options })
    let reason = 'its thread ended'
    started.on('message', (report: DetectReport) => {
      switch (report.kind) {
        case 'looking':
          looking = Buffer.from(report.account)
          return
        case 'done':
          pending.get(report.id)?.settle(report.result)
          return
        case 'failed':
          pending.get(report.id)?.fail(new DetectError(report.code, report.message))
          return
        case 'ask':
          void host[report.call](report.params as never)
            .catch(() => undefined)
            .then((result) =>
              started.postMessage({ kind: 'answer', id: report.id, result } satisfies DetectRequest),
            )
      }
    })
    started.on('error', (error: Error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      const error = new DetectError('failed', `contracts cannot be looked at: ${reason}`, looking)
      looking = undefined
      for (const call of [...pending.values()]) call.fail(error)
    })
    // An idle thread keeps no process alive.
    started.unref()
    return started
  }

  return {
    ask<Call extends DetectCall>(call: Call, params: DetectCalls[Call]['params']) {
      type Result = DetectCalls[Call]['result']
      if (isClosed) return Promise.reject(new DetectError('failed', 'detection is closed'))
      worker ??= start()
      const asked = worker
      const id = ++lastId
      return new Promise<Result>((resolve, reject) => {
        const end = () => {
          pending.delete(id)
          clearTimeout(timer)
          if (pending.size === 0) {
            looking = undefined
            asked.unref()
          }
        }
        const timer = setTimeout(() => void asked.terminate(), CALL_MS)
        pending.set(id, {
          fail(error) {
            end()
            reject(error)
          },
          settle(result) {
            end()
            resolve(result as Result)
          },
        })
        asked.ref()
        asked.postMessage({ kind: 'ask', id, call, params } satisfies DetectRequest)
      })
    },
    async close() {
      isClosed = true
      const closing = worker
      if (!closing) return
      const ended = new Promise((resolve) => closing.once('exit', resolve))
      closing.ref()
      if (pending.size === 0) closing.postMessage({ kind: 'close' } satisfies DetectRequest)
      else void closing.terminate()
      await ended
    },
  }
}
