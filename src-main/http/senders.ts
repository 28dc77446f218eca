import { ApiError } from '#shared/apiError.ts'
import type { Gate } from './appContext.ts'
import { isAllowedOrigin } from './cors.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what a page of a foreign origin wants done: the browser keeps our answer from it, but by then a message
 * would be sent or a devnet reset. Programs, which name no origin, and pages of this machine pass.
 */
export function senderCheck(origins: readonly string[]): Gate {
  return (c) => {
    const origin = c.req.header('origin')
    if (origin === undefined || READING.includes(c.req.method) || isAllowedOrigin(origin, origins)) {
      return undefined
    }
    throw new ApiError(403, `pages of ${origin} may not send requests here`)
  }
}
