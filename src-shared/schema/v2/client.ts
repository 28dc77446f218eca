import { queryText } from '../queryText.ts'
import type { V2Name, V2Request } from './operations.ts'

/** The path of v2 operations under a server's origin. */
export const V2_PREFIX = '/api/v2'

/**
 * Returns the path and query of a GET request: `v2Path('getShards', { seqno: 860 })` is
 * `/api/v2/getShards?seqno=860`. Omits undefined fields and repeats lists.
 */
export function v2Path<Name extends V2Name>(name: Name, request: V2Request<Name>): string {
  return `${V2_PREFIX}/${name}${queryText(request)}`
}
