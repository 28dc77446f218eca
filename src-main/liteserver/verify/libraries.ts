import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { openShardStateDetails } from '../../chain/state/shardState.ts'
import type { LibraryResultWithProof } from '../tl/config.ts'
import { expectAnswerTo } from './header.ts'
import { expect, proving, whole } from './proving.ts'
import { provedStateOf } from './state.ts'

const CHECK = 'libraries'

/**
 * A public library: its cell's hash and its BoC as serialized by the reference liteserver (no CRC, no index).
 */
export type ProvedLibrary = { readonly hash: Buffer; readonly data: Buffer }

/**
 * Verifies liteServer.getLibrariesWithProof at a trusted masterchain block and returns the requested
 * libraries, in the requested order, without those that are provably not published.
 * @throws ProofError
 */
export function verifyLibraries(
  request: { readonly id: BlockIdExt; readonly libraryList: readonly Buffer[] },
  answer: LibraryResultWithProof,
): readonly ProvedLibrary[] {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const state = provedStateOf(request.id, answer.stateProof, answer.dataProof)
    const { libraries } = openShardStateDetails(state.details)
    const delivered = new Map(answer.result.map(({ hash, data }) => [hash.toString('hex'), data]))
    const proved = request.libraryList.flatMap((hash): ProvedLibrary[] => {
      const data = delivered.get(hash.toString('hex'))
      const published = libraries.get(hash)
      if (!published) {
        expect(data === undefined, CHECK, 'one that is not published')
        return []
      }
      expect(published.lib.hash(0).equals(hash), CHECK, 'an entry under the hash of another')
      expect(data !== undefined, CHECK, 'a published one is missing')
      const library = whole(parseBocRoot(data), CHECK)
      expect(library.hash().equals(hash), CHECK, 'the data of another')
      return [{ hash, data: serializeBoc(library) }]
    })
    expect(
      answer.result.length === new Set(proved.map(({ hash }) => hash.toString('hex'))).size,
      CHECK,
      'more than requested',
    )
    return proved
  })
}
