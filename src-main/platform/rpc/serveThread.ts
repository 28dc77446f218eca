import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory, type ThreadMemoryOptions } from '../limitThreadMemory.ts'
import type { Methods, ThreadContract } from './contract.ts'
import { type ErrorClasses, encodeError } from './errorTransfer.ts'
import { reviveBuffers } from './reviveBuffers.ts'
import { RpcCaller } from './rpcCaller.ts'
import { RpcHandlers } from './rpcHandlers.ts'
import type { ThreadCommand, ThreadReport } from './rpcMessages.ts'

/** Functions of a thread for its services. */
export type ThreadTools<Contract extends ThreadContract> = {
  readonly options: Contract['options']
  /** Functions of the thread that started this one. */
  readonly host: Pick<RpcCaller<Contract['host']>, 'call'>
  notify<Name extends keyof Contract['events'] & string>(name: Name, value: Contract['events'][Name]): void
  /** Ends the thread. The error reaches the thread that started it. */
  fail(error: unknown): never
}

/** The services of an open thread. */
export type ServedThread<Contract extends ThreadContract> = {
  readonly ready: Contract['ready']
  readonly methods: Contract['methods']
  /** Called before the thread ends on request. Some calls can be unanswered then. */
  close?(): void | Promise<void>
  /** Returns the buffers of a result that are transferred with it. */
  readonly transferOf?: (result: never) => readonly ArrayBuffer[]
  /** Whether an error of a method ends the thread. */
  isFatal?(error: unknown): boolean
}

export type ServeOptions = Pick<ThreadMemoryOptions, 'retainsBuffers'> & {
  /** Classes of errors that functions of the starting thread reject with. */
  readonly errors?: ErrorClasses
}

/**
 * Serves a thread that startWorkerThread has started: its module calls this once. An error of `open` ends the thread.
 */
export function serveThread<Contract extends ThreadContract>(
  open: (tools: ThreadTools<Contract>) => ServedThread<Contract> | Promise<ServedThread<Contract>>,
  { retainsBuffers, ...options }: ServeOptions = {},
): void {
  if (isMainThread || !parentPort) throw new Error('only a worker thread can serve its starter')
  limitThreadMemory({ retainsBuffers })
  void serve(parentPort, open, options)
}

async function serve<Contract extends ThreadContract>(
  port: MessagePort,
  open: (tools: ThreadTools<Contract>) => ServedThread<Contract> | Promise<ServedThread<Contract>>,
  { errors = {} }: ServeOptions,
): Promise<void> {
  const post = (report: ThreadReport, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(report, transfer)
  const fail = (error: unknown): never => {
    // Messages that are posted before the exit still arrive.
    post({ kind: 'failed', error: encodeError(error) })
    return process.exit(1)
  }
  const host = new RpcCaller<Contract['host']>({
    post,
    errors,
    // Without the starting thread, this thread ends too.
    failure: (failure) => new Error(`the starting thread did not answer: ${failure.kind}`),
  })
  const early: ThreadCommand[] = []
  let handlers: RpcHandlers | undefined
  let close: ServedThread<Contract>['close']

  function receive(command: ThreadCommand): void {
    switch (command.kind) {
      case 'progress':
      case 'result':
      case 'error':
        host.receive(command)
        return
      case 'call':
      case 'abort':
        if (handlers) handlers.receive(command)
        else early.push(command)
        return
      case 'close':
        void closed()
    }
  }

  async function closed(): Promise<void> {
    try {
      await close?.()
    } catch (error) {
      fail(error)
    }
    process.exit(0)
  }

  port.on('message', (command: ThreadCommand) => receive(reviveBuffers(command) as ThreadCommand))
  try {
    const served = await open({
      options: reviveBuffers(workerData) as Contract['options'],
      host,
      notify: (name, value) => post({ kind: 'event', name, value }),
      fail,
    })
    close = () => served.close?.()
    const onError = (error: unknown) => {
      if (served.isFatal?.(error)) fail(error)
    }
    handlers = new RpcHandlers({
      methods: served.methods as Methods,
      post,
      transferOf: served.transferOf,
      onError,
    })
    post({ kind: 'ready', value: served.ready })
    for (const command of early.splice(0)) receive(command)
  } catch (error) {
    fail(error)
  }
}
