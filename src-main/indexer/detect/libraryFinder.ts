import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { LibraryCache } from '../../tvm/libraryCache.ts'
import type { RunEnvironment } from './contract.ts'
import { indexedCell } from './contractStates.ts'
import type { HostCalls } from './detectMessages.ts'
import { LibraryUnavailableError } from './detector.ts'

/**
 * Creates the lookup of public libraries by hash. Without a network, cells of the index are taken for public.
 * @param ask asks the network; resolves to undefined if it cannot answer
 */
export function createLibraryFinder(
  reader: Reader,
  ask: (hashes: readonly string[]) => Promise<HostCalls['libraries']['result']>,
): RunEnvironment['findLibraries'] {
  const libraries = new LibraryCache()
  return async (hashes) => {
    const found = new Map<string, Cell>()
    const unknown: string[] = []
    for (const hash of hashes) {
      const known = libraries.get(hash)
      if (!known) unknown.push(hash)
      else if (known.cell) found.set(hash, known.cell)
    }
    if (unknown.length === 0) return found
    const answer = await ask(unknown)
    const answered = new Map(answer?.map(({ hash, boc }) => [hash, parseBocRoot(boc)]))
    for (const hash of unknown) {
      const cell = answer ? answered.get(hash) : indexedCell(reader, Buffer.from(hash, 'hex'))
      if (!answer && !cell) throw new LibraryUnavailableError()
      libraries.set(hash, cell)
      if (cell) found.set(hash, cell)
    }
    return found
  }
}
