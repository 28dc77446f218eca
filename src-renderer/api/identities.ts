import { type Identity, identitiesOf } from '../decode/identity.ts'
import { ApiFailure } from './apiFailure.ts'
import { getV3 } from './v3.ts'

/** Asks for the identities of accounts (raw addresses). An account that the index does not know is `UNKNOWN`. */
export async function getIdentities(keys: readonly string[]): Promise<Map<string, Identity>> {
  const { signal } = new AbortController()
  const address = [...keys]
  const [book, metadata] = await Promise.all([
    getV3('addressBook', { address }, signal),
    getV3('metadata', { address }, signal).catch(withoutMetadata),
  ])
  return identitiesOf({ address_book: book.result, metadata: metadata?.result }, true)
}

/** An index that cannot tell of all tokens still knows domains and interfaces. */
function withoutMetadata(error: unknown): undefined {
  if (!(error instanceof ApiFailure)) throw error
}
