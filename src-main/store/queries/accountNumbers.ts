import type { StdAddress } from '../facts.ts'
import { findAccounts } from './accountIds.ts'
import type { Reader } from './reader.ts'
import { byNumber } from './streams.ts'

/** A filter by addresses; undefined: no filter. An empty list matches nothing. */
export type Addresses = readonly StdAddress[] | undefined

/** Returns the numbers of the known accounts of a filter in the order of their addresses; undefined: no filter. */
export function accountNumbers(reader: Reader, addresses: Addresses): readonly bigint[] | undefined {
  return (
    addresses &&
    findAccounts(reader, addresses)
      .map(({ id }) => id)
      .sort((a, b) => byNumber(a, b, 'asc'))
  )
}

/** Whether a filter matches no account of the index. */
export function matchesNothing(...filters: readonly (readonly bigint[] | undefined)[]): boolean {
  return filters.some((numbers) => numbers?.length === 0)
}
