import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { messageOf } from '#shared/messageOf.ts'
import { MASTERCHAIN } from '../chain/blockId.ts'
import { compareChains } from '../indexer/chainCheck.ts'
import { createIndexer } from '../indexer/createIndexer.ts'
import { NEVER_MS, type StopReason, stopReasonOf } from '../indexer/stopReason.ts'
import { removeUnfinishedSnapshots } from '../indexer/transfer/unfinishedSnapshots.ts'
import type { OpenLiteNetwork } from '../liteserver/network/openLiteNetwork.ts'
import { keptFiles } from '../store/archive/keptFiles.ts'
import { archiveFolder, hasBlocks } from '../store/archive/segments.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'
import { databaseFile } from '../store/openDatabase.ts'
import { openIndexStore } from '../store/openIndexStore.ts'
import { createImportProof, type ImportProof } from './importProof.ts'
import {
  type ChainHandle,
  createIndexRuntime,
  type IndexReload,
  type IndexRuntime,
  type IndexRuntimeOptions,
  type IndexState,
  noIndex,
} from './indexRuntime.ts'
import { rebuildingIndex } from './rebuildingIndex.ts'

/** Deadline of the comparison with an embedded network's chain, ms. */
const CHECK_MS = 15_000

/**
 * Opens the index of a chain, read-only if it can't be written. Never rejects: failures are in `stopReason`. A damaged
 * index is rebuilt in the background.
 * @param before the runtime of the last attempt, which is returned if the index still can't be written
 * @param reload why an open index is opened again
 */
export async function openIndexRuntime(
  chain: ChainHandle,
  options: IndexRuntimeOptions,
  before?: IndexRuntime,
  reload: IndexReload = {},
): Promise<IndexRuntime> {
  const { log, folder, testOnly } = options
  const readOnlyReason = options.readOnlyReason?.()
  if (readOnlyReason !== undefined) {
    // The chain has lost blocks that the index has: the index is kept, and not compared with the chain.
    const stopReason = {
      reason: `the index is only read, as the devnet is: ${readOnlyReason}`,
      retryMs: NEVER_MS,
    }
    const toRead = existsSync(databaseFile(folder)) ? await openToRead(chain, options, stopReason) : undefined
    return toRead ?? noIndex(stopReason.reason, { v2: chain.v2, testOnly, stopReason })
  }
  try {
    const damage = await damageOf(chain, options, reload)
    if (damage !== undefined) return rebuildingIndex({ ...reload, damage }, chain, options)
    if (reload.refused !== undefined) throw new StoreError('other-chain', reload.refused)
    const store = await openToWrite(chain, options)
    const proof = await proveOpened(store, chain, options)
    options.onOpened?.()
    return await openIndexer(store, chain, options, { expected: reload.coverage, proof })
  } catch (error) {
    if (isDamage(error)) return rebuildingIndex({ ...reload, damage: messageOf(error) }, chain, options)
    const stopReason = stopReasonOf(error)
    if (stopReason.reason !== before?.stopReason?.reason)
      log.error({ err: error, folder }, 'the index cannot be written')
    if (before?.indexer) return before
    const toRead =
      isReadable(error) && existsSync(databaseFile(folder))
        ? await openToRead(chain, options, stopReason)
        : undefined
    return toRead ?? noIndex(stopReason.reason, { v2: chain.v2, testOnly, stopReason })
  }
}

/**
 * Returns why an index must be rebuilt before it is opened. One without a database and without blocks is new, and the
 * archive of an embedded chain that no longer exists is deleted.
 */
async function damageOf(
  { config }: ChainHandle,
  { folder, embedded, log }: IndexRuntimeOptions,
  { damage }: IndexReload,
): Promise<string | undefined> {
  const file = databaseFile(folder)
  const archive = archiveFolder(folder)
  if (existsSync(file)) return damage
  if (!hasBlocks(archive)) {
    if (damage !== undefined)
      log.warn({ folder }, `${damage}; the index begins again, without archived blocks`)
    return undefined
  }
  const zero = keptFiles(archive).find(({ id }) => id.workchain === MASTERCHAIN && id.seqno === 0)
  if (!embedded || !zero || zero.id.rootHash.equals(config.zeroState.rootHash))
    return damage ?? `${file} is missing`
  await rm(folder, { recursive: true, force: true })
  return undefined
}

/** Proves imported blocks before they are served, if a liteserver answers. Closes the store if they are forged. */
async function proveOpened(
  store: IndexStore,
  { network }: ChainHandle,
  { folder }: IndexRuntimeOptions,
): Promise<ImportProof | undefined> {
  try {
    const proof = createImportProof(folder, store, network)
    await proof?.attempt(AbortSignal.timeout(CHECK_MS))
    return proof
  } catch (error) {
    await store.close()
    throw error
  }
}

function isReadable(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'read-only' || error.code === 'disk-full')
}

function isDamage(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'corrupt'
}

/** Removes what killed exports have left beside their files. It costs disk space, and no more. */
function clearExports(folder: string, log: IndexRuntimeOptions['log']): void {
  try {
    if (existsSync(folder)) removeUnfinishedSnapshots(folder)
  } catch (error) {
    log.warn({ err: error, folder }, 'the unfinished snapshot of an export cannot be removed')
  }
}

async function openToWrite(
  { config, network }: ChainHandle,
  { folder, embedded, log }: IndexRuntimeOptions,
): Promise<IndexStore> {
  const open = () => openIndexStore({ dir: folder, zeroState: config.zeroState.rootHash })
  /** Deletes the index, because its chain no longer exists, and opens an empty one. */
  async function openAnew(why: string): Promise<IndexStore> {
    log.warn({ folder }, `the index is created again: ${why}`)
    await rm(folder, { recursive: true, force: true })
    return open()
  }
  clearExports(folder, log)
  if (!embedded) return open()
  const store = await open().catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'other-chain') return openAnew('it is of another chain')
    throw error
  })
  if (await isOfChain(store, network)) return store
  await store.close()
  return openAnew('the chain was replaced')
}

/** Returns undefined if there is no readable index of this chain. */
async function openToRead(
  chain: ChainHandle,
  options: IndexRuntimeOptions,
  stopReason: StopReason,
): Promise<IndexRuntime | undefined> {
  const { config, network } = chain
  const { folder, embedded, readOnlyReason, log } = options
  try {
    const store = await openIndexStore({ dir: folder, zeroState: config.zeroState.rootHash, readOnly: true })
    if (!embedded || readOnlyReason?.() !== undefined || (await isOfChain(store, network)))
      return await openIndexer(store, chain, options, { stopReason })
    await store.close()
  } catch (error) {
    log.error({ err: error, folder }, 'the index cannot be read')
    if (isDamage(error)) {
      const fault = `${messageOf(error)}; it cannot be rebuilt, because it can only be read`
      return noIndex(fault, {
        v2: chain.v2,
        testOnly: options.testOnly,
        stopReason: { ...stopReason, reason: fault },
      })
    }
  }
  return undefined
}

/** Closes the store if the chains cannot be compared. */
async function isOfChain(store: IndexStore, network: OpenLiteNetwork): Promise<boolean> {
  try {
    const session = network.session({ signal: AbortSignal.timeout(CHECK_MS) })
    return (await compareChains(store, session)) === 'same'
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Creates the indexer of an open store; closes the store if that fails. */
async function openIndexer(
  store: IndexStore,
  { config: { zeroState }, network, v2, pending }: ChainHandle,
  { parser, preference, testOnly, onWritten, tokens, hints, log }: IndexRuntimeOptions,
  state: Pick<IndexState, 'stopReason' | 'expected' | 'proof'>,
): Promise<IndexRuntime> {
  try {
    const indexer = await createIndexer({ network, zeroState, store, parser, preference, hints, log })
    indexer.onWritten((written) => {
      pending.removeIndexed(written)
      onWritten(written)
    })
    return createIndexRuntime(indexer, {
      zeroState,
      v2,
      testOnly,
      tokens,
      ...state,
      pending,
      isHeadOld: () => network.stats().alive === 0,
    })
  } catch (error) {
    await store.close()
    throw error
  }
}
