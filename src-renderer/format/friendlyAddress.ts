import { formatFriendlyAddress, hasFriendlyForm, parseAddress } from '#shared/ton/address.ts'

/**
 * Returns the bounceable form of an address in any form, for an account of which nothing else is known. Flags of the
 * given form are dropped, so that equal accounts look equal. Text without a friendly form stays as it is.
 * @param testOnly true on test networks
 */
export function friendlyAddress(text: string, testOnly = false): string {
  const parsed = parseAddress(text)
  return parsed && hasFriendlyForm(parsed)
    ? formatFriendlyAddress(parsed, { bounceable: true, testOnly })
    : text
}
