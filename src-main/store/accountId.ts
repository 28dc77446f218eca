import type { StdAddress } from './parsedBlock.ts'

/**
 * Returns the number under which an account's rows are stored: the workchain in the highest eight bits (signed), then
 * the first 56 bits of the address. It sorts as the address does. Two addresses can share it (by chance one pair in
 * 2^56, or by construction); the store then gives the later one the next free number.
 */
export function accountId(address: StdAddress): bigint {
  return address.readBigInt64BE(0)
}

/** Returns the number to try after `id` if another account has `id`. */
export function nextAccountId(id: bigint): bigint {
  return BigInt.asIntN(64, id + 1n)
}

/**
 * Returns the number of an account's rows; undefined if the index has never seen the account.
 * @param addressOf returns the account that has a number
 */
export function findAccountId(
  address: StdAddress,
  addressOf: (id: bigint) => Buffer | undefined,
): bigint | undefined {
  for (let id = accountId(address); ; id = nextAccountId(id)) {
    const there = addressOf(id)
    if (there === undefined) return undefined
    if (there.equals(address)) return id
  }
}
