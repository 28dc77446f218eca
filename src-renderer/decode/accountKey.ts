import { formatRawAddress, parseAddress } from '#shared/ton/address.ts'

/** A key under which all spellings of one account fall together: the raw form in lower case. */
export function accountKey(address: string): string {
  const parsed = parseAddress(address)
  return parsed ? formatRawAddress(parsed) : address
}
