import { z } from 'zod'
import { documentedAs, optional, withDefault } from '../parameter.ts'
import { lt, pageLimit, pageOffset, sortOrder, utime } from './kinds.ts'

/** Parameters that select a part of a list: compatibility-v3 §3.3. */

/** The default of the public deployment; the reference server's own is 100. */
const DEFAULT_LIMIT = 10
export const MAX_LIMIT = 1000

/** Returns the parameters of a page with the given default of `limit`. */
export const pageOf = (defaultLimit: number) => ({
  limit: withDefault(documentedAs(pageLimit, z.int32().min(1).max(MAX_LIMIT)), defaultLimit, {
    description: `How many at most, up to ${MAX_LIMIT}; less than 1 counts as 1`,
  }),
  offset: withDefault(pageOffset, 0, { description: 'How many are skipped' }),
})

export const PAGE = pageOf(DEFAULT_LIMIT)

export const SORT = {
  sort: withDefault(sortOrder, 'desc', {
    description: 'Order: desc has the newest first',
    unparsable: 'wrong value for sort parameter',
    isCheckedLast: true,
  }),
}

/** The sort order of a list with another default order. */
export const OPTIONAL_SORT = {
  sort: optional(sortOrder, {
    description: 'Order by amount: desc has the largest first',
    unparsable: 'wrong value for sort parameter',
  }),
}

/** A range of times, both ends inclusive. */
export const UTIME_WINDOW = {
  start_utime: optional(utime, { description: 'Not before this unix time' }),
  end_utime: optional(utime, { description: 'Not after this unix time' }),
}

export const LT_WINDOW = {
  start_lt: optional(lt, { description: 'Not below this logical time' }),
  end_lt: optional(lt, { description: 'Not above this logical time' }),
}
