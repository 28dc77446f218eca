import type { ParamsOf, ProgressOf, ResultOf } from '../platform/rpc/contract.ts'
import type { CallFailure, CallOptions } from '../platform/rpc/rpcCaller.ts'
import { startWorkerThread, type WorkerThread } from '../platform/rpc/workerThread.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import { type SeqnoRange, StoreError, type Written } from './indexStore.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import type { WriterContract, WriterOptions } from './writerMessages.ts'

type Methods = WriterContract['methods']

/** Time limit for opening the database, migrations included, ms. */
const START_MS = 120_000
/** Time limit for one call, with the calls queued before it, ms. */
const CALL_MS = 120_000
const CLOSE_MS = 20_000
/** Maximum number of calls under way. Callers wait for each write anyway. */
const MAX_PENDING = 64

/** A client of the thread that has the index's database open. Its calls reject with StoreError. */
export class WriterClient {
  readonly #thread: WorkerThread<WriterContract>
  readonly #damaged = Promise.withResolvers<DamageReport>()
  #integrity: IntegrityStatus | undefined
  #coverage: readonly SeqnoRange[] = []
  #closing: Promise<void> | undefined

  private constructor(options: WriterOptions) {
    this.#thread = startWorkerThread<WriterContract>({
      name: 'index writer',
      url: workerUrl(import.meta.url, 'writerWorker'),
      options,
      errors: { StoreError },
      failure: storeErrorOf,
      startMs: START_MS,
      maxPending: MAX_PENDING,
      on: {
        covered: (coverage) => {
          this.#coverage = coverage
        },
        integrity: (status) => {
          this.#integrity = status
        },
        damaged: this.#damaged.resolve,
      },
    })
  }

  /** Starts the thread, and resolves when the database is open. */
  static async start(options: WriterOptions): Promise<WriterClient> {
    const started = new WriterClient(options)
    started.#coverage = await started.#thread.ready
    return started
  }

  /** Resolves when damage is found. */
  get damaged(): Promise<DamageReport> {
    return this.#damaged.promise
  }

  /** Returns the latest report of the background check, if there was one. */
  get integrity(): IntegrityStatus | undefined {
    return this.#integrity
  }

  /** The covered masterchain seqnos. */
  get coverage(): readonly SeqnoRange[] {
    return this.#coverage
  }

  async call<Call extends keyof Methods>(
    name: Call,
    params: ParamsOf<Methods[Call]>,
    options: CallOptions<ProgressOf<Methods[Call]>> = {},
  ): Promise<ResultOf<Methods[Call]>> {
    try {
      return await this.#thread.call(name, params, { timeoutMs: CALL_MS, ...options })
    } catch (error) {
      this.#noteDamage(error)
      throw error
    }
  }

  /** Takes over the coverage of a commit. */
  noteWritten({ coverage }: Pick<Written, 'coverage'>): void {
    this.#coverage = coverage
  }

  /** Closes the database; safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    try {
      const end = await this.#thread.close(CLOSE_MS)
      if (end === 'terminated')
        throw new StoreError('failed', `the index did not close within ${CLOSE_MS} ms`)
    } catch (error) {
      this.#noteDamage(error)
      throw error
    }
  }

  /** Reports damage that SQLite detects and no checksum shows. */
  #noteDamage(error: unknown): void {
    if (!(error instanceof StoreError)) return
    const { code, message } = error
    if (code === 'corrupt' || code === 'damaged-log')
      this.#damaged.resolve({ message, needsRebuild: code === 'corrupt' })
  }
}

function storeErrorOf(failure: CallFailure): StoreError {
  switch (failure.kind) {
    case 'ended': {
      const { cause, reason, isExpected } = failure
      if (cause instanceof StoreError) return cause
      if (isExpected) return new StoreError('closed', 'the index is closed')
      return new StoreError('failed', `the thread that writes the index failed: ${reason}`, { cause })
    }
    case 'late':
      return new StoreError('failed', `the index did not answer within ${failure.timeoutMs} ms`)
    case 'busy':
      return new StoreError('failed', `${failure.pending} calls already wait for the index`)
  }
}
