import { ApiError } from '#shared/apiError.ts'
import type { AppContext } from '../appContext.ts'
import { setHeader } from '../response/respond.ts'

/** Methods of read-only paths. A path with GET has HEAD too. */
export const READ_ONLY = 'GET, HEAD'

/** Returns the 405 of an existing path, and sets `Allow` to its methods. */
export function methodRefusal(c: AppContext, allowed: string): ApiError {
  setHeader(c, 'Allow', allowed)
  return new ApiError(405, `unsupported http method: ${c.req.method}`)
}
