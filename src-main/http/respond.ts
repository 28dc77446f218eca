import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppContext } from './appContext.ts'

const gzipBytes = promisify(gzip)

/** Smaller bodies cost more to compress than to send. */
const MIN_COMPRESSED_BYTES = 1024

export const JSON_TYPE = 'application/json; charset=utf-8'

export function acceptsGzip(c: AppContext): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(c.req.header('accept-encoding') ?? '')
}

/** Sends a text, compressed where the client takes that and it is worth it. */
export async function sendText(
  c: AppContext,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const code = status as ContentfulStatusCode
  if (text.length < MIN_COMPRESSED_BYTES) return c.body(text, code, { ...headers })
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (!acceptsGzip(c)) return c.body(text, code, { ...headers })
  const bytes = await gzipBytes(text, { level: constants.Z_BEST_SPEED })
  return c.body(new Uint8Array(bytes), code, { ...headers, 'Content-Encoding': 'gzip' })
}

/** Sends a value as JSON. */
export function sendJson(c: AppContext, status: number, value: unknown): Promise<Response> {
  return sendText(c, status, JSON.stringify(value), { 'Content-Type': JSON_TYPE })
}
