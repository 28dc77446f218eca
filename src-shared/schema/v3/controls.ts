import { withDefault } from '../parameter.ts'
import { flag, int32 } from './kinds.ts'
import { type QueryPairs, readV3Parameters } from './request.ts'

/** What any request may say about how it wants to be answered: v3-contract §2.2. */

/** Longer is not waited for, whatever is asked for. */
export const MAX_QUERY_MS = 3000

export const CONTROLS = {
  x_timeout: withDefault(int32, MAX_QUERY_MS, {
    description: `How long the index may take, milliseconds, at most ${MAX_QUERY_MS}`,
  }),
  x_debug_request: withDefault(flag, false, { description: 'Accepted and ignored' }),
  x_no_address_book: withDefault(flag, false, { description: 'Leaves address_book empty' }),
  x_no_metadata: withDefault(flag, false, { description: 'Leaves metadata empty' }),
}

export type V3Controls = {
  /** Milliseconds that the index may take. */
  readonly timeout: number
  readonly addressBook: boolean
  readonly metadata: boolean
  /** Instead of supported_action_types. */
  readonly actionsVersion: string | undefined
}

/** The headers, by the names that these have in a query. */
const HEADERS = Object.keys(CONTROLS).map((name) => ({ name, header: name.replaceAll('_', '-') }))

/**
 * The switches of a request: headers, and query parameters, which count before them. Throws ApiError 422.
 * @param header the value of a header of the request
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
    actionsVersion: header('x-actions-version') || undefined,
  }
}
