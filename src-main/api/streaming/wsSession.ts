import {
  envelopeFields,
  STREAM_OPERATIONS,
  type StreamOperation,
  subscriptionFields,
  unsubscriptionFields,
} from '#shared/schema/streaming.ts'
import type { StreamHub } from './hub.ts'
import { MAX_QUEUED, MessageQueue } from './messageQueue.ts'
import { faultText } from './requestFault.ts'
import type { StreamSlot } from './streamLimits.ts'
import {
  readAddresses,
  readHashes,
  readSubscription,
  type Subscription,
  SubscriptionError,
  WS_TEXTS,
} from './subscription.ts'

/** A WebSocket, as far as a session uses it. */
export type SessionSocket = {
  /** Bytes that the network has not taken yet. */
  readonly bufferedAmount: number
  /** @param onSent called when the network took it, or never will */
  send(text: string | Buffer, onSent?: () => void): void
  ping(): void
  close(code: number): void
  /** Cuts the connection off. */
  terminate(): void
}

export type SessionOptions = {
  readonly slot: StreamSlot
  /** X-Actions-Version of the upgrade. */
  readonly actionsVersion: string | undefined
  parseJson(text: string): unknown
}

export type WsSession = {
  /** A frame from the client. */
  receive(text: string): void
  /** The socket is closed. */
  closed(): void
}

/** More than this is not handed to the socket: the rest waits in the queue. */
const MAX_BUFFERED = 64 << 10
/** Bytes that a client can leave unread while it asks. */
const MAX_UNREAD_ANSWERS = 1 << 20
const GOING_AWAY = 1001
const END_MS = 1_000

/** Handlers of the operations of a connection. They return the status that answers one. */
export type StreamOperations = { readonly [Name in StreamOperation]: (value: unknown) => string }

/** Serves one WebSocket connection (docs/streaming §6). */
export function openWsSession(hub: StreamHub, socket: SessionSocket, options: SessionOptions): WsSession {
  const { slot, actionsVersion, parseJson } = options
  const queue = new MessageQueue(MAX_QUEUED)
  let subscription: Subscription | undefined
  let isClosed = false
  let cutOff: NodeJS.Timeout | undefined

  function wake(): void {
    while (!isClosed && socket.bufferedAmount < MAX_BUFFERED) {
      const message = queue.shift()
      if (!message) return
      socket.send(message.json, wake)
    }
  }

  const client = hub.connect({
    queue,
    wake,
    keepAlive: () => socket.ping(),
    end() {
      socket.close(GOING_AWAY)
      cutOff = setTimeout(() => socket.terminate(), END_MS)
    },
  })

  function answer(id: string | null | undefined, fields: object): void {
    // A client that asks without reading its answers is cut off.
    if (socket.bufferedAmount > MAX_UNREAD_ANSWERS) socket.terminate()
    else socket.send(JSON.stringify({ ...(typeof id === 'string' && { id }), ...fields }))
  }

  function subscribe(value: unknown): void {
    const fields = subscriptionFields.safeParse(value)
    if (!fields.success) throw new SubscriptionError(`invalid subscribe request: ${faultText(fields.error)}`)
    const requested = readSubscription(fields.data, WS_TEXTS, subscription)
    const refusal = slot.subscribe(requested.addresses.size)
    if (refusal !== undefined) throw new SubscriptionError(refusal)
    setSubscription(requested)
  }

  function unsubscribe(value: unknown): void {
    const fields = unsubscriptionFields.safeParse(value)
    if (!fields.success) {
      throw new SubscriptionError(`invalid unsubscribe request: ${faultText(fields.error)}`)
    }
    const { addresses: sent, trace_external_hash_norms: keys } = fields.data
    const addresses = readAddresses(sent ?? [])
    const hashes = readHashes(keys ?? [])
    if (addresses.size + hashes.size === 0) {
      throw new SubscriptionError('addresses or trace_external_hash_norms are required')
    }
    if (!subscription) return
    const left = {
      ...subscription,
      addresses: without(subscription.addresses, addresses),
      hashes: without(subscription.hashes, hashes),
    }
    slot.subscribe(left.addresses.size)
    setSubscription(left)
  }

  function setSubscription(requested: Subscription): void {
    subscription = requested
    const version = actionsVersion === undefined ? undefined : [actionsVersion]
    hub.subscribe(client, {
      ...requested,
      supportedActionTypes: requested.supportedActionTypes ?? version,
    })
  }

  const operations: StreamOperations = {
    ping: () => 'pong',
    subscribe(value) {
      subscribe(value)
      return 'subscribed'
    },
    unsubscribe(value) {
      unsubscribe(value)
      return 'unsubscribed'
    },
  }

  return {
    receive(text) {
      let value: unknown
      try {
        value = parseJson(text)
      } catch (error) {
        return answer(undefined, { error: `invalid request envelope: ${faultText(error)}` })
      }
      const envelope = envelopeFields.safeParse(value)
      if (!envelope.success) {
        return answer(undefined, { error: `invalid request envelope: ${faultText(envelope.error)}` })
      }
      const { id, operation } = envelope.data
      try {
        if (!isStreamOperation(operation)) {
          return answer(id, { error: `unknown operation: ${operation ?? ''}` })
        }
        answer(id, { status: operations[operation](value) })
      } catch (error) {
        if (!(error instanceof SubscriptionError)) throw error
        answer(id, { error: error.message })
      }
    },
    closed() {
      isClosed = true
      clearTimeout(cutOff)
      hub.disconnect(client)
      slot.close()
    },
  }
}

function isStreamOperation(name: string | null | undefined): name is StreamOperation {
  return STREAM_OPERATIONS.some((operation) => operation === name)
}

function without(texts: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...texts].filter((text) => !gone.has(text)))
}
