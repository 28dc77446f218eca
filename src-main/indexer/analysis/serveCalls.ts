import { messageOf } from '#shared/messageOf.ts'
import { serveThread } from '../../platform/rpc/serveThread.ts'
import { CurrentItem, type ServiceName } from './currentItem.ts'
import { type ServiceCall, type ServiceContract, ServiceError } from './serviceMessages.ts'
import { createTurn } from './turn.ts'

/** An open service. */
export type OpenService = {
  /** See CallHandlers. */
  readonly handlers: { readonly [call: string]: (params: never) => Promise<unknown> }
  close(): void
}

/** A service of a thread. */
export type HostedService = {
  /** Opens the service at its first call. */
  open(tools: ServiceTools): OpenService
  /** Returns the error code for the caller. */
  codeOf(error: unknown): string
}

/** Functions that the thread offers to a service. */
export type ServiceTools = {
  /** Sets the item that the service processes: the likely reason if the thread ends. */
  workOn(key: Uint8Array): void
  /** Calls the main thread. Returns undefined if that fails. Meanwhile, other services can use the thread. */
  callHost(call: string, params: unknown): Promise<unknown>
}

/**
 * Serves a thread with services. A service answers one call after another, so that its connection has one
 * transaction; services take turns, so that the current item is that of the running one.
 */
export function serveCalls<Options>(
  hostedBy: (options: Options) => { readonly [Name in ServiceName]: HostedService },
): void {
  serveThread<ServiceContract<Options>>(({ options, host }) => {
    const currentItem = new CurrentItem(options.currentItem)
    const hosted = hostedBy(options.services)
    const opened = new Map<ServiceName, OpenService>()
    const last = new Map<ServiceName, Promise<unknown>>()
    const turn = createTurn()

    async function callHost(call: ServiceCall): Promise<unknown> {
      const item = currentItem.read()
      currentItem.clear()
      turn.release()
      const result = await host.call('run', call).catch(() => undefined)
      await turn.take()
      if (item) currentItem.set(call.service, item.key)
      return result
    }

    function open(service: ServiceName): OpenService {
      const known = opened.get(service)
      if (known) return known
      const made = hosted[service].open({
        workOn: (key) => currentItem.set(service, key),
        callHost: (call, params) => callHost({ service, call, params }),
      })
      opened.set(service, made)
      return made
    }

    async function answer({ service, call, params }: ServiceCall): Promise<unknown> {
      await turn.take()
      try {
        const handle = open(service).handlers[call]
        if (!handle) throw new Error(`${service} has no call ${call}`)
        return await handle(params as never)
      } catch (error) {
        throw new ServiceError(hosted[service].codeOf(error), messageOf(error), { cause: error })
      } finally {
        currentItem.clear()
        turn.release()
      }
    }

    return {
      ready: undefined,
      methods: {
        run(call) {
          const before = last.get(call.service) ?? Promise.resolve()
          const answered = before.then(() => answer(call))
          last.set(
            call.service,
            answered.catch(() => undefined),
          )
          return answered
        },
      },
      close() {
        for (const service of opened.values()) service.close()
      },
    }
  })
}
