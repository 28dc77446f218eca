import type { ArchiveStore } from '../chain/archive/archiveStore.ts'
import { openArchive } from '../chain/archive/openArchive.ts'
import { serveAdnl } from '../liteserver/adnl/server.ts'
import { topShardBlocks } from '../liteserver/server/blockAccess.ts'
import { liteserver } from '../liteserver/server/liteserver.ts'
import { encodeError } from '../platform/rpc/errorTransfer.ts'
import { serveThread } from '../platform/rpc/serveThread.ts'
import { createTvmPool } from '../tvm/tvmPool.ts'
import type { ArchiveContract } from './archiveWorkerMessages.ts'
import { createMethodRunner, METHOD_POOL } from './methodRunner.ts'

/** The entry of a worker thread that serves one archive: see startArchiveLiteserver. */
serveThread<ArchiveContract>(async ({ options: { dir, ...listening }, notify }) => {
  const trouble = (error: unknown) => notify('trouble', encodeError(error))
  const store = openArchive(dir)
  const pool = createTvmPool(METHOD_POOL)
  const server = await serveAdnl({
    ...listening,
    onQuery: liteserver({
      store,
      now: () => Math.floor(Date.now() / 1000),
      methods: createMethodRunner(pool),
    }),
    onError: trouble,
  })
  // After the thread has reported that it is ready.
  setImmediate(() => void warm(store).catch(trouble))
  return {
    ready: { port: server.port, publicKey: server.publicKey, zeroState: store.zeroState, head: store.head() },
    methods: {},
    async close() {
      await server.close()
      await pool.close()
      store.close()
    },
  }
})

/** Rolls the newest states ahead of the first question about them. */
async function warm(store: ArchiveStore): Promise<void> {
  for (const id of [store.head(), ...topShardBlocks({ store })]) {
    const block = store.find(id)
    if (block) await store.state(block)
  }
}
