import { formatRawAddress, parseAddress } from '#shared/ton/address.ts'

/** Returns a key that is the same for all forms of an account's address: the raw form in lower case. */
export function accountKey(address: string): string {
  const parsed = parseAddress(address)
  return parsed ? formatRawAddress(parsed) : address
}
