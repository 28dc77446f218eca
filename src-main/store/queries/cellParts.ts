import { wholeBoc } from '../content.ts'
import { loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'
import { createRowCache } from './rowCache.ts'

/** Reads a part that stored cells share. Parts of it can be pruned in turn (see dedupedCells.ts). */
export function storedPart(reader: Reader, hash: Buffer): Buffer | undefined {
  const [row] = reader.all<{ boc: Buffer | null }>('SELECT boc FROM codes WHERE hash = ?', [hash])
  return row?.boc ?? undefined
}

const CODE_HASHES = createRowCache<Buffer>({ size: 1_024 })

/** Loads the hashes of contracts' codes by their numbers; NULL and 0 have none. */
export function loadCodeHashes(
  reader: Reader,
  ids: Iterable<bigint | null>,
): ReadonlyMap<bigint | null, Buffer> {
  const wanted = [...ids].filter((id) => id !== null && id !== 0n) as bigint[]
  const select = 'SELECT id, hash FROM codes'
  return CODE_HASHES.load(reader, wanted, (others) =>
    loadByIds<{ id: bigint; hash: Buffer }>(reader, select, 'id', others).map(({ id, hash }) => [id, hash]),
  )
}

/** Returns a contract's code as a BOC; undefined if only its hash is known. */
export function loadCode(reader: Reader, hash: Buffer): Buffer | undefined {
  const stored = storedPart(reader, hash)
  return stored && wholeCell(reader, stored)
}

/** Restores the pruned parts of a stored bag of cells. */
export function wholeCell(reader: Reader, stored: Buffer): Buffer {
  return wholeBoc(stored, (hash) => storedPart(reader, hash))
}
