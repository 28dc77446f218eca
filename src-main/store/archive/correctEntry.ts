import { correctBit } from '../integrity/bitError.ts'
import { ENTRY_HEADER, fitHeader, isSound, storedSum, sumOfEntry } from './segmentFile.ts'

/** Maximum size of an entry that is corrected, bytes: the search takes time, and blocks are far smaller. */
export const MAX_CORRECTED_BYTES = 8 << 20

/**
 * Corrects one inverted bit of an archive's entry.
 * @param entry the entry's bytes, by its length or up to the next entry; changed only if the correction succeeds
 * @param rootHash the block's root hash, if it is known
 * @returns whether the checksum is correct now
 */
export function correctEntry(entry: Buffer, rootHash?: Buffer): boolean {
  if (entry.length < ENTRY_HEADER || entry.length > MAX_CORRECTED_BYTES) return false
  const corrected = Buffer.from(entry)
  // Restores a header with a wrong bit.
  fitHeader(corrected, rootHash)
  if (!isSound(corrected) && !correctContent(corrected)) return false
  corrected.copy(entry)
  return true
}

function correctContent(entry: Buffer): boolean {
  const difference = (storedSum(entry) ^ sumOfEntry(entry)) >>> 0
  // A difference of one bit is in the checksum itself.
  if ((difference & (difference - 1)) === 0) {
    entry.writeUInt32LE(sumOfEntry(entry), ENTRY_HEADER - 4)
    return true
  }
  const summed = Buffer.concat([entry.subarray(0, ENTRY_HEADER - 4), entry.subarray(ENTRY_HEADER)])
  if (!correctBit(summed, difference)) return false
  summed.copy(entry, 0, 0, ENTRY_HEADER - 4)
  summed.copy(entry, ENTRY_HEADER, ENTRY_HEADER - 4)
  return true
}
