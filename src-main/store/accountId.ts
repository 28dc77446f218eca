import type { StdAddress } from './facts.ts'

/**
 * The number under which an account's rows are kept: the workchain in the highest eight bits (signed), then the first
 * 56 bits of the address. It sorts as the address does. Two accounts that share it (one pair in 2^56, or made on
 * purpose) are told apart by the store, which gives the later one the next free number.
 */
export function accountId(address: StdAddress): bigint {
  return address.readBigInt64BE(0)
}

/** The number for an account whose own another account has. */
export function nextAccountId(id: bigint): bigint {
  return BigInt.asIntN(64, id + 1n)
}

/**
 * The number that an account's rows have, undefined for an account that the index never met.
 * @param addressOf the account that has a number
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
