import { friendlyAddress } from '../format/friendlyAddress.ts'
import { useIdentity, useIdentityState, useLearnedForm } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'

export type ShownAddress = {
  /** The form for text, links and copies. */
  readonly text: string
  /** True if `text` is final: the kind of the account is known, or is read for a page about the account only. */
  readonly isSettled: boolean
}

/**
 * Returns the form in which the explorer shows an address: not bounceable for wallets and for accounts without
 * code, bounceable for contracts, with the flag of test networks. The kind of the account is read from the
 * index, or if it lacks other blocks from answers that the page has loaded; otherwise the address is bounceable.
 */
export function useShownAddress(given: string): ShownAddress {
  const { identity, isSettled } = useIdentity(given)
  const { isFollowed } = useIdentityState()
  const form = useLearnedForm(given)
  const { network } = useNetworkState()
  return {
    text: identity?.friendly ?? form ?? friendlyAddress(given, network?.kind === 'testnet'),
    isSettled: isSettled || isFollowed === false,
  }
}

/**
 * Returns the form of the address of an account whose state the page loads. If the index lacks other blocks, the state
 * decides the form.
 * @param hasFailed whether the state could not be read
 */
export function useReadAddress(given: string, hasFailed: boolean): ShownAddress {
  const { isFollowed } = useIdentityState()
  const { identity } = useIdentity(given)
  const form = useLearnedForm(given)
  const { text, isSettled } = useShownAddress(given)
  const isKnown = isFollowed !== false || identity !== undefined || form !== undefined || hasFailed
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
