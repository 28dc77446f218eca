import type { IndexStore } from './indexStore.ts'
import { databaseFile } from './openDatabase.ts'
import { WriterClient } from './writerClient.ts'

/** Options of openIndexStore. */
export type IndexStoreOptions = {
  /** The index's folder; it is created if it is missing. */
  readonly dir: string
  /** Root hash of the network's zero state: an index belongs to one chain. */
  readonly zeroState: Buffer
  /** If true, nothing is written, not even a lock: for an index that another process owns. */
  readonly readOnly?: boolean
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
  const writer = await WriterClient.start({ dir, chain: zeroState.toString('hex'), isReadOnly: readOnly })
  const call: WriterClient['call'] = (name, params, options) => writer.call(name, params, options)
  return {
    file: databaseFile(dir),
    isReadOnly: readOnly,
    coverage: () => writer.coverage,
    masterchainBlock: (seqno) => call('masterchainBlock', seqno),
    transactionRef: (hash) => call('transactionRef', hash),
    accountHistory: (account) => call('accountHistory', account),
    historySize: (account) => call('historySize', account),
    writeBlocks: (facts, onWritten) =>
      call('writeBlocks', facts, {
        transfer: facts.map(memoryOf),
        onProgress(written) {
          writer.noteWritten(written)
          onWritten?.(written)
        },
      }),
    async writeHistory(facts) {
      const written = await call('writeHistory', facts, { transfer: [memoryOf(facts)] })
      writer.noteWritten(written)
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
    watchedAccounts: () => call('watchedAccounts', undefined),
    saveWatched: (row) => call('saveWatched', row),
    removeWatched: (account) => call('removeWatched', account),
    unreadParts: (account, limit) => call('unreadParts', [account, limit]),
    ownedContracts: (owner, limit) => call('ownedContracts', [owner, limit]),
    setting: (key) => call('setting', key),
    saveSetting: (key, value) => call('saveSetting', [key, value]),
    metadataContents: (urls) => call('metadataContents', urls),
    hasMetadataImage: (url) => call('hasMetadataImage', url),
    saveMetadataContents: (contents) => call('saveMetadataContents', contents),
    sizes: () => call('sizes', undefined),
    integrity: () => writer.integrity,
    checkArchived: (id) => call('checkArchived', id),
    lostFiles: (limit) => call('lostFiles', limit),
    restoreBlock: (block) => call('restoreBlock', block),
    checkFiles: () => call('checkFiles', undefined),
    checkDatabase: () => call('checkDatabase', undefined),
    damaged: writer.damaged,
    close: () => writer.close(),
  }
}

function memoryOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer as ArrayBuffer
}
