import { formatFriendlyAddress, hasFriendlyForm, parseAddress } from '#shared/ton/address.ts'

/** The friendly form of an address in any form; what has none stays as it is. */
export function friendlyAddress(text: string): string {
  const parsed = parseAddress(text)
  return parsed && hasFriendlyForm(parsed) ? formatFriendlyAddress(parsed) : text
}
