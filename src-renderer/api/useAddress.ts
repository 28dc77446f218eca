import { friendlyAddress } from '../format/friendlyAddress.ts'
import { useIdentity, useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'

export type ShownAddress = {
  /** The form for text, links and copies. */
  readonly text: string
  /** True if the kind of the account is known, or will not become known: `text` stays as it is. */
  readonly isSettled: boolean
}

/**
 * Returns the one form of an address that the explorer shows: not bounceable for wallets and for accounts without
 * code, bounceable for contracts, with the flag of test networks where it applies. The index has the kind of the
 * account. Without an index the states that the page has loaded are used; other accounts are bounceable.
 */
export function useShownAddress(given: string): ShownAddress {
  const { identity, isSettled } = useIdentity(given)
  const { network } = useNetworkState()
  return { text: identity?.friendly ?? friendlyAddress(given, network?.kind === 'testnet'), isSettled }
}

/**
 * Returns the form of the address of an account whose state the page loads: without an index the state decides the form.
 * @param hasFailed whether the state could not be read
 */
export function useReadAddress(given: string, hasFailed: boolean): ShownAddress {
  const { hasIndex } = useIdentityState()
  const { identity } = useIdentity(given)
  const { text, isSettled } = useShownAddress(given)
  const isKnown = hasIndex !== false || identity !== undefined || hasFailed
  return { text, isSettled: isSettled && isKnown }
}

/** Returns the form of an address for a tooltip: undefined until it is known. */
export function useAddressTitle(given: string): string | undefined {
  const { text, isSettled } = useShownAddress(given)
  return isSettled ? text : undefined
}

/** Returns the text of `useShownAddress` for links and copies. Visible addresses wait until the form is known. */
export function useAddress(given: string): string {
  return useShownAddress(given).text
}
