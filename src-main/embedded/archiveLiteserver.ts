import { randomBytes } from 'node:crypto'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { ArchiveError } from '../chain/archive/archiveError.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import { decodeError } from '../platform/rpc/errorTransfer.ts'
import type { CallFailure } from '../platform/rpc/rpcCaller.ts'
import { startWorkerThread } from '../platform/rpc/workerThread.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import type { ArchiveContract } from './archiveWorkerMessages.ts'

export type StartOptions = {
  /** A path that openArchive takes: a directory of packages or of a recording, or one of our own archives. */
  readonly source: { readonly kind: 'archive'; readonly dir: string }
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** 32 bytes. Default: random. */
  readonly privateKeySeed?: Buffer
  /** Aborts the start; closes a started server. */
  readonly signal?: AbortSignal
  /** Called for queries that failed because of a fault of the server. */
  onTrouble?(error: Error): void
}

export type RunningLiteserver = {
  readonly host: string
  readonly port: number
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  readonly zeroState: BlockIdExt
  /** The block at which clients' trust starts: the zero state, which every archive has. */
  readonly initBlock: BlockIdExt
  readonly head: BlockIdExt
  /** Resolves when the server has ended: with an error if that was not requested. Never rejects. */
  readonly stopped: Promise<LiteserverStoppedError | undefined>
  /** Lets running queries finish for a moment; resolves when the thread has ended. */
  close(): Promise<void>
}

/** The error of a liteserver whose thread could not start, or ended without a request to close. */
export class LiteserverStoppedError extends TypedError {
  constructor(reason: string, options?: TypedErrorOptions) {
    super('liteserver-stopped', `the embedded liteserver stopped: ${reason}`, options)
  }
}

/** Time limit for opening the archive, ms. */
const START_MS = 120_000
/** Time limit for closing, ms; then the thread is terminated. */
const CLOSE_MS = 5_000

const ERRORS = { ArchiveError }

/**
 * Serves an archive over ADNL from a worker thread. Rejects with ArchiveError if the archive is missing or damaged, with
 * the system's error (`code` EADDRINUSE, …) if the port cannot be used, with the signal's reason, or with
 * LiteserverStoppedError.
 */
export async function startArchiveLiteserver(options: StartOptions): Promise<RunningLiteserver> {
  const { source, host = '127.0.0.1', port = 0, signal, onTrouble } = options
  signal?.throwIfAborted()
  const thread = startWorkerThread<ArchiveContract>({
    name: 'liteserver',
    url: workerUrl(import.meta.url, 'archiveWorker'),
    options: { dir: source.dir, host, port, privateKeySeed: options.privateKeySeed ?? randomBytes(32) },
    errors: ERRORS,
    failure: stoppedErrorOf,
    startMs: START_MS,
    signal,
    keepsAlive: true,
    on: { trouble: (error) => onTrouble?.(decodeError(error, ERRORS)) },
  })
  try {
    const ready = await thread.ready
    const close = async () => {
      await thread.close(CLOSE_MS).catch((error: Error) => onTrouble?.(error))
    }
    const stopped = thread.ended.then(({ reason, cause, isExpected }) =>
      isExpected ? undefined : new LiteserverStoppedError(reason, { cause }),
    )
    signal?.addEventListener('abort', close, { once: true })
    void stopped.finally(() => signal?.removeEventListener('abort', close))
    return { host, ...ready, initBlock: ready.zeroState, stopped, close }
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

function stoppedErrorOf(failure: CallFailure): LiteserverStoppedError {
  if (failure.kind !== 'ended') return new LiteserverStoppedError(failure.kind)
  return new LiteserverStoppedError(failure.reason, { cause: failure.cause })
}
