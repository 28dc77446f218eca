import { withDefault } from '../parameter.ts'
import { flag, int32 } from './kinds.ts'
import { type QueryPairs, readV3Parameters } from './request.ts'

/** Options of any request about its answer: compatibility-v3 §1.2. */

/** The maximum time of an index query in milliseconds. Higher requested values count as this one. */
export const MAX_QUERY_MS = 3000

export const CONTROLS = {
  x_timeout: withDefault(int32, MAX_QUERY_MS, {
    description: `How long the index may take, milliseconds, at most ${MAX_QUERY_MS}`,
  }),
  x_debug_request: withDefault(flag, false, { description: 'Accepted and ignored' }),
  x_no_address_book: withDefault(flag, false, { description: 'Leaves address_book empty' }),
  x_no_metadata: withDefault(flag, false, { description: 'Leaves metadata empty' }),
  x_no_search: withDefault(flag, false, {
    description: 'Does not look for the hash of an unknown transaction in the newest blocks',
  }),
}

/** The options of a request. */
export type V3Controls = {
  /** The time limit of the index query in milliseconds. */
  readonly timeout: number
  readonly addressBook: boolean
  readonly metadata: boolean
  /** Whether the newest blocks are searched for the hash of an unknown transaction. */
  readonly searches: boolean
  /** The replacement of an absent supported_action_types. */
  readonly actionsVersion: string | undefined
}

/** The headers and their names in a query. */
const HEADERS = Object.keys(CONTROLS).map((name) => ({ name, header: name.replaceAll('_', '-') }))

/**
 * Reads the options of a request from its headers and its query parameters, which have precedence.
 * @param header returns the value of a header of the request
 * @throws ApiError 422
 */
export function readControls(header: (name: string) => string | undefined, query: QueryPairs): V3Controls {
  const sent = HEADERS.flatMap(({ name, header: key }): (readonly [string, string])[] => {
    const value = header(key)
    return value === undefined ? [] : [[name, value]]
  })
  const values = readV3Parameters(CONTROLS, [...sent, ...query])
  const timeout = values.x_timeout > 0 ? values.x_timeout : MAX_QUERY_MS
  return {
    timeout: Math.min(timeout, MAX_QUERY_MS),
    addressBook: !values.x_no_address_book,
    metadata: !values.x_no_metadata,
    searches: !values.x_no_search,
    actionsVersion: header('x-actions-version') || undefined,
  }
}
