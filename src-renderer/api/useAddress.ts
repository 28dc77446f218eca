import { friendlyAddress } from '../format/friendlyAddress.ts'
import { useIdentity } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'

export type ShownAddress = {
  /** The form for text, links and copies. */
  readonly text: string
  /** True if the kind of the account is known, or will not become known: `text` stays as it is. */
  readonly isSettled: boolean
}

/**
 * Returns the one form of an address that the explorer shows: not bounceable for wallets and for accounts without
 * code, bounceable for contracts, with the flag of test networks where it applies. The index knows which it is;
 * without an index all are bounceable.
 */
export function useShownAddress(given: string): ShownAddress {
  const { identity, isSettled } = useIdentity(given)
  const { network } = useNetworkState()
  return { text: identity?.friendly ?? friendlyAddress(given, network?.kind === 'testnet'), isSettled }
}

/** The text of `useShownAddress` alone. */
export function useAddress(given: string): string {
  return useShownAddress(given).text
}
