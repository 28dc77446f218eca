import type { V2Name, V2Request } from './operations.ts'

/** Where `/api/v2` operations live under a server's origin. */
export const V2_PREFIX = '/api/v2'

/**
 * The path and query of a GET request: `v2Path('getShards', { seqno: 860 })` is
 * `/api/v2/getShards?seqno=860`. Fields that are undefined are left out, lists are repeated.
 */
export function v2Path<Name extends V2Name>(name: Name, request: V2Request<Name>): string {
  const pairs = Object.entries(request as Record<string, unknown>).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`),
  )
  return `${V2_PREFIX}/${name}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}
