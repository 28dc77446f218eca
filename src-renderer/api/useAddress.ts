import { friendlyAddress } from '../format/friendlyAddress.ts'
import { useIdentity, useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'

export type ShownAddress = {
  /** The form for text, links and copies. */
  readonly text: string
  /** True if `text` is final: the kind of the account is known or will stay unknown. */
  readonly isSettled: boolean
}

/**
 * Returns the form in which the explorer shows an address: not bounceable for wallets and for accounts without
 * code, bounceable for contracts, with the flag of test networks. The kind of the account is read from the
 * index, or without an index from states that the page has loaded; otherwise the address is bounceable.
 */
export function useShownAddress(given: string): ShownAddress {
  const { identity, isSettled } = useIdentity(given)
  const { network } = useNetworkState()
  return { text: identity?.friendly ?? friendlyAddress(given, network?.kind === 'testnet'), isSettled }
}

/**
 * Returns the form of the address of an account whose state the page loads. Without an index the state decides
 * the form.
 * @param hasFailed whether the state could not be read
 */
export function useReadAddress(given: string, hasFailed: boolean): ShownAddress {
  const { hasIndex } = useIdentityState()
  const { identity } = useIdentity(given)
  const { text, isSettled } = useShownAddress(given)
  const isKnown = hasIndex !== false || identity !== undefined || hasFailed
  return { text, isSettled: isSettled && isKnown }
}

/** Returns the form of an address for a tooltip, or undefined until it is known. */
export function useAddressTitle(given: string): string | undefined {
  const { text, isSettled } = useShownAddress(given)
  return isSettled ? text : undefined
}

/** Returns the text of `useShownAddress`, for links and copies. */
export function useAddress(given: string): string {
  return useShownAddress(given).text
}
