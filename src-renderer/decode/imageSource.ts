const ROUTE = '/api/tonscope/image'
/** Longer ones do not fit into the head of a request. */
const MAX_URL = 16_000
const SCHEMES = /^(?:https?:\/\/|ipfs:\/\/|\/ipfs\/|data:image\/)/i

/**
 * Where an image that a token states is loaded from: our own origin alone, which fetches and checks it.
 * @param origin of the page: addresses below it that already lead to the route are kept
 * @returns undefined for schemes that no image has
 */
export function imageSource(stated: string | undefined, origin: string): string | undefined {
  if (stated === undefined || stated.length > MAX_URL) return undefined
  const own = stated.startsWith(`${origin}/`) ? stated.slice(origin.length) : stated
  if (own.startsWith(`${ROUTE}?`)) return own
  return SCHEMES.test(stated) ? `${ROUTE}?url=${encodeURIComponent(stated)}` : undefined
}
