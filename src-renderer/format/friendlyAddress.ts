import { formatFriendlyAddress, hasFriendlyForm, parseAddress } from '#shared/ton/address.ts'

/**
 * Returns the bounceable form of an address in any form, for an account of which nothing else is known. Flags
 * of the given form are ignored, so that equal accounts have equal texts. Text without a friendly form is
 * returned unchanged.
 * @param testOnly true on test networks
 */
export function friendlyAddress(text: string, testOnly = false): string {
  const parsed = parseAddress(text)
  return parsed && hasFriendlyForm(parsed)
    ? formatFriendlyAddress(parsed, { bounceable: true, testOnly })
    : text
}
