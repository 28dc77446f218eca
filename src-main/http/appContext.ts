import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { JsonRpcEcho } from './jsonRpc.ts'

/** What travels with a request through the middleware. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Shown to the client as X-Request-Id and written to the log. */
    requestId: string
    /** performance.now() at the entrance. */
    startedAt: number
    /** Indices of the liteservers that served the request so far. */
    servers: () => readonly number[]
    /** Of a request that came as a JSON-RPC call. */
    jsonRpc: JsonRpcEcho
  }
}

export type AppContext = Context<AppEnv>
