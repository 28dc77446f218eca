import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { requireReferenceBlock } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, PLAIN_ERROR } from './liteErrors.ts'
import { proveStateRoot, readMcState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

const MAX_ENTRIES = 1000

/** The mode bit to start after `start_after` (with bit 1: at it). */
const START_AFTER = 1
const KNOWN_MODE_BITS = 7

/**
 * Answers `liteServer.getValidatorStats`: a proof over a page of `block_create_stats`, by creators' public
 * keys. The all-zero key has the totals.
 */
export async function getValidatorStats(
  context: LiteContext,
  { id, mode, limit, startAfter }: TlRequest<LiteApi['getValidatorStats']>,
): Promise<TlResponse<LiteApi['getValidatorStats']>> {
  if (limit <= 0) throw liteError('requested entry count limit must be positive')
  if (mode & ~KNOWN_MODE_BITS) throw liteError('unknown flags set in mode')
  const block = requireReferenceBlock(context, id)
  const stateRoot = await context.store.state(block)
  const recorder = new ProofRecorder()
  const { mcDetails } = readMcState(recorder, stateRoot)
  const stats = mcDetails.blockCreateStats
  // The reference server supports only the plain form.
  if (stats?.kind !== 'plain') throw liteError('cannot extract block create stats from mc state', PLAIN_ERROR)
  const keys = stats.counters
    .watched(recorder.record)
    .keys({ from: startAfter ?? Buffer.alloc(32), after: (mode & 3) === START_AFTER })
  let count = 0
  let complete = false
  for (const most = Math.min(limit, MAX_ENTRIES); count < most && !complete; ) {
    if (keys.next().done) complete = true
    else count++
  }
  return {
    mode,
    id,
    count,
    complete,
    stateProof: serializeBoc(proveStateRoot(context, block, stateRoot)),
    dataProof: serializeBoc(recorder.proveState(stateRoot)),
  }
}
