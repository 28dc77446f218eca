import { ApiError } from '#shared/apiError.ts'
import type { AppContext } from '../appContext.ts'
import { setHeader } from '../response/respond.ts'

/** What only tells something: whoever answers GET answers HEAD. */
export const READ_ONLY = 'GET, HEAD'

/** The 405 of a path that is there, with the methods that it has. */
export function methodRefusal(c: AppContext, allowed: string): ApiError {
  setHeader(c, 'Allow', allowed)
  return new ApiError(405, `unsupported http method: ${c.req.method}`)
}
