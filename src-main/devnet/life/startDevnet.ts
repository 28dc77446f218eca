import type { Worker } from 'node:worker_threads'
import { blockIdOf } from '../../embedded/archiveWorkerMessages.ts'
import { startThread } from '../../platform/startThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { checkSettings } from './firstMemory.ts'
import {
  type DevnetControl,
  type DevnetEndpoint,
  DevnetRefusal,
  type DevnetSettings,
  type RunningDevnet,
} from './runningDevnet.ts'
import type {
  DevnetAnswer,
  DevnetArguments,
  DevnetCommand,
  DevnetError,
  DevnetMethod,
  DevnetReport,
  PlainEndpoint,
} from './threadMessages.ts'

export type StartDevnetOptions = DevnetSettings & {
  /** What failed in its thread and is tried again, and queries that failed for a reason of ours: for the log. */
  onTrouble?(error: Error): void
  /** Prints a line for the user. */
  onNotice?(line: string): void
  /** Gives up starting, and afterwards closes. */
  readonly signal?: AbortSignal | undefined
}

/** A devnet's thread ended although nobody asked it to, or could not start. */
export class DevnetStoppedError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the devnet stopped: ${reason}`, options)
    this.name = 'DevnetStoppedError'
  }
}

/** How long a thread has to open its directory, or to play the scenario on a first start. */
const START_MS = 300_000
/** How long it has to close before it is ended: it is as safe as a crash. */
const CLOSE_MS = 10_000
const MAX_CALLS = 1024

/** Milliseconds after which a call is given up. */
const DEADLINES: { readonly [M in DevnetMethod]: number } = {
  status: 30_000,
  faucet: 60_000,
  step: 300_000,
  keyBlock: 60_000,
  travel: 60_000,
  settings: 60_000,
  exampleMessages: 30_000,
  save: 300_000,
  restore: 300_000,
  forget: 60_000,
  reset: START_MS,
}

/**
 * Starts a devnet in a thread of its own; on a first start the scenario is played before it resolves. Rejects with
 * DevnetRefusal where the settings don't fit the directory, with the system's error (`code` EADDRINUSE, EACCES, …)
 * where port or directory can't be had, with the signal's reason, or with DevnetStoppedError.
 */
export async function startDevnet(options: StartDevnetOptions): Promise<RunningDevnet> {
  const { onTrouble, onNotice, signal, ...settings } = options
  signal?.throwIfAborted()
  checkSettings(settings)
  const thread = new DevnetThread(settings, {
    onTrouble: (error) => onTrouble?.(error),
    onNotice: (line) => onNotice?.(line),
  })
  try {
    await thread.ready(signal)
  } catch (error) {
    await thread.end()
    throw error
  }
  const close = () => thread.close()
  signal?.addEventListener('abort', close, { once: true })
  void thread.stopped.finally(() => signal?.removeEventListener('abort', close))
  return runningDevnet(thread)
}

function runningDevnet(thread: DevnetThread): RunningDevnet {
  const control: DevnetControl = {
    status: () => thread.call('status', []),
    faucet: (request) => thread.call('faucet', [request]),
    step: (blocks) => thread.call('step', [blocks]),
    keyBlock: () => thread.call('keyBlock', []),
    travel: (journey) => thread.call('travel', [journey]),
    settings: (change) => thread.call('settings', [change]),
    exampleMessages: () => thread.call('exampleMessages', []),
    save: (name) => thread.call('save', [name]),
    restore: (name) => thread.call('restore', [name]),
    forget: (name) => thread.call('forget', [name]),
    reset: () => thread.call('reset', []),
  }
  return {
    ...control,
    endpoint: () => thread.endpoint(),
    problems: () => thread.problems(),
    readOnlyReason: () => thread.readOnlyReason(),
    onReplacing: (listener) => listenIn(thread.replacingListeners, listener),
    onReplaced: (listener) => listenIn(thread.replacedListeners, listener),
    onHead: (listener) => listenIn(thread.headListeners, listener),
    stopped: thread.stopped,
    close: () => thread.close(),
  }
}

function listenIn<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Call = {
  resolve(answer: unknown): void
  reject(reason: Error): void
}

type ThreadHooks = {
  onTrouble(error: Error): void
  onNotice(line: string): void
}

/** The thread as it is seen from outside. */
class DevnetThread {
  readonly stopped: Promise<Error | undefined>
  readonly replacingListeners = new Set<() => Promise<void>>()
  readonly replacedListeners = new Set<() => void>()
  readonly headListeners = new Set<(seqno: number) => void>()
  readonly #worker: Worker
  readonly #hooks: ThreadHooks
  readonly #calls = new Map<number, Call>()
  readonly #opened = Promise.withResolvers<void>()
  #endpoint: DevnetEndpoint | undefined
  /** The last write that failed for want of space, until a block is made. */
  #spaceProblem: string | undefined
  /** The first damage that a read has found, until the chain is replaced. */
  #damage: string | undefined
  #readOnlyReason: string | undefined
  #nextId = 0
  /** Set before the thread is told to close: its end is then no accident. */
  #closing = false
  #cause: Error | undefined

  constructor(settings: DevnetSettings, hooks: ThreadHooks) {
    this.#hooks = hooks
    this.#worker = startThread('devnet', workerUrl(import.meta.url, 'devnetWorker'), { workerData: settings })
    const { promise, resolve } = Promise.withResolvers<Error | undefined>()
    this.stopped = promise
    this.#worker.on('message', (report: DevnetReport) => this.#hear(report))
    this.#worker.on('error', (error) => {
      this.#cause ??= error instanceof Error ? error : new Error(String(error))
    })
    this.#worker.on('exit', (code) => resolve(this.#ended(code)))
    // Whoever starts it hears of it by `ready`.
    this.#opened.promise.catch(() => undefined)
  }

  async ready(signal: AbortSignal | undefined): Promise<void> {
    const deadline = AbortSignal.timeout(START_MS)
    const limit = signal ? AbortSignal.any([signal, deadline]) : deadline
    const giveUp = () => {
      const late = new DevnetStoppedError(`it did not start in ${START_MS / 1000} s`)
      this.#opened.reject(signal?.aborted ? signal.reason : late)
    }
    limit.addEventListener('abort', giveUp, { once: true })
    try {
      await this.#opened.promise
    } finally {
      limit.removeEventListener('abort', giveUp)
    }
  }

  endpoint(): DevnetEndpoint {
    if (!this.#endpoint) throw new DevnetStoppedError('it has not started')
    return this.#endpoint
  }

  problems(): readonly string[] {
    const reason = this.#readOnlyReason
    const damage = this.#damage
    return [
      reason === undefined ? [] : [`the devnet is open read-only and makes no blocks: ${reason}`],
      damage === undefined ? [] : [`${damage}; start again with --devnet-recover archive to put it back`],
      this.#spaceProblem ?? [],
    ].flat()
  }

  readOnlyReason(): string | undefined {
    return this.#readOnlyReason
  }

  async call<M extends DevnetMethod>(method: M, args: DevnetArguments<M>): Promise<DevnetAnswer<M>> {
    if (this.#closing || this.#cause) throw this.#gone()
    if (this.#calls.size >= MAX_CALLS) throw new DevnetRefusal('conflict', 'too much is asked of it at once')
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#calls.set(id, { resolve, reject })
    const seconds = DEADLINES[method] / 1000
    const timer = setTimeout(
      () => reject(new DevnetRefusal('conflict', `no answer to ${method} within ${seconds} s`)),
      DEADLINES[method],
    )
    try {
      this.#tell({ kind: 'call', id, method, args })
      return (await promise) as DevnetAnswer<M>
    } finally {
      clearTimeout(timer)
      this.#calls.delete(id)
    }
  }

  async close(): Promise<void> {
    this.#closing = true
    const timer = setTimeout(() => void this.end(), CLOSE_MS)
    this.#tell({ kind: 'close' })
    await this.stopped
    clearTimeout(timer)
  }

  async end(): Promise<void> {
    this.#closing = true
    await this.#worker.terminate()
  }

  #tell(command: DevnetCommand): void {
    this.#worker.postMessage(command)
  }

  #hear(report: DevnetReport): void {
    switch (report.kind) {
      case 'ready':
        this.#endpoint = endpointOf(report.endpoint)
        this.#readOnlyReason = report.readOnlyReason
        this.#opened.resolve()
        return
      case 'notice':
        this.#hooks.onNotice(report.line)
        return
      case 'replacing':
        void Promise.allSettled([...this.replacingListeners].map((listener) => listener())).then(() =>
          this.#tell({ kind: 'released' }),
        )
        return
      case 'replaced':
        this.#endpoint = endpointOf(report.endpoint)
        this.#readOnlyReason = undefined
        this.#damage = undefined
        for (const listener of this.replacedListeners) listener()
        return
      case 'head':
        this.#spaceProblem = undefined
        for (const listener of this.headListeners) listener(report.seqno)
        return
      case 'answer':
        this.#calls.get(report.id)?.resolve(report.answer)
        return
      case 'refusal':
        this.#noteProblem(report.error)
        this.#calls.get(report.id)?.reject(errorOf(report.error))
        return
      case 'trouble':
        this.#noteProblem(report.error)
        this.#hooks.onTrouble(errorOf(report.error))
        return
      case 'failed':
        this.#cause = errorOf(report.error)
        this.#opened.reject(this.#cause)
    }
  }

  #noteProblem({ refusal, isDamage, message }: DevnetError): void {
    if (refusal === 'no-space') this.#spaceProblem = message
    if (isDamage) this.#damage ??= message
  }

  /** The thread is gone: so is all that was asked of it. */
  #ended(code: number): Error | undefined {
    if (!this.#closing) this.#cause ??= new Error(`its thread left with code ${code}`)
    const gone = this.#gone()
    this.#opened.reject(gone)
    for (const { reject } of this.#calls.values()) reject(gone)
    return this.#closing ? undefined : gone
  }

  #gone(): DevnetStoppedError {
    return new DevnetStoppedError(this.#cause?.message ?? 'it was closed', { cause: this.#cause })
  }
}

function endpointOf({ host, port, publicKey, zeroState, initBlock }: PlainEndpoint): DevnetEndpoint {
  return {
    host,
    port,
    publicKey: Buffer.from(publicKey),
    zeroState: blockIdOf(zeroState),
    initBlock: blockIdOf(initBlock),
  }
}

function errorOf({ name, message, code, refusal, stack }: DevnetError): Error {
  const error = refusal ? new DevnetRefusal(refusal, message) : new Error(message)
  error.name = name
  if (stack) error.stack = stack
  return Object.assign(error, code === undefined ? {} : { code })
}
