import { wholeBoc } from '../content.ts'
import { loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'
import { createRowMemory } from './rowMemory.ts'

/** A part that stored cells share, as it is stored: others may be left out of it in turn. */
export function storedPart(reader: Reader, hash: Buffer): Buffer | undefined {
  const [row] = reader.all<{ boc: Buffer | null }>('SELECT boc FROM codes WHERE hash = ?', [hash])
  return row?.boc ?? undefined
}

const CODE_HASHES = createRowMemory<Buffer>({ size: 1_024 })

/** Hashes of contracts' codes by their numbers; of NULL and 0 there are none. */
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

/** A contract's code as a bag of cells, where more than its hash is known. */
export function loadCode(reader: Reader, hash: Buffer): Buffer | undefined {
  const stored = storedPart(reader, hash)
  return stored && wholeCell(reader, stored)
}

/** A stored bag of cells with what was left out of it. */
export function wholeCell(reader: Reader, stored: Buffer): Buffer {
  return wholeBoc(stored, (hash) => storedPart(reader, hash))
}
