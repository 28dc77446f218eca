import type { ParamsOf, ProgressOf, ResultOf } from '../platform/rpc/contract.ts'
import type { CallFailure, CallOptions } from '../platform/rpc/rpcCaller.ts'
import { startWorkerThread } from '../platform/rpc/workerThread.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import { type IndexStore, type SeqnoRange, StoreError } from './indexStore.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import { databaseFile } from './openDatabase.ts'
import type { WriterContract } from './writerMessages.ts'

type ThreadMethods = WriterContract['methods']
type WriterCall = keyof ThreadMethods

/** Options of openIndexStore. */
export type IndexStoreOptions = {
  /** The index's folder; it is created if it is missing. */
  readonly dir: string
  /** Root hash of the network's zero state: an index belongs to one chain. */
  readonly zeroState: Buffer
  /** If true, nothing is written, not even a lock: for an index that another process owns. */
  readonly readOnly?: boolean
}

/** Time limit for opening the database, migrations included, ms. */
const START_MS = 120_000
/** Time limit for one call, with the calls queued before it, ms. */
const CALL_MS = 120_000
const CLOSE_MS = 20_000
/** Maximum number of calls under way. Callers wait for each write anyway. */
const MAX_PENDING = 64

/**
 * Opens the index in a folder, in a thread of its own. Rejects with StoreError: locked (another Tonscope writes it),
 * read-only, newer-schema, other-chain, corrupt, disk-full.
 */
export async function openIndexStore({
  dir,
  zeroState,
  readOnly = false,
}: IndexStoreOptions): Promise<IndexStore> {
  const damaged = Promise.withResolvers<DamageReport>()
  let integrity: IntegrityStatus | undefined
  let covered: readonly SeqnoRange[] = []
  let closing: Promise<void> | undefined

  const thread = startWorkerThread<WriterContract>({
    name: 'index writer',
    url: workerUrl(import.meta.url, 'writerWorker'),
    options: { dir, chain: zeroState.toString('hex'), isReadOnly: readOnly },
    errors: { StoreError },
    failure: storeErrorOf,
    startMs: START_MS,
    maxPending: MAX_PENDING,
    on: {
      covered(coverage) {
        covered = coverage
      },
      integrity(status) {
        integrity = status
      },
      damaged: damaged.resolve,
    },
  })

  async function call<Call extends WriterCall>(
    name: Call,
    params: ParamsOf<ThreadMethods[Call]>,
    options: CallOptions<ProgressOf<ThreadMethods[Call]>> = {},
  ): Promise<ResultOf<ThreadMethods[Call]>> {
    try {
      return await thread.call(name, params, { timeoutMs: CALL_MS, ...options })
    } catch (error) {
      noteDamage(error)
      throw error
    }
  }

  /** Reports damage that SQLite detects and no checksum shows. */
  function noteDamage(error: unknown): void {
    if (!(error instanceof StoreError)) return
    const { code, message } = error
    if (code === 'corrupt' || code === 'damaged-log')
      damaged.resolve({ message, needsRebuild: code === 'corrupt' })
  }

  async function close(): Promise<void> {
    try {
      const end = await thread.close(CLOSE_MS)
      if (end === 'terminated')
        throw new StoreError('failed', `the index did not close within ${CLOSE_MS} ms`)
    } catch (error) {
      noteDamage(error)
      throw error
    }
  }

  covered = await thread.ready

  return {
    file: databaseFile(dir),
    isReadOnly: readOnly,
    coverage: () => covered,
    masterchainBlock: (seqno) => call('masterchainBlock', seqno),
    transactionRef: (hash) => call('transactionRef', hash),
    accountHistory: (account) => call('accountHistory', account),
    writeBlocks: (facts, onWritten) =>
      call('writeBlocks', facts, {
        transfer: facts.map(memoryOf),
        onProgress(written) {
          covered = written.coverage
          onWritten?.(written)
        },
      }),
    async writeHistory(facts) {
      const written = await call('writeHistory', facts, { transfer: [memoryOf(facts)] })
      covered = written.coverage
      return written
    },
    writeDetected: (batch) => call('writeDetected', batch),
    queueRechecks: (limit) => call('queueRechecks', limit),
    writeActions: (batch) => call('writeActions', batch),
    queueTraces: (limit) => call('queueTraces', limit),
    reclassify: (pass) => call('reclassify', pass),
    reclassification: () => call('reclassification', undefined),
    jobs: () => call('jobs', undefined),
    saveJob: (job) => call('saveJob', job),
    setting: (key) => call('setting', key),
    saveSetting: (key, value) => call('saveSetting', [key, value]),
    metadataContents: (urls) => call('metadataContents', urls),
    hasMetadataImage: (url) => call('hasMetadataImage', url),
    saveMetadataContents: (contents) => call('saveMetadataContents', contents),
    sizes: () => call('sizes', undefined),
    integrity: () => integrity,
    checkDatabase: () => call('checkDatabase', undefined),
    damaged: damaged.promise,
    close() {
      closing ??= close()
      return closing
    },
  }
}

function memoryOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer as ArrayBuffer
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
