import type { NetworkSession } from '../liteserver/network/verifiedSession.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'

/** The result of comparing the index with the network's chain. */
export type ChainVerdict =
  /** The newest block that both can have is the same. */
  | 'same'
  /** The newest block that both can have differs. */
  | 'other'
  /** The blocks are the same, but the index has newer ones than the network. */
  | 'shorter'

/**
 * Compares the index with the network's chain by the newest block that both can have. Rejects as sessions do and with
 * StoreError.
 */
export async function compareChains(store: IndexStore, session: NetworkSession): Promise<ChainVerdict> {
  const covered = store.coverage()
  const newest = covered.at(-1)?.last
  if (newest === undefined) return 'same'
  const head = await session.last()
  const seqno = covered.findLast(({ first }) => first <= head.seqno)
  if (!seqno) return 'shorter'
  const common = Math.min(seqno.last, head.seqno)
  const [known, found] = await Promise.all([store.masterchainBlock(common), session.masterchainBlock(common)])
  if (known && !known.rootHash.equals(found.rootHash)) return 'other'
  return newest > head.seqno ? 'shorter' : 'same'
}

/** The result of comparing an indexed block with the network's; `unknown`: no liteserver answers now. */
export type ProofVerdict = 'same' | 'other' | 'unknown'

/** Compares an indexed masterchain block with the network's, which is proved. Rejects with StoreError. */
export async function compareBlock(
  seqno: number,
  store: Pick<IndexStore, 'masterchainBlock'>,
  session: NetworkSession,
): Promise<ProofVerdict> {
  const known = await store.masterchainBlock(seqno)
  try {
    const head = await session.last()
    if (head.seqno < seqno) return 'unknown'
    const found = await session.masterchainBlock(seqno)
    const isSame = known?.rootHash.equals(found.rootHash) && known.fileHash.equals(found.fileHash)
    return isSame ? 'same' : 'other'
  } catch (error) {
    if (error instanceof StoreError) throw error
    return 'unknown'
  }
}

/** Creates the error of an index that belongs to another chain. */
export function otherChainError(): StoreError {
  return new StoreError(
    'other-chain',
    "the index is of another chain than the network's: move its folder away, or serve the network that it belongs to",
  )
}
