import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIdentityState } from '../api/identityContext.tsx'
import type { Answer } from '../api/request.ts'
import { ListFrame } from './ListFrame.tsx'
import { OffsetPager } from './OffsetPager.tsx'

type DiscoveredListProps<Result, Row, Key extends readonly unknown[]> = {
  /** Number of items before the page, as it is in the URL. */
  readonly skip: string | undefined
  /** Number of items on a page. */
  readonly limit: number
  /** Returns the query for a page. */
  readonly queryOf: (page: {
    readonly limit: number
    readonly offset: number
  }) => UseQueryOptions<Answer<Result>, Error, Answer<Result>, Key>
  readonly rowsOf: (result: Result) => readonly Row[]
  /** What is listed, plural: "tokens". */
  readonly what: string
  readonly children: (rows: readonly Row[], result: Result) => ReactNode
}

/** Pages of everything of a kind that the index has discovered on the network; loading until it is known to be whole. */
export function DiscoveredList<Result, Row, Key extends readonly unknown[]>(
  props: DiscoveredListProps<Result, Row, Key>,
) {
  const { skip, limit, queryOf, rowsOf, what, children } = props
  const offset = Number(skip ?? 0)
  const { isFollowed } = useIdentityState()
  // One more than the page shows: it tells that there is a next page. An index that is not whole would refuse.
  const query = useQuery({ ...queryOf({ limit: limit + 1, offset }), enabled: isFollowed === true })
  return (
    <ListFrame
      query={query}
      rowsOf={rowsOf}
      what={`the ${what} of this network`}
      none={offset > 0 ? `No more ${what}.` : `There are no ${what} on this network.`}
      target={{ kind: 'lately' }}
      columns={4}
    >
      {(rows, result) => (
        <>
          {children(rows.slice(0, limit), result)}
          <OffsetPager
            note="In the order of their discovery"
            offset={offset}
            limit={limit}
            hasMore={rows.length > limit}
            search={{}}
          />
        </>
      )}
    </ListFrame>
  )
}
