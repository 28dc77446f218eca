import type { MiddlewareHandler } from 'hono'
import type { AppEnv, Gate } from './appContext.ts'

/** All gates in one layer, in their order: none of them waits, so that nobody has to wait for them. */
export function gates(all: readonly Gate[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    for (const gate of all) {
      const answer = gate(c)
      if (answer) return answer
    }
    await next()
    return undefined
  }
}
