import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useHints } from '../../../api/hints.ts'
import { useIdentityState } from '../../../api/identityContext.tsx'

/**
 * Returns whether a list can be asked for as a whole: of an index, or of an allowed hint server that answers. Otherwise
 * it is read from an account's history.
 * @param query for the list, as its page asks it
 */
export function useHasList<Data, Selected, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Selected, Key>,
): boolean {
  const { isFollowed } = useIdentityState()
  const isIndexed = isFollowed !== false
  const { isAllowed = false } = useHints({ enabled: !isIndexed })
  const { isError } = useQuery({ ...query, enabled: !isIndexed && isAllowed })
  return isIndexed || (isAllowed && !isError)
}
