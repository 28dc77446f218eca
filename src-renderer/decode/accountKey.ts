import { formatRawAddress, parseAddress, sameAddress } from '#shared/ton/address.ts'

/** Returns a key that is the same for all forms of an account's address: the raw form in lower case. */
export function accountKey(address: string): string {
  const parsed = parseAddress(address)
  return parsed ? formatRawAddress(parsed) : address
}

/** Returns whether two texts are forms of one account's address; false for texts that are not addresses. */
export function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)]
  return a !== undefined && b !== undefined && sameAddress(a, b)
}
