import { ByteCache } from '../../chain/archive/byteCache.ts'
import { answerLiteQuery } from './answer.ts'
import type { LiteContext } from './liteContext.ts'
import { ProofCache } from './proofCache.ts'

const DEFAULT_CACHE_BYTES = 16 << 20

/** Returns a liteserver over a chain, as the `onQuery` of `serveAdnl`. Caches answers that cannot change. */
export function liteserver(
  context: Pick<LiteContext, 'store' | 'now' | 'accept' | 'methods'>,
  { cacheBytes = DEFAULT_CACHE_BYTES }: { readonly cacheBytes?: number } = {},
): (query: Buffer, info: { readonly signal: AbortSignal }) => Promise<Buffer> {
  const answers = new ByteCache<Buffer>(cacheBytes)
  const proofs = new ProofCache()
  return (query, { signal }) => answerLiteQuery({ ...context, answers, proofs }, query, signal)
}
