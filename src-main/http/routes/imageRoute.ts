import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { TOKEN_IMAGE_PATH } from '#shared/schema/tokenImage.ts'
import type { TokenImage } from '../../metadata/images.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { send } from '../response/respond.ts'

/** Loads the image of a token. Rejects with MetadataError. */
export type TokenImages = (url: string) => Promise<TokenImage>

/**
 * Content security policy of images, which are foreign content on this origin: an SVG that is opened as a page runs no
 * script and loads nothing.
 */
const IMAGE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, max-age=86400',
} as const

/** Adds `GET /api/tonscope/image?url=…`. Errors have v2's envelope: 404 for an image that no known token names. */
export function addImageRoute(app: Hono<AppEnv>, images: TokenImages): void {
  app.get(TOKEN_IMAGE_PATH, async (c) => {
    const url = c.req.query('url')
    if (!url) throw new ApiError(422, 'url is required: the image of a token')
    const { type, bytes, etag } = await images(url)
    const headers = { ...IMAGE_HEADERS, ETag: etag }
    if (c.req.header('if-none-match') === etag) return send(c, 304, null, headers)
    return send(c, 200, new Uint8Array(bytes), { ...headers, 'Content-Type': type })
  })
  app.all(TOKEN_IMAGE_PATH, (c) => {
    throw methodRefusal(c, READ_ONLY)
  })
}
