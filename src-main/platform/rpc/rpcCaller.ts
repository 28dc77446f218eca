import type { Methods, ParamsOf, ProgressOf, ResultOf } from './contract.ts'
import { decodeError, type ErrorClasses } from './errorTransfer.ts'
import type { AnswerMessage, CallMessage } from './rpcMessages.ts'

/** Options of one call. */
export type CallOptions<Progress = never> = {
  /** Aborting it rejects the call with its reason, and aborts the signal of the method. */
  readonly signal?: AbortSignal | undefined
  /** Time limit of the call, including the time that earlier calls take, ms. */
  readonly timeoutMs?: number | undefined
  readonly transfer?: readonly ArrayBuffer[] | undefined
  /** Called when all earlier calls are answered: a thread with synchronous methods then runs this one. */
  readonly onStart?: (() => void) | undefined
  readonly onProgress?: ((value: Progress) => void) | undefined
}

/** The reason why a call has no answer. */
export type CallFailure =
  | {
      readonly kind: 'ended'
      readonly reason: string
      readonly cause: Error | undefined
      /** Whether the owner closed or terminated the thread. */
      readonly isExpected: boolean
      /**
       * Whether it was the first unanswered call, which a thread with synchronous methods was running, or the start of
       * the thread.
       */
      readonly wasRunning: boolean
    }
  | { readonly kind: 'late'; readonly method: string; readonly timeoutMs: number }
  /** Too many calls wait for an answer. */
  | { readonly kind: 'busy'; readonly pending: number }

/** The reason why the other side no longer answers. */
export type CallerEnd = Omit<Extract<CallFailure, { kind: 'ended' }>, 'kind' | 'wasRunning'>

export type RpcCallerOptions = {
  post(message: CallMessage, transfer: readonly ArrayBuffer[]): void
  readonly errors: ErrorClasses
  /** Returns the error that rejects a call without an answer. */
  failure(failure: CallFailure): Error
  /** Maximum number of unanswered calls. */
  readonly maxPending?: number | undefined
  /** Called when the number of unanswered calls becomes 1 or 0. */
  onBusy?(isBusy: boolean): void
}

type Pending = {
  readonly onStart: (() => void) | undefined
  readonly onProgress: ((value: never) => void) | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
  /** Removes the call's timer and listener. */
  release(): void
}

/** Calls functions at the other side of a port. */
export class RpcCaller<Remote extends Methods> {
  readonly #options: RpcCallerOptions
  /** In the order of their calls. */
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #end: CallerEnd | undefined

  constructor(options: RpcCallerOptions) {
    this.#options = options
  }

  get pending(): number {
    return this.#pending.size
  }

  call<Name extends keyof Remote & string>(
    method: Name,
    params: ParamsOf<Remote[Name]>,
    { signal, timeoutMs, transfer = [], onStart, onProgress }: CallOptions<ProgressOf<Remote[Name]>> = {},
  ): Promise<ResultOf<Remote[Name]>> {
    const { post, failure, maxPending = Number.POSITIVE_INFINITY } = this.#options
    if (this.#end) return Promise.reject(failure({ kind: 'ended', ...this.#end, wasRunning: false }))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#pending.size >= maxPending) {
      return Promise.reject(failure({ kind: 'busy', pending: this.#pending.size }))
    }
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const stop = (reason: unknown) => {
      post({ kind: 'abort', id }, [])
      this.#take(id)?.reject(reason)
    }
    const abort = () => stop(signal?.reason)
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => stop(failure({ kind: 'late', method, timeoutMs })), timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    const release = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    this.#pending.set(id, { onStart, onProgress, resolve, reject, release })
    if (this.#pending.size === 1) {
      this.#options.onBusy?.(true)
      onStart?.()
    }
    try {
      post({ kind: 'call', id, method, params }, transfer)
    } catch (error) {
      // The parameters cannot be cloned.
      this.#take(id)?.reject(error)
    }
    return promise as Promise<ResultOf<Remote[Name]>>
  }

  receive(message: AnswerMessage): void {
    switch (message.kind) {
      case 'progress':
        this.#pending.get(message.id)?.onProgress?.(message.value as never)
        return
      case 'result':
        this.#take(message.id)?.resolve(message.result)
        return
      case 'error':
        this.#take(message.id)?.reject(decodeError(message.error, this.#options.errors))
    }
  }

  /** Rejects later calls. */
  stop(end: CallerEnd): void {
    this.#end ??= end
  }

  /** Rejects later calls and all unanswered ones. */
  end(end: CallerEnd): void {
    this.#end = end
    let wasRunning = true
    for (const [id, { reject, release }] of this.#pending) {
      this.#pending.delete(id)
      release()
      reject(this.#options.failure({ kind: 'ended', ...end, wasRunning }))
      wasRunning = false
    }
  }

  /** Removes a call that is answered, and starts the next one. */
  #take(id: number): Pending | undefined {
    const call = this.#pending.get(id)
    if (!call) return undefined
    const [first] = this.#pending.keys()
    this.#pending.delete(id)
    call.release()
    const [next] = this.#pending.values()
    if (!next) this.#options.onBusy?.(false)
    else if (first === id) next.onStart?.()
    return call
  }
}
