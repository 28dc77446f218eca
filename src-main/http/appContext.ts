import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { JsonRpcEcho } from './jsonRpc.ts'
import type { Upgrade } from './upgrades.ts'

/** One request and its answer, as far as the layers and routes have told each other of them. */
export type Exchange = {
  /** Shown to the client as X-Request-Id and written to the log. */
  readonly requestId: string
  /** performance.now() at the entrance. */
  readonly startedAt: number
  /**
   * Of the answer, whoever gives it: respond.ts sends them. Hono's own `c.header()` is not for us: it makes a Headers
   * object of every answer, which costs more than all else here.
   */
  readonly headers: Record<string, string>
  /** Indices of the liteservers that served the request so far. */
  servers?: () => readonly number[]
  /** Of a request that came as a JSON-RPC call. */
  jsonRpc?: JsonRpcEcho
  /** `@extra` is `_` alone, for what is refused before there is an operation (compatibility-v2 §1.4). */
  isExtraBare?: boolean
  /** The operation, for the meter; other routes are counted by families. */
  route?: string
  /** The answer was at hand. */
  isCached?: boolean
}

/** What travels with a request. */
export type AppEnv = {
  Bindings: Partial<HttpBindings> & {
    readonly exchange: Exchange
    /** Of a request to become a WebSocket. */
    readonly upgrade?: Upgrade
  }
}

export type AppContext = Context<AppEnv>

/** Looks at a request before any route does: refuses it (ApiError), answers it, or lets it pass. */
export type Gate = (c: AppContext) => Response | undefined
