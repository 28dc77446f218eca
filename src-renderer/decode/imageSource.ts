import type { BaseAddress } from '../api/baseAddress.ts'

const ROUTE = '/api/tonscope/image'
/** Longer URLs do not fit into the head of a request. */
const MAX_URL = 16_000
const SCHEMES = /^(?:https?:\/\/|ipfs:\/\/|\/ipfs\/|data:image\/)/i

/**
 * Returns the URL from which a token's image is loaded: always the page's own network, which fetches and checks
 * the image.
 * @param base of the page; URLs that already lead to the image route of its network are kept
 * @returns undefined for schemes without images
 */
export function imageSource(
  stated: string | undefined,
  base: Pick<BaseAddress, 'origin' | 'at' | 'url'>,
): string | undefined {
  if (stated === undefined || stated.length > MAX_URL) return undefined
  const own = [base.url(ROUTE), base.at(ROUTE), base.origin + ROUTE, ROUTE].find((route) =>
    stated.startsWith(`${route}?`),
  )
  if (own !== undefined) return base.at(ROUTE) + stated.slice(own.length)
  return SCHEMES.test(stated) ? base.at(`${ROUTE}?url=${encodeURIComponent(stated)}`) : undefined
}
