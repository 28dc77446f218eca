import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Upgrade } from './connection/upgrades.ts'
import type { JsonRpcEcho } from './v2/jsonRpc.ts'

/** Data of one request and its response that middlewares and routes share. */
export type RequestContext = {
  /** Shown to the client as X-Request-Id and written to the log. */
  readonly requestId: string
  /** performance.now() when the request arrived. */
  readonly startedAt: number
  /**
   * Headers of the response; respond.ts sends them. Hono's `c.header()` is not used: it creates a Headers object for
   * every response, which costs more than the rest of this file.
   */
  readonly headers: Record<string, string>
  /** Indices of the liteservers that served the request so far. */
  servers?: () => readonly number[]
  /** Set for a JSON-RPC call. */
  jsonRpc?: JsonRpcEcho
  /** `@extra` is `_` alone: the request was refused before its operation was known (compatibility-v2 §1.4). */
  isExtraBare?: boolean
  /** The operation, for metrics; other routes are counted by family. */
  route?: string
  /** Whether the answer is from the cache. */
  isCached?: boolean
}

/** The bindings of a request in Hono's context. */
export type AppEnv = {
  Bindings: Partial<HttpBindings> & {
    readonly request: RequestContext
    /** Set for a request to become a WebSocket. */
    readonly upgrade?: Upgrade
    /** Set if access was checked before the network was awake: a rate counts each request once. */
    readonly isAdmitted?: boolean
  }
}

export type AppContext = Context<AppEnv>

/** Runs before the routes: throws ApiError, returns a response, or returns undefined to continue. */
export type Middleware = (c: AppContext) => Response | undefined
