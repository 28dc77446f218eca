import { messageOf } from '#shared/messageOf.ts'
import { TypedError } from '#shared/typedError.ts'
import { startWorkerThread, type WorkerThread } from '../../platform/rpc/workerThread.ts'
import type { ThreadName } from '../../platform/startThread.ts'
import { CurrentItem, type ServiceName, type WorkItem } from './currentItem.ts'
import { type CallTypes, type ServiceCall, type ServiceContract, ServiceError } from './serviceMessages.ts'

/** The calls of a service by name. */
export type Service<Calls extends CallTypes> = {
  /** Calls the service. Rejects with the error of `failure`. */
  ask<Call extends keyof Calls & string>(
    call: Call,
    params: Calls[Call]['params'],
  ): Promise<Calls[Call]['result']>
}

/** A thread that hosts services. It answers one call at a time. */
export type ServiceThread = {
  /** Whether no call is running or waiting. */
  readonly isIdle: boolean
  service<Calls extends CallTypes, Code extends string>(
    name: ServiceName,
    options: ServiceOptions<Code>,
  ): Service<Calls>
  /** Ends the thread, even during a call. */
  close(): Promise<void>
}

/** Options of a service. */
export type ServiceOptions<Code extends string> = {
  /** Functions of the main thread that the service can call. A failed call returns undefined to the service. */
  readonly host?: { readonly [call: string]: (params: never) => Promise<unknown> }
  /** @param key key of the item that the service processed when the thread ended */
  failure(code: Code | 'ended', message: string, key?: Buffer): Error
}

/** Options of a service thread. */
export type ServiceThreadOptions = {
  readonly url: URL
  readonly name: ThreadName
  readonly options: unknown
}

/** Time limit for one call with the calls queued before it, ms. */
const CALL_MS = 60_000

/** The error of a thread that ended before it answered; `item` is the item that it processed. */
class ThreadEndedError extends TypedError {
  readonly item: WorkItem | undefined

  constructor(reason: string, item: WorkItem | undefined) {
    super('thread-ended', reason)
    this.item = item
  }
}

/** Creates a thread that starts with the first call, and again after it has ended. */
export function startServiceThread({ url, name, options }: ServiceThreadOptions): ServiceThread {
  const hosts = new Map<ServiceName, ServiceOptions<never>['host']>()
  const currentItem = new CurrentItem()
  let thread: WorkerThread<ServiceContract> | undefined
  let isClosed = false

  function start(): WorkerThread<ServiceContract> {
    currentItem.clear()
    const started = startWorkerThread<ServiceContract>({
      name,
      url,
      options: { services: options, currentItem: currentItem.memory },
      errors: { ServiceError },
      failure: (failure) =>
        new ThreadEndedError(failure.kind === 'ended' ? failure.reason : failure.kind, currentItem.read()),
      host: {
        run: async ({ service, call, params }) => hosts.get(service)?.[call]?.(params as never),
      },
    })
    void started.ended.then(() => {
      if (thread === started) thread = undefined
    })
    return started
  }

  async function run(call: ServiceCall): Promise<unknown> {
    thread ??= start()
    const called = thread
    const timer = setTimeout(() => void called.terminate(), CALL_MS)
    try {
      return await called.call('run', call)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get isIdle() {
      return !isClosed && (thread?.pending ?? 0) === 0
    },
    service<Calls extends CallTypes, Code extends string>(
      service: ServiceName,
      { host, failure }: ServiceOptions<Code>,
    ): Service<Calls> {
      hosts.set(service, host)
      return {
        async ask<Call extends keyof Calls & string>(call: Call, params: Calls[Call]['params']) {
          if (isClosed) throw failure('ended', 'it is closed')
          try {
            return (await run({ service, call, params })) as Calls[Call]['result']
          } catch (error) {
            if (error instanceof ServiceError) throw failure(error.code as Code, error.message)
            const item = error instanceof ThreadEndedError ? error.item : undefined
            throw failure('ended', messageOf(error), item?.service === service ? item.key : undefined)
          }
        },
      }
    },
    async close() {
      isClosed = true
      if (!thread) return
      if (thread.pending === 0) await thread.close()
      else await thread.terminate()
    },
  }
}
