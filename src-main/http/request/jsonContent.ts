import type { AppContext } from '../appContext.ts'

const JSON_CONTENT = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i

/** Returns whether the content type of a body is JSON: `application/json`, or a format built on it. */
export function isJsonContent(c: AppContext): boolean {
  return JSON_CONTENT.test(c.req.header('content-type')?.trim() ?? '')
}
