import type { CallContext, Methods } from './contract.ts'
import { encodeError } from './errorTransfer.ts'
import type { AnswerMessage, CallMessage } from './rpcMessages.ts'

export type RpcHandlersOptions = {
  readonly methods: Methods
  post(message: AnswerMessage, transfer: readonly ArrayBuffer[]): void
  /** Returns the buffers of a result that are transferred with it. */
  readonly transferOf?: ((result: never) => readonly ArrayBuffer[]) | undefined
  /** Receives each error before the caller does; throws if there must be no answer. */
  onError?(error: unknown): void
}

type Handler = (params: unknown, context: CallContext<unknown>) => unknown

/** Answers calls from the other side of a port. The answers of synchronous methods have the order of the calls. */
export class RpcHandlers {
  readonly #options: RpcHandlersOptions
  readonly #running = new Map<number, AbortController>()

  constructor(options: RpcHandlersOptions) {
    this.#options = options
  }

  receive(message: CallMessage): void {
    if (message.kind === 'call') this.#run(message)
    else this.#running.get(message.id)?.abort()
  }

  #run({ id, method, params }: Extract<CallMessage, { kind: 'call' }>): void {
    const { methods, post, transferOf, onError } = this.#options
    const done = (result: unknown) => {
      post({ kind: 'result', id, result }, transferOf?.(result as never) ?? [])
      this.#running.delete(id)
    }
    const failed = (error: unknown) => {
      this.#running.delete(id)
      onError?.(error)
      post({ kind: 'error', id, error: encodeError(error) }, [])
    }
    const controller = new AbortController()
    this.#running.set(id, controller)
    try {
      const handle = Object.hasOwn(methods, method) ? (methods[method] as Handler) : undefined
      if (!handle) throw new Error(`there is no method ${method}`)
      const result = handle(params, {
        signal: controller.signal,
        progress: (value) => post({ kind: 'progress', id, value }, []),
      })
      if (result instanceof Promise) result.then(done).catch(failed)
      else done(result)
    } catch (error) {
      failed(error)
    }
  }
}
