import type { NetworkSession } from '../liteserver/network/verifiedSession.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'

export type ChainVerdict =
  /** The newest indexed block that the network can have is the network's. */
  | 'same'
  /** It is another. */
  | 'other'
  /** The index has blocks beyond the network's newest. */
  | 'shorter'

/** Compares what is indexed with the network's chain, by the newest block that both can have. */
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

export function otherChainError(): StoreError {
  return new StoreError(
    'other-chain',
    "the index is of another chain than the network's: move its folder away, or serve the network that it belongs to",
  )
}
