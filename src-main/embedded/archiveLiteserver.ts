import { randomBytes } from 'node:crypto'
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

const ERRORS = { ArchiveError }

/**
 * Serves an archive over ADNL from a worker thread. Rejects with ArchiveError where the archive is none or
 * spoilt, with the system's error (`code` EADDRINUSE, …) where the port can't be had, with the signal's
 * reason, or with LiteserverStoppedError.
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
