import type { Worker } from 'node:worker_threads'
import { endThread } from '../../platform/endThread.ts'
import { startThread, type ThreadName } from '../../platform/startThread.ts'
import { CurrentItem, type ServiceName, type WorkItem } from './currentItem.ts'
import type { CallTypes, ServiceReport, ServiceRequest, ServiceWorkerData } from './serviceMessages.ts'

/** Calls of a service by name. */
export type Service<Calls extends CallTypes> = {
  /** Rejects with what `failure` makes. Buffers of results arrive as Uint8Array. */
  ask<Call extends keyof Calls & string>(
    call: Call,
    params: Calls[Call]['params'],
  ): Promise<Calls[Call]['result']>
}

/** A thread that hosts services. It answers one call at a time. */
export type ServiceThread = {
  service<Calls extends CallTypes, Code extends string>(
    name: ServiceName,
    options: ServiceOptions<Code>,
  ): Service<Calls>
  /** Ends the thread, in the middle of a call if there is one. */
  close(): Promise<void>
}

export type ServiceOptions<Code extends string> = {
  /** Functions of the main thread that the service can call. A failed call returns undefined to the service. */
  readonly host?: { readonly [call: string]: (params: never) => Promise<unknown> }
  /** @param key of the item that the service worked on when the thread ended */
  failure(code: Code | 'ended', message: string, key?: Buffer): Error
}

export type ServiceThreadOptions = {
  readonly url: URL
  readonly name: ThreadName
  readonly options: unknown
}

/** Longest time of one call, those before it included, milliseconds. */
const CALL_MS = 60_000

type Pending = {
  settle(result: unknown): void
  fail(code: string, message: string): void
  /** The thread has ended. */
  end(reason: string, item: WorkItem | undefined): void
}

/** Starts the thread with the first call, and again after it has ended. */
export function startServiceThread({ url, name, options }: ServiceThreadOptions): ServiceThread {
  const pending = new Map<number, Pending>()
  const hosts = new Map<ServiceName, ServiceOptions<never>['host']>()
  const currentItem = new CurrentItem()
  let worker: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    currentItem.clear()
    const workerData: ServiceWorkerData<unknown> = { options, currentItem: currentItem.memory }
    const started = startThread(name, url, { workerData })
    let reason = 'its thread ended'
    started.on('message', (report: ServiceReport) => {
      if (report.kind === 'done') pending.get(report.id)?.settle(report.result)
      else if (report.kind === 'failed') pending.get(report.id)?.fail(report.code, report.message)
      else void callHost(started, report)
    })
    started.on('error', (error: Error) => {
      reason = error.message
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      const item = currentItem.read()
      for (const call of [...pending.values()]) call.end(reason, item)
    })
    // An idle thread keeps no process alive.
    started.unref()
    return started
  }

  async function callHost(
    to: Worker,
    { service, id, call, params }: Extract<ServiceReport, { kind: 'host call' }>,
  ): Promise<void> {
    const result = await hosts
      .get(service)
      ?.[call]?.(params as never)
      .catch(() => undefined)
    to.postMessage({ kind: 'host result', id, result } satisfies ServiceRequest)
  }

  return {
    service<Calls extends CallTypes, Code extends string>(
      service: ServiceName,
      { host, failure }: ServiceOptions<Code>,
    ): Service<Calls> {
      hosts.set(service, host)
      return {
        ask<Call extends keyof Calls & string>(call: Call, params: Calls[Call]['params']) {
          type Result = Calls[Call]['result']
          if (isClosed) return Promise.reject(failure('ended', 'it is closed'))
          worker ??= start()
          const asked = worker
          const id = ++lastId
          const { promise, resolve, reject } = Promise.withResolvers<Result>()
          const timer = setTimeout(() => void asked.terminate(), CALL_MS)
          const finish = () => {
            pending.delete(id)
            clearTimeout(timer)
            if (pending.size === 0) asked.unref()
          }
          pending.set(id, {
            settle(result) {
              finish()
              resolve(result as Result)
            },
            fail(code, message) {
              finish()
              reject(failure(code as Code, message))
            },
            end(reason, item) {
              finish()
              reject(failure('ended', reason, item?.service === service ? item.key : undefined))
            },
          })
          asked.ref()
          asked.postMessage({ kind: 'call', id, service, call, params } satisfies ServiceRequest)
          return promise
        },
      }
    },
    async close() {
      isClosed = true
      if (!worker) return
      await endThread(worker, (closing) => {
        if (pending.size === 0) closing.postMessage({ kind: 'close' } satisfies ServiceRequest)
        else void closing.terminate()
      })
    },
  }
}
