import type { Worker } from 'node:worker_threads'
import { startThread, type ThreadName, terminateThread } from '../startThread.ts'
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
  /** Returns the error that rejects an unanswered call, and `ready` if the thread ends before it is ready. */
  failure(failure: CallFailure): Error
  /** The time limit of the start in milliseconds. */
  readonly startMs?: number
  /** Aborting it terminates a thread that is not ready yet; `ready` rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Maximum number of unanswered calls. */
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
  /** Rejects with the error that the thread's start threw, or with the error of `failure`. */
  readonly ready: Promise<Contract['ready']>
  /** Resolves when the thread has ended, before its calls are rejected. */
  readonly ended: Promise<CallerEnd>
  /**
   * Asks the thread to close and end; resolves when it has ended. Rejects with the error that its `close` threw.
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
  return new StartedThread<Contract>(options)
}

class StartedThread<Contract extends ThreadContract> implements WorkerThread<Contract> {
  readonly ready: Promise<Contract['ready']>
  readonly ended: Promise<CallerEnd>
  readonly #options: WorkerThreadOptions<Contract>
  readonly #worker: Worker
  readonly #caller: RpcCaller<Contract['methods']>
  readonly #handlers: RpcHandlers
  readonly #ready = Promise.withResolvers<Contract['ready']>()
  readonly #ended = Promise.withResolvers<CallerEnd>()
  readonly #startTimer: NodeJS.Timeout | undefined
  #isStarting = true
  #hasEnded = false
  /** Whether its owner has closed or terminated it. */
  #isExpected = false
  /** The error that ended the thread. */
  #cause: Error | undefined
  #closing: Promise<'closed' | 'terminated'> | undefined

  constructor(options: WorkerThreadOptions<Contract>) {
    const { name, url, errors = {}, failure, startMs, signal, maxPending } = options
    this.#options = options
    this.ready = this.#ready.promise
    this.ended = this.#ended.promise
    // Avoids an unhandled rejection when there is no waiter.
    this.ready.catch(() => {})
    this.#worker = startThread(name, url, { workerData: options.options })
    const post = (command: ThreadCommand, transfer: readonly ArrayBuffer[] = []) =>
      this.#worker.postMessage(command, transfer)
    this.#caller = new RpcCaller({ post, errors, failure, maxPending, onBusy: () => this.#hold() })
    this.#handlers = new RpcHandlers({ methods: (options.host ?? {}) as Methods, post })
    this.#startTimer =
      startMs === undefined
        ? undefined
        : setTimeout(() => this.#end(new Error(`it did not start within ${startMs} ms`)), startMs)
    signal?.addEventListener('abort', this.#abort, { once: true })
    this.#worker.on('message', (message) => this.#receive(reviveBuffers(message) as ThreadReport))
    this.#worker.on('error', (error: unknown) => {
      this.#cause ??= error instanceof Error ? error : new Error(String(error))
    })
    this.#worker.on('exit', (code) => this.#exited(code))
  }

  get pending(): number {
    return this.#caller.pending
  }

  readonly call: WorkerThread<Contract>['call'] = (method, params, options) =>
    this.#caller.call(method, params, options)

  readonly close = (timeoutMs?: number): Promise<'closed' | 'terminated'> => {
    this.#closing ??= this.#close(timeoutMs)
    return this.#closing
  }

  readonly terminate = async (): Promise<void> => {
    this.#isExpected = true
    await terminateThread(this.#worker)
  }

  readonly #abort = (): void => {
    this.#ready.reject(this.#options.signal?.reason)
    this.#isExpected = true
    this.#end(new Error('it was aborted'))
  }

  #receive(report: ThreadReport): void {
    switch (report.kind) {
      case 'ready':
        this.#started()
        this.#ready.resolve(report.value)
        return
      case 'failed':
        this.#cause = decodeError(report.error, this.#options.errors ?? {})
        if (this.#isStarting) this.#ready.reject(this.#cause)
        return
      case 'event': {
        const listeners = (this.#options.on ?? {}) as Listeners<Record<string, unknown>>
        listeners[report.name]?.(report.value)
        return
      }
      case 'call':
      case 'abort':
        this.#handlers.receive(report)
        return
      default:
        this.#caller.receive(report)
    }
  }

  #started(): void {
    clearTimeout(this.#startTimer)
    this.#options.signal?.removeEventListener('abort', this.#abort)
    this.#isStarting = false
    this.#hold()
  }

  /** Lets the process end while the thread is idle. */
  #hold(): void {
    if (this.#hasEnded) return
    const isNeeded = this.#isStarting || this.#closing !== undefined || this.pending > 0
    if (isNeeded || this.#options.keepsAlive) this.#worker.ref()
    else this.#worker.unref()
  }

  #end(cause: Error): void {
    this.#cause ??= cause
    void terminateThread(this.#worker)
  }

  #exited(code: number): void {
    this.#hasEnded = true
    this.#started()
    const [cause, isExpected] = [this.#cause, this.#isExpected]
    const reason = cause?.message ?? (isExpected ? 'it was closed' : `its thread ended with code ${code}`)
    const end = { reason, cause, isExpected }
    this.#ended.resolve(end)
    this.#ready.reject(this.#options.failure({ kind: 'ended', ...end, wasRunning: true }))
    this.#caller.end(end)
  }

  async #close(timeoutMs: number | undefined): Promise<'closed' | 'terminated'> {
    if (this.#hasEnded) return 'closed'
    this.#isExpected = true
    this.#caller.stop({ reason: 'it was closed', cause: undefined, isExpected: true })
    let isLate = false
    const late = () => {
      isLate = true
      void terminateThread(this.#worker)
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs)
    // The process must not end before the thread has closed its files.
    this.#worker.ref()
    this.#worker.postMessage({ kind: 'close' } satisfies ThreadCommand)
    await this.ended
    clearTimeout(timer)
    if (isLate) return 'terminated'
    if (this.#cause) throw this.#cause
    return 'closed'
  }
}
