import { messageOf } from '#shared/messageOf.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import type { ParamsOf } from '../../platform/rpc/contract.ts'
import { decodeError } from '../../platform/rpc/errorTransfer.ts'
import type { CallFailure } from '../../platform/rpc/rpcCaller.ts'
import { startWorkerThread, type WorkerThread } from '../../platform/rpc/workerThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import { DevnetDamagedError, DevnetError } from './devnetErrors.ts'
import { checkSettings } from './initialState.ts'
import type { DevnetControl, DevnetEndpoint, DevnetSettings, RunningDevnet } from './runningDevnet.ts'
import type { DevnetArguments, DevnetContract, DevnetMethod, DevnetResult } from './threadMessages.ts'

export type StartDevnetOptions = DevnetSettings & {
  /** Called for failures that are retried, and for queries that failed because of a fault of the devnet. */
  onTrouble?(error: Error): void
  /** Prints a line for the user. */
  onNotice?(line: string): void
  /** Aborts the start; closes a started devnet. */
  readonly signal?: AbortSignal | undefined
}

/** The error of a devnet whose thread could not start, or ended without a request to close. */
class DevnetStoppedError extends TypedError {
  constructor(reason: string, options?: TypedErrorOptions) {
    super('devnet-stopped', `the devnet stopped: ${reason}`, options)
  }
}

/** Time limit for opening the directory, or for the scenario on a first start, ms. */
const START_MS = 300_000
/** Time limit for closing, ms. Terminating the thread is as safe as a crash. */
const CLOSE_MS = 10_000
const MAX_CALLS = 1024

/** Time limits of calls, ms. */
const DEADLINES: { readonly [M in DevnetMethod]: number } = {
  status: 30_000,
  faucet: 60_000,
  step: 300_000,
  keyBlock: 60_000,
  setTime: 60_000,
  settings: 60_000,
  exampleMessages: 30_000,
  saveSnapshot: 300_000,
  restoreSnapshot: 300_000,
  deleteSnapshot: 60_000,
  reset: START_MS,
}

/**
 * Starts a devnet in its own thread; on a first start, runs the scenario first. Rejects with DevnetError if the
 * settings do not match the directory, with the system's error (`code` EADDRINUSE, EACCES, …) if the port or the
 * directory cannot be used, with the signal's reason, or with DevnetStoppedError.
 */
export async function startDevnet(options: StartDevnetOptions): Promise<RunningDevnet> {
  const { onTrouble, onNotice, signal, ...settings } = options
  signal?.throwIfAborted()
  checkSettings(settings)
  const hooks: ThreadHooks = {
    onTrouble: (error) => onTrouble?.(error),
    onNotice: (line) => onNotice?.(line),
  }
  const thread = new DevnetThread(settings, hooks, signal)
  try {
    await thread.ready()
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
    setTime: (request) => thread.call('setTime', [request]),
    settings: (change) => thread.call('settings', [change]),
    exampleMessages: () => thread.call('exampleMessages', []),
    saveSnapshot: (name) => thread.call('saveSnapshot', [name]),
    restoreSnapshot: (name) => thread.call('restoreSnapshot', [name]),
    deleteSnapshot: (name) => thread.call('deleteSnapshot', [name]),
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

type ThreadHooks = {
  onTrouble(error: Error): void
  onNotice(line: string): void
}

const ERRORS = { DevnetError: DevnetError, DevnetDamagedError }

/** A devnet's thread, seen from the thread that started it. */
class DevnetThread {
  readonly stopped: Promise<Error | undefined>
  readonly replacingListeners = new Set<() => Promise<void>>()
  readonly replacedListeners = new Set<() => void>()
  readonly headListeners = new Set<(seqno: number) => void>()
  readonly #thread: WorkerThread<DevnetContract>
  readonly #hooks: ThreadHooks
  #endpoint: DevnetEndpoint | undefined
  /** The last write that failed because the disk was full; undefined after the next block. */
  #spaceProblem: string | undefined
  /** The first damage that a read found; undefined after the chain is replaced. */
  #damage: string | undefined
  #readOnlyReason: string | undefined

  constructor(settings: DevnetSettings, hooks: ThreadHooks, signal: AbortSignal | undefined) {
    this.#hooks = hooks
    this.#thread = startWorkerThread<DevnetContract>({
      name: 'devnet',
      url: workerUrl(import.meta.url, 'devnetWorker'),
      options: settings,
      errors: ERRORS,
      failure: errorOf,
      startMs: START_MS,
      signal,
      maxPending: MAX_CALLS,
      keepsAlive: true,
      on: {
        notice: (line) => hooks.onNotice(line),
        replaced: (endpoint) => this.#replaced(endpoint),
        head: (seqno) => this.#advanced(seqno),
        trouble: (error) => this.#troubled(decodeError(error, ERRORS)),
      },
      host: { release: () => this.#release() },
    })
    this.stopped = this.#thread.ended.then(({ reason, cause, isExpected }) =>
      isExpected ? undefined : new DevnetStoppedError(reason, { cause }),
    )
  }

  async ready(): Promise<void> {
    const { endpoint, readOnlyReason } = await this.#thread.ready
    this.#endpoint = endpoint
    this.#readOnlyReason = readOnlyReason
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
      damage === undefined ? [] : [`${damage}; start with --devnet-recover archive to restore it`],
      this.#spaceProblem ?? [],
    ].flat()
  }

  readOnlyReason(): string | undefined {
    return this.#readOnlyReason
  }

  async call<M extends DevnetMethod>(method: M, args: DevnetArguments<M>): Promise<DevnetResult<M>> {
    try {
      const answer = await this.#thread.call(method, args as ParamsOf<DevnetContract['methods'][M]>, {
        timeoutMs: DEADLINES[method],
      })
      return answer as DevnetResult<M>
    } catch (error) {
      this.#noteProblem(error)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#thread.close(CLOSE_MS).catch((error: Error) => this.#hooks.onTrouble(error))
  }

  async end(): Promise<void> {
    await this.#thread.terminate()
  }

  async #release(): Promise<void> {
    await Promise.allSettled([...this.replacingListeners].map((listener) => listener()))
  }

  #replaced(endpoint: DevnetEndpoint): void {
    this.#endpoint = endpoint
    this.#readOnlyReason = undefined
    this.#damage = undefined
    for (const listener of this.replacedListeners) listener()
  }

  #advanced(seqno: number): void {
    this.#spaceProblem = undefined
    for (const listener of this.headListeners) listener(seqno)
  }

  #troubled(error: Error): void {
    this.#noteProblem(error)
    this.#hooks.onTrouble(error)
  }

  #noteProblem(error: unknown): void {
    if (!(error instanceof DevnetError)) return
    if (error.code === 'no-space') this.#spaceProblem = messageOf(error)
    if (error instanceof DevnetDamagedError) this.#damage ??= messageOf(error)
  }
}

function errorOf(failure: CallFailure): Error {
  switch (failure.kind) {
    case 'ended':
      return new DevnetStoppedError(failure.reason, { cause: failure.cause })
    case 'late': {
      const { method, timeoutMs } = failure
      return new DevnetError('conflict', `no answer to ${method} within ${timeoutMs / 1000} s`)
    }
    case 'busy':
      return new DevnetError('conflict', 'too many calls are waiting for the devnet')
  }
}
