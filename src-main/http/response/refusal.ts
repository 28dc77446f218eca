import type { Logger } from 'pino'
import { isStreamingPath } from '#shared/schema/streaming.ts'
import { isV3Path } from '#shared/schema/v3/client.ts'
import type { AppContext } from '../appContext.ts'
import { type Clock, failure } from '../v2/envelope.ts'
import { v3Failure } from '../v3/v3Answers.ts'
import { toErrorAnswer } from './errorTable.ts'
import { setHeader } from './respond.ts'

/** Returns a failure in the envelope of the requested API, that of `path`. */
export function refusal(
  c: AppContext,
  clock: Clock,
  status: number,
  text: string,
  path: string = c.req.path,
): Response | Promise<Response> {
  return isV3Path(path) || isStreamingPath(path)
    ? v3Failure(c, status, text)
    : failure(c, clock, status, text)
}

/** Logs an unexpected error and returns the text for the client. */
export function reportUnexpected(log: Logger, error: unknown, requestId: string): string {
  log.error({ err: error, requestId }, 'unexpected failure')
  return `unexpected failure; the log has it under request ${requestId}`
}

/** Returns the response to an error that a middleware or a route threw. Unexpected ones are logged. */
export function errorHandler(
  log: Logger,
  clock: Clock,
): (error: Error, c: AppContext) => Response | Promise<Response> {
  return (error, c) => {
    const answer = toErrorAnswer(error)
    if (answer) {
      if (answer.retryAfter !== undefined) setHeader(c, 'Retry-After', String(answer.retryAfter))
      return refusal(c, clock, answer.status, answer.text)
    }
    const text = reportUnexpected(log, error, c.env.request.requestId)
    return refusal(c, clock, 500, isV3Path(c.req.path) ? `internal server error: ${text}` : text)
  }
}
