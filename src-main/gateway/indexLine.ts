import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { ApiError } from '#shared/apiError.ts'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { V2Api } from '../api/v2/api.ts'
import { createV3Api, type V3Api, type V3Index } from '../api/v3/api.ts'
import { createPendingHandlers } from '../api/v3/pending/handlers.ts'
import type { PendingTraces } from '../api/v3/pending/pendingTraces.ts'
import { createReadPool } from '../api/v3/readPool.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { IndexControl } from '../http/indexRoutes.ts'
import { compareChains } from '../index/chainCheck.ts'
import { createIndexer } from '../index/createIndexer.ts'
import type { Indexer } from '../index/indexer.ts'
import { archiveSession } from '../index/offline/archiveSession.ts'
import { startOfflineThread } from '../index/offline/offlineThread.ts'
import type { Archive } from '../index/offline/withArchive.ts'
import type { ParsePool } from '../index/parse/parsePool.ts'
import type { FollowWish } from '../index/settings.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import type { OpenLiteNetwork } from '../liteserver/network/openLiteNetwork.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'
import { openIndexStore } from '../store/openIndexStore.ts'

/** The index of one chain, or why there is none. The gateway runs without it. */
export type IndexLine = {
  readonly indexer: Indexer | undefined
  /** Why it can't be used, in a sentence for the user; undefined while it can. */
  readonly fault: string | undefined
  status(): IndexStatus
  readonly v3: V3Api
  /** What is answered without a network. */
  readonly archive: Archive | undefined
  close(): Promise<void>
}

export type IndexLineOptions = {
  /** Of this network's index. */
  readonly folder: string
  readonly parser: ParsePool
  readonly wish: FollowWish
  /** The chain is our own and may be replaced: so is the index then. */
  readonly embedded: boolean
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /** After every commit. */
  readonly onWritten: () => void
  readonly log: Logger
}

/** The line to a chain, as far as its index needs it. */
export type ChainLine = {
  readonly config: GlobalConfig
  readonly network: OpenLiteNetwork
  readonly v2: V2Api
  readonly pending: PendingTraces
}

/** How long an embedded network has to show its chain. */
const CHECK_MS = 15_000

/** Opens the index of a chain. Never rejects: what is wrong is `fault`. */
export async function openIndexLine(
  { config, network, v2, pending }: ChainLine,
  options: IndexLineOptions,
): Promise<IndexLine> {
  const { folder, parser, wish, embedded, log, testOnly, onWritten } = options
  const { zeroState } = config
  const place = { dir: folder, zeroState: zeroState.rootHash }
  /** For reading alone where it can't be written. */
  const open = (): Promise<IndexStore> =>
    openIndexStore(place).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'read-only') {
        return openIndexStore({ ...place, readOnly: true })
      }
      throw error
    })

  /** Of a chain that is no more nothing is kept. */
  async function openAnew(why: string): Promise<IndexStore> {
    log.warn({ folder }, `the index is made anew: ${why}`)
    await rm(folder, { recursive: true, force: true })
    return open()
  }

  async function openOfThisChain(): Promise<IndexStore> {
    if (!embedded) return open()
    const store = await open().catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'other-chain')
        return openAnew('it is of another chain')
      throw error
    })
    const verdict = await compareChains(store, network.session({ signal: AbortSignal.timeout(CHECK_MS) }))
    if (verdict === 'same') return store
    if (store.isReadOnly) {
      await store.close()
      throw new StoreError('other-chain', 'the index is of another chain, and its folder cannot be written')
    }
    await store.close()
    return openAnew('the chain was replaced')
  }

  let store: IndexStore | undefined
  try {
    store = await openOfThisChain()
    const indexer = await createIndexer({ network, zeroState, store, parser, wish })
    indexer.onWritten((written) => {
      pending.hear(written)
      onWritten()
    })
    return lineOf(indexer, {
      zeroState,
      v2,
      testOnly,
      pending,
      head: () => network.bestSeqno(),
      isHeadOld: () => network.stats().alive === 0,
    })
  } catch (error) {
    log.error({ err: error, folder }, 'the index cannot be used')
    await store?.close()
    return noIndex(error instanceof Error ? error.message : String(error), { v2, testOnly })
  }
}

type ReadOptions = { readonly v2: V2Api; readonly testOnly: boolean }

function lineOf(
  indexer: Indexer,
  {
    zeroState,
    v2,
    testOnly,
    pending,
    ...newest
  }: ReadOptions &
    Pick<V3Index, 'head' | 'isHeadOld'> & { readonly zeroState: BlockIdExt; readonly pending: PendingTraces },
): IndexLine {
  const { store, readThrough } = indexer
  const { file } = store
  const reader = createReadPool({ file })
  const offline = startOfflineThread({ file, archiveDir: archiveFolder(dirname(file)), zeroState })
  const coverage = () => store.coverage()
  const index = { reader, readThrough: store.isReadOnly ? undefined : readThrough, coverage, ...newest }
  return {
    indexer,
    fault: undefined,
    status: () => indexer.status(),
    v3: createV3Api({ index, v2, testOnly, handlers: createPendingHandlers(pending) }),
    archive: {
      session: (signal) => archiveSession(offline, zeroState, signal),
      newestSeqno: () => coverage().at(-1)?.last,
    },
    async close() {
      await Promise.all([reader.close(), offline.close()])
      await indexer.close()
    },
  }
}

/** What stands in for an index that can't be used, now or at all. */
export function noIndex(fault: string, { v2, testOnly }: ReadOptions): IndexLine {
  return {
    indexer: undefined,
    fault,
    status: () => statusWithout(fault),
    v3: createV3Api({ index: { unavailable: fault }, v2, testOnly }),
    archive: undefined,
    close: async () => {},
  }
}

function statusWithout(fault: string): IndexStatus {
  return {
    mode: 'off',
    state: 'stopped',
    detail: fault,
    coverage: [],
    behind: null,
    rate: { blocks: 0, transactions: 0 },
    disk: { index_bytes: 0, archive_bytes: 0, limit_bytes: null, free_bytes: null },
    jobs: [],
  }
}

/** What is asked of the index over HTTP, whichever chain's it is now. */
export function indexControl(index: () => IndexLine): IndexControl {
  return {
    status: () => index().status(),
    command(name, values) {
      const { indexer, fault } = index()
      if (!indexer) return Promise.reject(new ApiError(503, fault ?? 'there is no index'))
      return indexer.command(name, values as never)
    },
  }
}
