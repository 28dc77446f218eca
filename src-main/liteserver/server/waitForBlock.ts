import type { ChainStore } from '../../chain/archive/chainStore.ts'
import type { LiteWait } from '../tl/liteQuery.ts'
import { liteError, NOT_READY, TIMEOUT } from './liteErrors.ts'

const MAX_WAIT_MS = 10_000

/** The distance from the head above which a wait is refused. */
const MAX_AHEAD = 100

/** Executes `liteServer.waitMasterchainSeqno`: waits until the head has reached that seqno, or refuses. */
export async function waitForBlock(
  store: ChainStore,
  { seqno, timeoutMs }: LiteWait,
  signal?: AbortSignal,
): Promise<void> {
  const wanted = seqno >>> 0
  const last = store.head().seqno
  if (wanted <= last) return
  if (timeoutMs <= 0) throw liteError('timeout', TIMEOUT)
  if (wanted > last + MAX_AHEAD) throw liteError('too big masterchain block seqno', NOT_READY)
  const deadline = AbortSignal.timeout(Math.min(timeoutMs, MAX_WAIT_MS))
  try {
    await store.waitForMasterchain(wanted, signal ? AbortSignal.any([deadline, signal]) : deadline)
  } catch (error) {
    if (deadline.aborted) throw liteError('timeout', TIMEOUT)
    throw error
  }
}
