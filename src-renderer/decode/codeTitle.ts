import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'

/** Returns the name of a known code by its representation hash (32 bytes), as stored in the account. */
export function codeTitle(hash: Uint8Array): string | undefined {
  return CONTRACTS.codes.get(bytesToBase64(hash))?.title
}
