import type { MessagePort } from 'node:worker_threads'
import { withBuffers } from '../../store/withBuffers.ts'
import type { CurrentItem, ServiceName } from './currentItem.ts'
import type { ServiceReport, ServiceRequest } from './serviceMessages.ts'
import { createTurn } from './turn.ts'

/** A service that was called. */
export type OpenService = {
  /** See CallHandlers. */
  readonly handlers: { readonly [call: string]: (params: never) => Promise<unknown> }
  close(): void
}

/** A service that a thread hosts. */
export type HostedService = {
  /** Called at the first call. */
  open(tools: ServiceTools): OpenService
  /** Returns the code under which an error reaches the caller. */
  codeOf(error: unknown): string
}

/** Functions of the thread for a service. */
export type ServiceTools = {
  /** Sets the item that the service processes: the likely reason if the thread ends. */
  workOn(key: Uint8Array): void
  /** Calls the main thread. Returns undefined if that fails; other services have the thread until then. */
  callHost(call: string, params: unknown): Promise<unknown>
}

/**
 * Answers calls at a thread's port. A service answers one after the other, so that its connection has one transaction;
 * services take turns, so that the current item is that of the running one.
 */
export function serveCalls(
  port: MessagePort,
  currentItem: CurrentItem,
  hosted: { readonly [Name in ServiceName]: HostedService },
): void {
  const report = (message: ServiceReport) => port.postMessage(message)
  const opened = new Map<ServiceName, OpenService>()
  const last = new Map<ServiceName, Promise<void>>()
  const hostCalls = new Map<number, (result: unknown) => void>()
  const turn = createTurn()
  let lastHostCall = 0

  async function callHost(service: ServiceName, call: string, params: unknown): Promise<unknown> {
    const item = currentItem.read()
    currentItem.clear()
    turn.release()
    const id = ++lastHostCall
    const { promise, resolve } = Promise.withResolvers<unknown>()
    hostCalls.set(id, resolve)
    report({ kind: 'host call', service, id, call, params })
    const result = await promise
    await turn.take()
    if (item) currentItem.set(service, item.key)
    return result
  }

  function open(service: ServiceName): OpenService {
    const known = opened.get(service)
    if (known) return known
    const made = hosted[service].open({
      workOn: (key) => currentItem.set(service, key),
      callHost: (call, params) => callHost(service, call, params),
    })
    opened.set(service, made)
    return made
  }

  async function answer(request: Extract<ServiceRequest, { kind: 'call' }>): Promise<void> {
    const { id, service, call, params } = request
    await turn.take()
    try {
      const handle = open(service).handlers[call]
      if (!handle) throw new Error(`${service} has no call ${call}`)
      report({ kind: 'done', id, result: await handle(params as never) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      report({ kind: 'failed', id, code: hosted[service].codeOf(error), message })
    } finally {
      currentItem.clear()
      turn.release()
    }
  }

  port.on('message', (received: ServiceRequest) => {
    const request = received.kind === 'close' ? received : withBuffers(received)
    switch (request.kind) {
      case 'close':
        for (const service of opened.values()) service.close()
        port.close()
        return
      case 'host result':
        hostCalls.get(request.id)?.(request.result)
        hostCalls.delete(request.id)
        return
      case 'call': {
        const before = last.get(request.service) ?? Promise.resolve()
        last.set(
          request.service,
          before.then(() => answer(request)),
        )
      }
    }
  })
}
