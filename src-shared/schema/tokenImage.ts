/** `GET /api/tonscope/image?url=…`: token images from the gateway's own origin. Not part of toncenter's API. */

export const TOKEN_IMAGE_PATH = '/api/tonscope/image'

/** Returns the path and query of a token's image. `url` is the `image` of v3's TokenInfo. */
export function tokenImagePath(url: string): string {
  return `${TOKEN_IMAGE_PATH}?url=${encodeURIComponent(url)}`
}
