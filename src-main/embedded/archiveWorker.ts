import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { ArchiveError } from '../chain/archive/archiveError.ts'
import type { ArchiveStore } from '../chain/archive/archiveStore.ts'
import { openArchive } from '../chain/archive/openArchive.ts'
import { serveAdnl } from '../liteserver/adnl/server.ts'
import { topShardBlocks } from '../liteserver/server/blockAccess.ts'
import { liteserver } from '../liteserver/server/liteserver.ts'
import { limitThreadMemory } from '../platform/limitThreadMemory.ts'
import { createTvmPool } from '../tvm/tvmPool.ts'
import type { PlainError, WorkerCommand, WorkerOptions, WorkerReport } from './archiveWorkerMessages.ts'
import { createMethodRunner, METHOD_POOL } from './methodRunner.ts'

/** The entry of a worker thread that serves one archive: see startArchiveLiteserver. */
async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const report = (message: WorkerReport) => port.postMessage(message)
  const trouble = (error: unknown) => report({ kind: 'trouble', error: plainError(error) })
  const options = workerData as WorkerOptions
  const store = openArchive(options.dir)
  const pool = createTvmPool(METHOD_POOL)
  const server = await serveAdnl({
    host: options.host,
    port: options.port,
    privateKeySeed: options.privateKeySeed,
    onQuery: liteserver({
      store,
      now: () => Math.floor(Date.now() / 1000),
      methods: createMethodRunner(pool),
    }),
    onError: trouble,
  })
  const close = async () => {
    await server.close()
    await pool.close()
    store.close()
    // Ends the thread now: it may still be rolling states ahead, which no query needs any more.
    process.exit(0)
  }
  port.on('message', (command: WorkerCommand) => {
    if (command.kind !== 'close') return
    close().catch(trouble)
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
  limitThreadMemory()
  const port = parentPort
  main(port).catch((error) => {
    port.postMessage({ kind: 'failed', error: plainError(error) } satisfies WorkerReport)
    port.close()
  })
}
