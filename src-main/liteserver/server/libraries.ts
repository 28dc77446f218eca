import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { requireBlock, requireReferenceBlock } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { proveStateRoot, readState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

const MAX_LIBRARIES = 16

/** Mode bit 0 adds the first publishers to the proof, bit 1 omits the data from the answer. */
const WITH_PUBLISHERS = 1
const WITHOUT_DATA = 2
const MAX_PUBLISHERS = 16

/**
 * Answers `liteServer.getLibraries`: the requested libraries of the newest masterchain state, without unknown
 * ones.
 */
export async function getLibraries(
  context: LiteContext,
  { libraryList }: TlRequest<LiteApi['getLibraries']>,
): Promise<TlResponse<LiteApi['getLibraries']>> {
  const { store } = context
  const stateRoot = await store.state(requireBlock(context, store.head()))
  const { libraries } = readState(new ProofRecorder(), stateRoot).details
  const result = wantedLibraries(libraryList).flatMap((hash) => {
    const library = libraries.get(hash)?.lib
    return library?.hash().equals(hash) ? [{ hash, data: serializeBoc(library) }] : []
  })
  return { result }
}

/** Answers `liteServer.getLibrariesWithProof`. */
export async function getLibrariesWithProof(
  context: LiteContext,
  { id, mode, libraryList }: TlRequest<LiteApi['getLibrariesWithProof']>,
): Promise<TlResponse<LiteApi['getLibrariesWithProof']>> {
  const block = requireReferenceBlock(context, id)
  const stateRoot = await context.store.state(block)
  const recorder = new ProofRecorder()
  const { details } = readState(recorder, stateRoot)
  const libraries = details.libraries.watched(recorder.record)
  const result = wantedLibraries(libraryList).flatMap((hash) => {
    const descr = libraries.get(hash)
    if (!descr) return []
    if (mode & WITH_PUBLISHERS) {
      let left = MAX_PUBLISHERS
      for (const _ of descr.publishers.watched(recorder.record).keys()) if (--left === 0) break
    }
    if (!descr.lib.hash().equals(hash)) return []
    return [{ hash, data: mode & WITHOUT_DATA ? Buffer.alloc(0) : serializeBoc(descr.lib) }]
  })
  return {
    id,
    mode,
    result,
    stateProof: serializeBoc(proveStateRoot(context, block, stateRoot)),
    dataProof: serializeBoc(recorder.proveState(stateRoot)),
  }
}

/** Returns the first sixteen requested hashes, each once, ascending. */
function wantedLibraries(hashes: readonly Buffer[]): Buffer[] {
  const sorted = hashes.slice(0, MAX_LIBRARIES).sort(Buffer.compare)
  return sorted.filter((hash, index) => index === 0 || !hash.equals(sorted[index - 1] as Buffer))
}
