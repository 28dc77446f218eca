import { ApiError } from '#shared/apiError.ts'
import { isV3Path } from '#shared/schema/v3/client.ts'
import type { Middleware } from '../appContext.ts'

/** Limits of compatibility-v2 §1.2; longer headers are refused by the server before a request exists. */
const MAX_URL_LENGTH = 8192
export const MAX_BODY_BYTES = 1_048_576
export const MAX_HEADER_BYTES = 65_536

/** Limit of v3, whose lists are long: a thousand hashes fit, and all headers together stay within theirs. */
export const MAX_V3_URL_LENGTH = 61_440

function tooLong(limit: number): string {
  return `URL is longer than ${limit} bytes`
}
export const URL_TOO_LONG = tooLong(MAX_URL_LENGTH)
export const URL_TOO_LONG_V3 = tooLong(MAX_V3_URL_LENGTH)
export const HEADERS_TOO_LONG = `headers are longer than ${MAX_HEADER_BYTES} bytes, or too many`
export const BODY_TOO_LARGE = 'too large request'
export const BODY_ENCODED = 'encoded request bodies are not supported'
const BODY_CUT_OFF = 'the request body was cut off'

/** Returns the length of path and query as they were sent. */
function targetLength(url: string): number {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  return path < 0 ? 0 : url.length - path
}

/** Refuses long URLs, and bodies whose declared length is too large. */
export const sizeLimits: Middleware = (c) => {
  const [limit, text] = isV3Path(c.req.path)
    ? ([MAX_V3_URL_LENGTH, URL_TOO_LONG_V3] as const)
    : ([MAX_URL_LENGTH, URL_TOO_LONG] as const)
  if (targetLength(c.req.url) > limit) throw new ApiError(414, text)
  const length = c.req.header('content-length')
  if (length !== undefined && Number(length) > MAX_BODY_BYTES) throw new ApiError(413, BODY_TOO_LARGE)
  return undefined
}

/**
 * Reads the body as text; a chunked one is counted while it arrives. Throws ApiError: 413, 415 for a compressed one, or
 * 400 if the client left or took too long.
 */
export async function readBody(request: Request): Promise<string> {
  if (isEncoded(request.headers)) throw new ApiError(415, BODY_ENCODED)
  try {
    // With a declared length the server itself ends the body there.
    return request.headers.has('content-length') ? await request.text() : await readCounted(request)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    throw new ApiError(400, BODY_CUT_OFF, { cause: error })
  }
}

/** Compressed bodies are refused, because a few bytes can unpack to any size. */
function isEncoded(headers: Headers): boolean {
  const encoding = headers.get('content-encoding') ?? 'identity'
  const transfer = headers.get('transfer-encoding') ?? 'chunked'
  return encoding.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked'
}

async function readCounted({ body }: Request): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new ApiError(413, BODY_TOO_LARGE)
    chunks.push(chunk)
  }
  // Without the byte order mark, as Request.text() does.
  return new TextDecoder().decode(Buffer.concat(chunks))
}
