import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AppContext, AppEnv, Exchange, Gate } from './appContext.ts'
import { SECURITY_HEADERS } from './securityHeaders.ts'

type Answer = Response | Promise<Response>

export type EdgeLayers = {
  /** In their order. None of them waits, so that nobody has to wait for them. */
  readonly gates: readonly Gate[]
  readonly routes: Hono<AppEnv>
  /** Answers for what a gate threw. */
  readonly refuse: (error: Error, c: AppContext) => Answer
  /** Told of every answer when it is ready to leave. */
  readonly onAnswer: (c: AppContext, response: Response) => void
}

/**
 * What is around the routes. Every layer is a plain call, for an answer that is at hand shall leave at once: Hono's
 * own layers make promises of everything, which costs as much as the rest of a short answer.
 */
export function createEdge({ gates, routes, refuse, onAnswer }: EdgeLayers): Hono<AppEnv> {
  function answer(c: AppContext): Answer {
    try {
      for (const gate of gates) {
        const response = gate(c)
        if (response) return response
      }
      return routes.fetch(c.req.raw, c.env)
    } catch (error) {
      if (error instanceof Error) return refuse(error, c)
      throw error
    }
  }

  function told(c: AppContext, response: Response): Response {
    onAnswer(c, response)
    return response
  }

  return new Hono<AppEnv>().all('*', (c): Answer => {
    c.env = { ...c.env, exchange: newExchange() }
    const answered = answer(c)
    return answered instanceof Promise ? answered.then((response) => told(c, response)) : told(c, answered)
  })
}

function newExchange(): Exchange {
  const requestId = randomUUID()
  return {
    requestId,
    startedAt: performance.now(),
    headers: { ...SECURITY_HEADERS, 'X-Request-Id': requestId },
  }
}
