import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import {
  SSE_PATH,
  STREAMING_HEALTH_PATH,
  STREAMING_PREFIX,
  type StreamingHealthJson,
  WS_PATH,
} from '#shared/schema/streaming.ts'
import { isAllowedOrigin } from '../access/cors.ts'
import type { AppContext, AppEnv } from '../appContext.ts'
import type { Upgrade } from '../connection/upgrades.ts'
import { openApiStreamingDocument } from '../reference/openApiStreaming.ts'
import { isJsonContent } from '../request/jsonContent.ts'
import { readBody } from '../request/limits.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { JsonSyntaxError, parseJson } from '../request/parseJson.ts'
import { send, sendJson, sendJsonText, setHeader } from '../response/respond.ts'
import { truncateHeader } from '../response/truncateHeader.ts'

type RequestHeaders = {
  readonly limit?: ((name: string) => string | undefined) | undefined
  readonly actionsVersion: string | undefined
}

/** The streaming API that the routes call. */
export type StreamingCaller = {
  sse(
    body: { readonly value: unknown } | { readonly fault: string },
    headers: RequestHeaders,
  ):
    | { readonly stream: ReadableStream<Uint8Array> }
    | { readonly status: number; readonly id: string | undefined; readonly error: string }
  webSocket(headers: RequestHeaders, parse: (text: string) => unknown): NonNullable<Upgrade['opening']>
  health(): StreamingHealthJson
}

export type StreamingRules = {
  /** Origins whose pages can open a WebSocket besides those of this machine. */
  readonly origins: readonly string[]
  /**
   * Whether headers with limits come from a gateway in front. With access control on they would be the client's own,
   * which could use up another client's bucket.
   */
  readonly trustsLimits: () => boolean
}

/** Adds `/api/streaming/v2/sse`, `/api/streaming/v2/ws` and `/api/streaming/healthz` (docs/streaming §1). */
export function addStreamingRoutes(
  app: Hono<AppEnv>,
  streaming: StreamingCaller,
  { origins, trustsLimits }: StreamingRules,
): void {
  const headersOf = (c: AppContext): RequestHeaders => ({
    limit: trustsLimits() ? (name) => c.req.header(name) : undefined,
    actionsVersion: c.req.header('x-actions-version') || undefined,
  })

  app.all(SSE_PATH, async (c) => {
    c.env.request.route = 'streaming/sse'
    if (c.req.method !== 'POST') throw methodRefusal(c, 'POST')
    const answer = streaming.sse(await readJsonBody(c), headersOf(c))
    if (!('stream' in answer)) {
      const { status, id, error } = answer
      return sendJson(c, status, { id, error })
    }
    endWithClient(c)
    return new Response(answer.stream, {
      status: 200,
      headers: {
        ...c.env.request.headers,
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-cache',
      },
    })
  })

  app.all(WS_PATH, (c) => {
    c.env.request.route = 'streaming/ws'
    if (c.req.method !== 'GET') throw methodRefusal(c, 'GET')
    const { upgrade } = c.env
    if (!upgrade) {
      setHeader(c, 'Upgrade', 'websocket')
      throw new ApiError(426, 'Upgrade Required')
    }
    // CORS does not keep pages of foreign origins from reading a WebSocket.
    const origin = c.req.header('origin')
    if (origin !== undefined && !isAllowedOrigin(origin, origins)) {
      throw new ApiError(403, `pages of ${truncateHeader(origin)} may not open a WebSocket here`)
    }
    upgrade.opening = streaming.webSocket(headersOf(c), parseJson)
    // The handshake has answered; this response is for the log.
    return send(c, 204, null)
  })

  let document: string | undefined
  app.get(OPEN_API_PATH, (c) => {
    document ??= JSON.stringify(openApiStreamingDocument())
    return sendJsonText(c, 200, document)
  })

  app.all(STREAMING_HEALTH_PATH, (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw methodRefusal(c, READ_ONLY)
    const state = streaming.health()
    return sendJson(c, state.ok ? 200 : 503, state)
  })
}

/** A stream has no end for which a client could wait: a client that has ended its sending side has left. */
function endWithClient({ env: { incoming, outgoing } }: AppContext): void {
  const socket = incoming?.socket
  if (!socket) return
  const end = () => socket.destroy()
  if (socket.readableEnded) end()
  socket.once('end', end)
  outgoing?.once('close', () => socket.off('end', end))
}

const OPEN_API_PATH = `${STREAMING_PREFIX}/openapi.json`

/** Returns the body as JSON, or the reason why it is not JSON. */
async function readJsonBody(
  c: AppContext,
): Promise<{ readonly value: unknown } | { readonly fault: string }> {
  if (!isJsonContent(c)) {
    return { fault: 'the content type must be application/json' }
  }
  try {
    return { value: parseJson(await readBody(c.req.raw)) }
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { fault: error.message }
    throw error
  }
}
