import { randomBytes } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { ArchiveError } from '../chain/archive/archiveError.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import { startThread } from '../platform/startThread.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import {
  blockIdOf,
  type PlainError,
  type WorkerCommand,
  type WorkerOptions,
  type WorkerReport,
} from './archiveWorkerMessages.ts'

export type StartOptions = {
  /** A path that openArchive takes: a directory of packages or of a recording, or one of our own archives. */
  readonly source: { readonly kind: 'archive'; readonly dir: string }
  /** 127.0.0.1 unless told. */
  readonly host?: string
  /** 0, unless told: any free port. */
  readonly port?: number
  /** 32 bytes; random unless told. */
  readonly privateKeySeed?: Buffer
  /** Gives up starting, and afterwards closes. */
  readonly signal?: AbortSignal
  /** Queries that failed for a reason that is not the client's, for the log. */
  onTrouble?(error: Error): void
}

export type RunningLiteserver = {
  readonly host: string
  readonly port: number
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  readonly zeroState: BlockIdExt
  /** Where clients' trust starts: an archive has its zero state, so that is it. */
  readonly initBlock: BlockIdExt
  readonly head: BlockIdExt
  /** Resolves when the server is gone: with an error if it died by itself. Never rejects. */
  readonly stopped: Promise<LiteserverStoppedError | undefined>
  /** Lets running queries finish for a moment; resolves when the thread is gone. */
  close(): Promise<void>
}

/** A liteserver's thread ended although nobody asked it to, or could not start. */
export class LiteserverStoppedError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the embedded liteserver stopped: ${reason}`, options)
    this.name = 'LiteserverStoppedError'
  }
}

/** How long a thread has to open an archive before it is given up. */
const START_MS = 120_000
/** How long it has to close before it is ended. */
const CLOSE_MS = 5_000

/**
 * Serves an archive over ADNL from a worker thread. Rejects with ArchiveError where the archive is none or
 * spoilt, with the system's error (`code` EADDRINUSE, …) where the port can't be had, with the signal's
 * reason, or with LiteserverStoppedError.
 */
export async function startArchiveLiteserver(options: StartOptions): Promise<RunningLiteserver> {
  const { source, host = '127.0.0.1', port = 0, signal } = options
  signal?.throwIfAborted()
  const workerData: WorkerOptions = {
    dir: source.dir,
    host,
    port,
    privateKeySeed: options.privateKeySeed ?? randomBytes(32),
  }
  const worker = startThread('liteserver', workerUrl(import.meta.url, 'archiveWorker'), { workerData })
  const stopped = stopOf(worker)
  try {
    const ready = await waitUntilReady(worker, stopped.died, options)
    const close = () => closeWorker(worker, stopped)
    signal?.addEventListener('abort', close, { once: true })
    void stopped.died.finally(() => signal?.removeEventListener('abort', close))
    const zeroState = blockIdOf(ready.zeroState)
    return {
      host,
      port: ready.port,
      publicKey: Buffer.from(ready.publicKey),
      zeroState,
      initBlock: zeroState,
      head: blockIdOf(ready.head),
      stopped: stopped.died,
      close,
    }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

type Ready = Extract<WorkerReport, { kind: 'ready' }>
type Stop = {
  /** Set before the thread is told to close: its end is then no accident. */
  expected: boolean
  readonly died: Promise<LiteserverStoppedError | undefined>
}

function stopOf(worker: Worker): Stop {
  const { promise, resolve } = Promise.withResolvers<LiteserverStoppedError | undefined>()
  const stop: Stop = { expected: false, died: promise }
  let cause: Error | undefined
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', (code) => {
    resolve(
      stop.expected
        ? undefined
        : new LiteserverStoppedError(cause?.message ?? `its thread left with code ${code}`, { cause }),
    )
  })
  return stop
}

function waitUntilReady(
  worker: Worker,
  died: Promise<LiteserverStoppedError | undefined>,
  { signal, onTrouble }: StartOptions,
): Promise<Ready> {
  const { promise, resolve, reject } = Promise.withResolvers<Ready>()
  const deadline = AbortSignal.timeout(START_MS)
  const limit = signal ? AbortSignal.any([signal, deadline]) : deadline
  const giveUp = () =>
    reject(signal?.aborted ? signal.reason : new LiteserverStoppedError(`it did not start in ${START_MS} ms`))
  limit.addEventListener('abort', giveUp, { once: true })
  worker.on('message', (report: WorkerReport) => {
    if (report.kind === 'ready') resolve(report)
    else if (report.kind === 'failed') reject(errorOf(report.error))
    else onTrouble?.(errorOf(report.error))
  })
  void died.then((error) => reject(error ?? new LiteserverStoppedError('it was closed')))
  return promise.finally(() => limit.removeEventListener('abort', giveUp))
}

async function closeWorker(worker: Worker, stop: Stop): Promise<void> {
  stop.expected = true
  const timer = setTimeout(() => void worker.terminate(), CLOSE_MS)
  worker.postMessage({ kind: 'close' } satisfies WorkerCommand)
  await stop.died
  clearTimeout(timer)
}

function errorOf(plain: PlainError): Error {
  if (plain.archive) return new ArchiveError(plain.archive.file, plain.archive.reason)
  const error = new Error(plain.message)
  error.name = plain.name
  if (plain.stack) error.stack = plain.stack
  return Object.assign(error, plain.code === undefined ? {} : { code: plain.code })
}
