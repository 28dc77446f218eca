import { isMadeByBlock, SYSTEM_ADDRESS } from '#shared/ton/systemMessage.ts'
import type { ParsedMessage, StdAddress } from './parsedBlock.ts'

/** The system address in the store's form. */
export const SYSTEM: StdAddress = Buffer.from([SYSTEM_ADDRESS.workchain & 0xff, ...SYSTEM_ADDRESS.hash])

/** Returns whether a transaction sent the message, which then belongs to that transaction's trace. */
export function isSentByTransaction({
  kind,
  source,
  createdLt,
}: Pick<ParsedMessage, 'kind' | 'source' | 'createdLt'>): boolean {
  if (kind !== 'internal') return false
  if (!source || createdLt === undefined) return true
  return !isMadeByBlock({ workchain: source.readInt8(0), hash: source.subarray(1), createdLt })
}
