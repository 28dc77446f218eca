import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AppContext, AppEnv, Middleware, RequestContext } from './appContext.ts'
import { SECURITY_HEADERS } from './response/securityHeaders.ts'

type Answer = Response | Promise<Response>

export type PipelineOptions = {
  /** Run in this order, synchronously. */
  readonly middlewares: readonly Middleware[]
  readonly routes: Hono<AppEnv>
  /** Returns the response to an error that a middleware threw. */
  readonly onError: (error: Error, c: AppContext) => Answer
  /** Called with every response before it is sent. */
  readonly onResponse: (c: AppContext, response: Response) => void
}

/**
 * Creates the pipeline of middlewares and routes. It is synchronous, so that cached answers skip promises: Hono's own
 * middleware wraps everything in promises, which costs as much as the rest of a short answer.
 */
export function createPipeline({ middlewares, routes, onError, onResponse }: PipelineOptions): Hono<AppEnv> {
  function answer(c: AppContext): Answer {
    try {
      for (const middleware of middlewares) {
        const response = middleware(c)
        if (response) return response
      }
      return routes.fetch(c.req.raw, c.env)
    } catch (error) {
      if (error instanceof Error) return onError(error, c)
      throw error
    }
  }

  function respond(c: AppContext, response: Response): Response {
    onResponse(c, response)
    return response
  }

  return new Hono<AppEnv>().all('*', (c): Answer => {
    c.env = { ...c.env, request: createRequestContext() }
    const answered = answer(c)
    return answered instanceof Promise
      ? answered.then((response) => respond(c, response))
      : respond(c, answered)
  })
}

function createRequestContext(): RequestContext {
  const requestId = randomUUID()
  return {
    requestId,
    startedAt: performance.now(),
    headers: { ...SECURITY_HEADERS, 'X-Request-Id': requestId },
  }
}
