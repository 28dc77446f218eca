import { subscriptionFields } from '#shared/schema/streaming.ts'
import type { StreamHub } from './hub.ts'
import { faultText } from './requestFault.ts'
import { openSse } from './sse.ts'
import { createStreamLimits, readPlan, tooManyAddresses } from './streamLimits.ts'
import { readSubscription, SSE_TEXTS, SubscriptionError } from './subscription.ts'
import { openWsSession, type SessionSocket, type WsSession } from './wsSession.ts'

/** Parts of a client's request besides the body. */
export type StreamRequestHeaders = {
  /** Reads a header with a limit; absent if these headers are not trusted (docs/streaming §1). */
  readonly limit?: ((name: string) => string | undefined) | undefined
  /** X-Actions-Version. */
  readonly actionsVersion: string | undefined
}

/** The body of a request, or the reason why it is not JSON. */
export type StreamRequestBody = { readonly value: unknown } | { readonly fault: string }

export type SseAnswer =
  | { readonly stream: ReadableStream<Uint8Array> }
  | { readonly status: 400 | 429; readonly id: string | undefined; readonly error: string }

/** Callbacks of a WebSocket request. */
export type WsOpening = {
  /** Serves the socket. Returns undefined if the connection is refused, and already closed. */
  accept(socket: SessionSocket): WsSession | undefined
  /** Called if the handshake failed: `accept` is not called. */
  abandon(): void
}

/** The streaming API without its transport. */
export type StreamingApi = {
  sse(body: StreamRequestBody, headers: StreamRequestHeaders): SseAnswer
  webSocket(headers: StreamRequestHeaders, parseJson: (text: string) => unknown): WsOpening
}

const POLICY_VIOLATION = 1008

export function createStreamingApi(hub: StreamHub): StreamingApi {
  const limits = createStreamLimits()

  return {
    sse(body, { limit, actionsVersion }) {
      const id = 'value' in body ? idOf(body.value) : undefined
      const refuse = (status: 400 | 429, error: string) => ({ status, id, error }) as const
      if ('fault' in body) return refuse(400, `invalid subscription request: ${body.fault}`)
      const sent = subscriptionFields.safeParse(body.value)
      if (!sent.success) return refuse(400, `invalid subscription request: ${faultText(sent.error)}`)
      try {
        const requested = readSubscription(sent.data, SSE_TEXTS)
        const plan = limit && readPlan(limit)
        const slot = limits.open(plan)
        if (typeof slot === 'string') return refuse(429, slot)
        const tooMany = tooManyAddresses(plan, requested.addresses.size)
        if (tooMany !== undefined) {
          slot.close()
          return refuse(400, tooMany)
        }
        const supportedActionTypes = requested.supportedActionTypes ?? (actionsVersion && [actionsVersion])
        const subscription = { ...requested, supportedActionTypes: supportedActionTypes || undefined }
        return { stream: openSse(hub, { id, subscription }, () => slot.close()) }
      } catch (error) {
        if (error instanceof SubscriptionError) return refuse(400, error.message)
        throw error
      }
    },
    webSocket({ limit, actionsVersion }, parseJson) {
      const slot = limits.open(limit && readPlan(limit))
      return {
        accept(socket) {
          if (typeof slot !== 'string') return openWsSession(hub, socket, { slot, actionsVersion, parseJson })
          socket.send(JSON.stringify({ error: slot }))
          socket.close(POLICY_VIOLATION)
          return undefined
        },
        abandon() {
          if (typeof slot !== 'string') slot.close()
        },
      }
    },
  }
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}
