import { startThread } from '../platform/startThread.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import { type IndexStore, type JobRow, type SeqnoRange, StoreError, type Written } from './indexStore.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import { databaseFile } from './openDatabase.ts'
import type {
  Gives,
  Takes,
  WriterCall,
  WriterOptions,
  WriterReport,
  WriterRequest,
} from './writerMessages.ts'

export type IndexStoreOptions = {
  /** The index's folder; it is made if need be. */
  readonly dir: string
  /** Root hash of the network's zero state: an index belongs to one chain. */
  readonly zeroState: Buffer
  /** Nothing is written, not even a lock: for an index of somebody else. */
  readonly readOnly?: boolean
}

/** How long the thread may take to open the database, a migration included, ms. */
const START_MS = 120_000
/** How long one call may take, those before it included, ms. */
const CALL_MS = 120_000
const CLOSE_MS = 20_000
/** Calls under way at most; whoever writes waits for what is written anyway. */
const MAX_PENDING = 64

type Pending = {
  readonly resolve: (gives: unknown) => void
  readonly reject: (error: StoreError) => void
  readonly onWritten: ((written: Written) => void) | undefined
  readonly timer: NodeJS.Timeout
}

/**
 * Opens the index in a folder, in a thread of its own. Rejects with StoreError: locked (another Tonscope writes it),
 * read-only, newer-schema, other-chain, corrupt, disk-full.
 */
export async function openIndexStore({
  dir,
  zeroState,
  readOnly = false,
}: IndexStoreOptions): Promise<IndexStore> {
  const options: WriterOptions = { dir, chain: zeroState.toString('hex'), isReadOnly: readOnly }
  const worker = startThread('index writer', workerUrl(import.meta.url, 'writerWorker'), {
    workerData: options,
  })
  const pending = new Map<number, Pending>()
  const ready = Promise.withResolvers<readonly SeqnoRange[]>()
  const ended = Promise.withResolvers<void>()
  const damaged = Promise.withResolvers<DamageReport>()
  let integrity: IntegrityStatus | undefined
  let lastId = 0
  let end: StoreError | undefined
  let closing: Promise<void> | undefined

  const startTimer = setTimeout(() => stop(`did not open within ${START_MS} ms`), START_MS)
  function stop(reason: string): void {
    end ??= new StoreError('failed', `the thread that writes the index ${reason}`)
    void worker.terminate()
  }
  function take(id: number): Pending | undefined {
    const call = pending.get(id)
    pending.delete(id)
    clearTimeout(call?.timer)
    // An idle writer keeps no process alive.
    if (pending.size === 0) worker.unref()
    return call
  }

  worker.on('message', (report: WriterReport) => {
    switch (report.kind) {
      case 'ready':
        ready.resolve(report.coverage)
        break
      case 'refused':
        end = new StoreError(report.refusal.code, report.refusal.message)
        ready.reject(end)
        break
      case 'written': {
        const written = committed(report.written)
        pending.get(report.id)?.onWritten?.(written)
        break
      }
      case 'done':
        take(report.id)?.resolve(report.gives)
        break
      case 'failed': {
        const { code, message } = report.refusal
        take(report.id)?.reject(new StoreError(code, message))
        // SQLite finds damage that no checksum shows.
        if (code === 'corrupt' || code === 'damaged-log')
          damaged.resolve({ message, needsRebuild: code === 'corrupt' })
        break
      }
      case 'integrity':
        integrity = report.status
        break
      case 'damaged':
        damaged.resolve(report.damage)
    }
  })
  worker.on('error', (error: Error) => {
    end ??= new StoreError('failed', `the thread that writes the index failed: ${error.message}`, {
      cause: error,
    })
  })
  worker.on('exit', () => {
    clearTimeout(startTimer)
    end ??= closing
      ? new StoreError('closed', 'the index is closed')
      : new StoreError('failed', 'the thread that writes the index ended')
    ready.reject(end)
    for (const id of [...pending.keys()]) take(id)?.reject(end)
    ended.resolve()
  })

  function call<Call extends WriterCall>(
    name: Call,
    takes: Takes<Call>,
    transfer: readonly Uint8Array[] = [],
    onWritten?: (written: Written) => void,
  ): Promise<Gives<Call>> {
    if (end) return Promise.reject(end)
    if (closing && name !== 'close') return Promise.reject(new StoreError('closed', 'the index is closed'))
    if (pending.size >= MAX_PENDING && name !== 'close') {
      return Promise.reject(new StoreError('failed', `${MAX_PENDING} calls already wait for the index`))
    }
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const late = () => {
        take(id)?.reject(new StoreError('failed', `the index did not answer within ${CALL_MS} ms`))
      }
      pending.set(id, {
        resolve: resolve as (gives: unknown) => void,
        reject,
        onWritten,
        timer: setTimeout(late, CALL_MS),
      })
      worker.ref()
      const buffers = transfer.map(({ buffer }) => buffer as ArrayBuffer)
      worker.postMessage({ id, call: name, takes } satisfies WriterRequest, buffers)
    })
  }

  let covered = await ready.promise.finally(() => clearTimeout(startTimer))
  worker.unref()

  function committed(written: Written): Written {
    covered = written.coverage
    return { ...written, externals: written.externals.map((hash) => Buffer.from(hash)) }
  }

  async function close(): Promise<void> {
    const timer = setTimeout(() => stop(`did not close within ${CLOSE_MS} ms`), CLOSE_MS)
    try {
      await call('close', undefined)
    } finally {
      await ended.promise
      clearTimeout(timer)
    }
  }

  return {
    file: databaseFile(dir),
    isReadOnly: readOnly,
    coverage: () => covered,
    async masterchainBlock(seqno) {
      const found = await call('masterchainBlock', seqno)
      return found && { rootHash: Buffer.from(found.rootHash), fileHash: Buffer.from(found.fileHash) }
    },
    async transactionPlace(hash) {
      const found = await call('transactionPlace', hash)
      return found && { account: Buffer.from(found.account), lt: found.lt }
    },
    async accountHistory(account) {
      const found = await call('accountHistory', account)
      if (!found) return undefined
      const before = { lt: found.before.lt, hash: Buffer.from(found.before.hash) }
      return { ...found, account: Buffer.from(found.account), before }
    },
    writeBlocks: (facts, onWritten) => call('writeBlocks', facts, facts, onWritten),
    writeHistory: async (facts) => committed(await call('writeHistory', facts, [facts])),
    writeDetected: (batch) => call('writeDetected', batch),
    queueRechecks: (limit) => call('queueRechecks', limit),
    writeActions: (batch) => call('writeActions', batch),
    queueTraces: (limit) => call('queueTraces', limit),
    reclassify: (pass) => call('reclassify', pass),
    reclassification: () => call('reclassification', undefined),
    jobs: async () => (await call('jobs', undefined)).map(withBuffer),
    saveJob: async (job) => call('saveJob', job),
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
      closing ??= end ? Promise.resolve() : close()
      return closing
    },
  }
}

/** A Buffer arrives from another thread as the Uint8Array that it is. */
function withBuffer(job: JobRow): JobRow {
  return job.account ? { ...job, account: Buffer.from(job.account) } : job
}
