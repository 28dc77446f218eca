import type { StdAddress } from '../parsedBlock.ts'
import { findAccounts } from './accountIds.ts'
import type { Reader } from './reader.ts'
import { byNumber } from './streams.ts'

/** A filter by addresses. Undefined is no filter; an empty list matches nothing. */
export type Addresses = readonly StdAddress[] | undefined

/** Returns the numbers of a filter's known accounts, sorted as their addresses; undefined without a filter. */
export function accountNumbers(reader: Reader, addresses: Addresses): readonly bigint[] | undefined {
  return (
    addresses &&
    findAccounts(reader, addresses)
      .map(({ id }) => id)
      .sort((a, b) => byNumber(a, b, 'asc'))
  )
}

/** Returns whether a filter matches no account of the index. */
export function matchesNothing(...filters: readonly (readonly bigint[] | undefined)[]): boolean {
  return filters.some((numbers) => numbers?.length === 0)
}
