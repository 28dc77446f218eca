const ROUTE = '/api/tonscope/image'
/** Longer URLs do not fit into the head of a request. */
const MAX_URL = 16_000
const SCHEMES = /^(?:https?:\/\/|ipfs:\/\/|\/ipfs\/|data:image\/)/i

/**
 * Returns the URL from which a token's image is loaded: always the page's own origin, which fetches and checks
 * the image.
 * @param origin of the page; URLs that already lead to its image route are kept
 * @returns undefined for schemes without images
 */
export function imageSource(stated: string | undefined, origin: string): string | undefined {
  if (stated === undefined || stated.length > MAX_URL) return undefined
  const own = stated.startsWith(`${origin}/`) ? stated.slice(origin.length) : stated
  if (own.startsWith(`${ROUTE}?`)) return own
  return SCHEMES.test(stated) ? `${ROUTE}?url=${encodeURIComponent(stated)}` : undefined
}
