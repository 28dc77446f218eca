import { type Identity, identitiesOf } from '../decode/identity.ts'
import { ApiFailure } from './apiFailure.ts'
import { getV3 } from './v3.ts'

/**
 * Reads the identities of accounts (raw addresses). The result is `UNKNOWN` for an account that the index does
 * not have.
 */
export async function getIdentities(keys: readonly string[]): Promise<Map<string, Identity>> {
  const { signal } = new AbortController()
  const address = [...keys]
  const [book, metadata] = await Promise.all([
    getV3('addressBook', { address }, signal),
    getV3('metadata', { address }, signal).catch(withoutMetadata),
  ])
  return identitiesOf({ address_book: book.result, metadata: metadata?.result }, true)
}

/** Returns undefined if the index cannot list all tokens: domains and interfaces are still known. */
function withoutMetadata(error: unknown): undefined {
  if (!(error instanceof ApiFailure)) throw error
}
