import { queryText } from '../queryText.ts'
import type { V3Name, V3Request } from './operations.ts'

/** The path of v3 operations under a server's origin. */
export const V3_PREFIX = '/api/v3'

/** Returns whether a path belongs to `/api/v3`. */
export function isV3Path(path: string): boolean {
  return path === V3_PREFIX || path.startsWith(`${V3_PREFIX}/`)
}

/**
 * Returns the path and query of a GET request: `v3Path('blocks', { workchain: -1, limit: 20 })` is
 * `/api/v3/blocks?workchain=-1&limit=20`. Omits undefined fields and repeats lists.
 */
export function v3Path<Name extends V3Name>(name: Name, request: V3Request<Name>): string {
  return `${V3_PREFIX}/${name}${queryText(request)}`
}
