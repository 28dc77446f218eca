import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { ArchiveError } from '../../chain/archive/archiveError.ts'
import type { ArchiveStore } from '../../chain/archive/archiveStore.ts'
import { openArchive } from '../../chain/archive/openArchive.ts'
import { serveAdnl } from '../adnl/server.ts'
import { topShardBlocks } from './blockAccess.ts'
import { liteserver } from './liteserver.ts'
import type { PlainError, WorkerCommand, WorkerOptions, WorkerReport } from './workerMessages.ts'

/** The entry of a worker thread that serves one archive: see startArchiveLiteserver. */
async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const report = (message: WorkerReport) => port.postMessage(message)
  const trouble = (error: unknown) => report({ kind: 'trouble', error: plainError(error) })
  const options = workerData as WorkerOptions
  const store = openArchive(options.dir)
  const server = await serveAdnl({
    host: options.host,
    port: options.port,
    privateKeySeed: options.privateKeySeed,
    onQuery: liteserver({ store, now: () => Math.floor(Date.now() / 1000) }),
    onError: trouble,
  })
  port.on('message', (command: WorkerCommand) => {
    if (command.kind !== 'close') return
    server.close().then(() => {
      store.close()
      // Ends the thread now: states that it may still be rolling ahead are of no use to anyone.
      process.exit(0)
    }, trouble)
  })
  const { zeroState } = store
  report({ kind: 'ready', port: server.port, publicKey: server.publicKey, zeroState, head: store.head() })
  await warm(store)
}

/** Rolls the newest states ahead of the first question about them. */
async function warm(store: ArchiveStore): Promise<void> {
  for (const id of [store.head(), ...topShardBlocks({ store })]) {
    const block = store.find(id)
    if (block) await store.state(block)
  }
}

function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const archive = error instanceof ArchiveError ? { file: error.file, reason: error.reason } : undefined
  return { name, message, code: (error as NodeJS.ErrnoException).code, archive, stack }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  main(port).catch((error) => {
    port.postMessage({ kind: 'failed', error: plainError(error) } satisfies WorkerReport)
    port.close()
  })
}
