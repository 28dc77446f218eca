import { startThread, type ThreadName } from '../startThread.ts'
import type { Listeners, Methods, ThreadContract } from './contract.ts'
import { decodeError, type ErrorClasses } from './errorTransfer.ts'
import { reviveBuffers } from './reviveBuffers.ts'
import { type CallerEnd, type CallFailure, RpcCaller } from './rpcCaller.ts'
import { RpcHandlers } from './rpcHandlers.ts'
import type { ThreadCommand, ThreadReport } from './rpcMessages.ts'

export type WorkerThreadOptions<Contract extends ThreadContract> = {
  readonly name: ThreadName
  /** The module that calls serveThread. */
  readonly url: URL
  readonly options: Contract['options']
  /** Classes of the thread's errors; others arrive as Error. */
  readonly errors?: ErrorClasses
  /** Returns the error that rejects a call without an answer, and `ready` if the thread ends before it is. */
  failure(failure: CallFailure): Error
  /** The time limit of the start in milliseconds. */
  readonly startMs?: number
  /** Terminates a thread that is not ready yet: `ready` rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** The maximum number of calls without an answer. */
  readonly maxPending?: number
  /** Whether the thread keeps the process alive when it is idle. */
  readonly keepsAlive?: boolean
} & ([keyof Contract['events']] extends [never]
  ? { on?: undefined }
  : { readonly on: Listeners<Contract['events']> }) &
  ([keyof Contract['host']] extends [never] ? { host?: undefined } : { readonly host: Contract['host'] })

/** A running thread. */
export type WorkerThread<Contract extends ThreadContract> = Pick<
  RpcCaller<Contract['methods']>,
  'call' | 'pending'
> & {
  /** Rejects with what the thread's start threw, or with what `failure` returns. */
  readonly ready: Promise<Contract['ready']>
  /** Resolves when the thread has ended, before its calls are rejected. */
  readonly ended: Promise<CallerEnd>
  /**
   * Asks the thread to close and end; resolves when it has ended. Rejects with what its `close` threw.
   * @param timeoutMs milliseconds after which it is terminated
   */
  close(timeoutMs?: number): Promise<'closed' | 'terminated'>
  /** Terminates the thread at once, even during a call. */
  terminate(): Promise<void>
}

/** Starts a worker thread whose functions can be called. */
export function startWorkerThread<Contract extends ThreadContract>(
  options: WorkerThreadOptions<Contract>,
): WorkerThread<Contract> {
  const { name, url, errors = {}, failure, startMs, signal, maxPending, keepsAlive = false } = options
  const worker = startThread(name, url, { workerData: options.options })
  const ready = Promise.withResolvers<Contract['ready']>()
  const ended = Promise.withResolvers<CallerEnd>()
  let isStarting = true
  let hasEnded = false
  let isExpected = false
  let cause: Error | undefined
  let closing: Promise<'closed' | 'terminated'> | undefined
  // Avoids an unhandled rejection when there is no waiter.
  ready.promise.catch(() => {})

  const post = (command: ThreadCommand, transfer: readonly ArrayBuffer[] = []) =>
    worker.postMessage(command, transfer)
  const caller = new RpcCaller<Contract['methods']>({ post, errors, failure, maxPending, onBusy: hold })
  const handlers = new RpcHandlers({ methods: (options.host ?? {}) as Methods, post })
  const listeners = (options.on ?? {}) as Listeners<Record<string, unknown>>

  /** An idle thread keeps no process alive. */
  function hold(): void {
    if (hasEnded) return
    if (keepsAlive || isStarting || closing || caller.pending > 0) worker.ref()
    else worker.unref()
  }

  function started(): void {
    clearTimeout(startTimer)
    signal?.removeEventListener('abort', abort)
    isStarting = false
    hold()
  }

  function terminate(reason: Error): void {
    cause ??= reason
    void worker.terminate()
  }

  const abort = () => {
    ready.reject(signal?.reason)
    isExpected = true
    terminate(new Error('it was aborted'))
  }
  const startTimer =
    startMs === undefined
      ? undefined
      : setTimeout(() => terminate(new Error(`it did not start within ${startMs} ms`)), startMs)
  signal?.addEventListener('abort', abort, { once: true })

  worker.on('message', (received) => {
    const report = reviveBuffers(received) as ThreadReport
    switch (report.kind) {
      case 'ready':
        started()
        ready.resolve(report.value)
        return
      case 'failed':
        cause = decodeError(report.error, errors)
        if (isStarting) ready.reject(cause)
        return
      case 'event':
        listeners[report.name]?.(report.value)
        return
      case 'call':
      case 'abort':
        handlers.receive(report)
        return
      default:
        caller.receive(report)
    }
  })
  worker.on('error', (error: unknown) => {
    cause ??= error instanceof Error ? error : new Error(String(error))
  })
  worker.on('exit', (code) => {
    hasEnded = true
    started()
    const reason = cause?.message ?? (isExpected ? 'it was closed' : `its thread ended with code ${code}`)
    const end = { reason, cause, isExpected }
    ended.resolve(end)
    ready.reject(failure({ kind: 'ended', ...end, wasRunning: true }))
    caller.end(end)
  })

  async function close(timeoutMs: number | undefined): Promise<'closed' | 'terminated'> {
    if (hasEnded) return 'closed'
    isExpected = true
    caller.stop({ reason: 'it was closed', cause: undefined, isExpected })
    let isLate = false
    const late = () => {
      isLate = true
      void worker.terminate()
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs)
    // The process must not end before the thread has closed its files.
    worker.ref()
    post({ kind: 'close' })
    await ended.promise
    clearTimeout(timer)
    if (isLate) return 'terminated'
    if (cause) throw cause
    return 'closed'
  }

  return {
    ready: ready.promise,
    ended: ended.promise,
    get pending() {
      return caller.pending
    },
    call: (method, params, callOptions) => caller.call(method, params, callOptions),
    close(timeoutMs) {
      closing ??= close(timeoutMs)
      return closing
    },
    async terminate() {
      isExpected = true
      await worker.terminate()
    },
  }
}
