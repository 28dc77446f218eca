import type { TonAddress } from '../address.ts'
import type { CellReader } from './cellReader.ts'

/** Bits of the address that an anycast prefix can replace. */
const MAX_DEPTH = 30
const WORD_BITS = 32

/**
 * Reads what follows the tag of `addr_std$10 anycast:(Maybe Anycast) workchain_id:int8 address:bits256`. The anycast
 * prefix replaces the first bits of the address. Returns undefined for a prefix that has not 1 to 30 bits.
 * @throws CellUnderflowError
 */
export function loadStdAddress(reader: CellReader): TonAddress | undefined {
  const depth = reader.maybe(() => reader.loadUint(5))
  const prefix = reader.loadUint(depth ?? 0)
  const workchain = reader.loadInt(8)
  const hash = reader.loadBuffer(32)
  if (depth === undefined) return { workchain, hash }
  if (depth < 1 || depth > MAX_DEPTH) return undefined
  const kept = WORD_BITS - depth
  const words = new DataView(hash.buffer, hash.byteOffset)
  words.setUint32(0, prefix * 2 ** kept + (words.getUint32(0) % 2 ** kept))
  return { workchain, hash }
}
