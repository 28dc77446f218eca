import type { IndexNetwork } from '../indexer/fetch/retryingClient.ts'
import { proveImported, unprovedBlocks } from '../indexer/transfer/importedIndex.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'

/** The proof that the blocks of an imported index are the network's. */
export type ImportProof = {
  /** Rejects with StoreError (`other-chain`) if they are not. */
  attempt(signal: AbortSignal): Promise<void>
  /** Returns a sentence while no liteserver has confirmed the blocks. */
  problem(): string | undefined
}

/** Creates the proof of an index; undefined if all of its blocks were proved when they were stored. */
export function createImportProof(
  folder: string,
  store: IndexStore,
  network: IndexNetwork,
): ImportProof | undefined {
  let isProved = unprovedBlocks(folder).length === 0
  if (isProved) return undefined
  return {
    async attempt(signal) {
      if (isProved) return
      const verdict = await proveImported(folder, store, network, signal)
      isProved = verdict === 'same'
      if (verdict !== 'other') return
      throw new StoreError(
        'other-chain',
        `the imported blocks in ${folder} are not those of the network: they are not served`,
        { hint: 'delete the folder, or import another file with --replace' },
      )
    },
    problem: () =>
      isProved
        ? undefined
        : 'no liteserver has confirmed the blocks of the imported index yet: they are unproved',
  }
}
