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

/** The methods of a WebSocket that a session uses. */
export type SessionSocket = {
  /** Number of bytes that the network has not accepted yet. */
  readonly bufferedAmount: number
  /** @param onSent called when the network has accepted it, or never will */
  send(text: string | Buffer, onSent?: () => void): void
  ping(): void
  close(code: number): void
  /** Closes the connection at once. */
  terminate(): void
}

export type SessionOptions = {
  readonly slot: StreamSlot
  /** X-Actions-Version of the upgrade. */
  readonly actionsVersion: string | undefined
  parseJson(text: string): unknown
}

export type WsSession = {
  /** Handles a frame from the client. */
  receive(text: string): void
  /** Called when the socket is closed. */
  closed(): void
}

/** Maximum number of bytes in the socket's buffer; further messages wait in the queue. */
const MAX_BUFFERED = 64 << 10
/** Maximum number of unread bytes of a client that sends requests. */
const MAX_UNREAD_ANSWERS = 1 << 20
const GOING_AWAY = 1001
const END_MS = 1_000

/** Handlers of the operations of a connection. They return the status of the answer. */
export type StreamOperations = { readonly [Name in StreamOperation]: (value: unknown) => string }

/** Serves one WebSocket connection (docs/streaming §6). */
export function openWsSession(hub: StreamHub, socket: SessionSocket, options: SessionOptions): WsSession {
  return new OpenSession(hub, socket, options)
}

class OpenSession implements WsSession {
  readonly #hub: StreamHub
  readonly #socket: SessionSocket
  readonly #options: SessionOptions
  readonly #queue = new MessageQueue(MAX_QUEUED)
  readonly #client: ReturnType<StreamHub['connect']>
  readonly #operations: StreamOperations = {
    ping: () => 'pong',
    subscribe: (value) => {
      this.#subscribe(value)
      return 'subscribed'
    },
    unsubscribe: (value) => {
      this.#unsubscribe(value)
      return 'unsubscribed'
    },
  }
  #subscription: Subscription | undefined
  #isClosed = false
  #cutOff: NodeJS.Timeout | undefined

  constructor(hub: StreamHub, socket: SessionSocket, options: SessionOptions) {
    this.#hub = hub
    this.#socket = socket
    this.#options = options
    this.#client = hub.connect({
      queue: this.#queue,
      wake: this.#sendQueued,
      keepAlive: () => socket.ping(),
      end: () => {
        socket.close(GOING_AWAY)
        this.#cutOff = setTimeout(() => socket.terminate(), END_MS)
      },
    })
  }

  receive(text: string): void {
    let id: string | null | undefined
    try {
      const envelope = this.#parseEnvelope(text)
      const { operation } = envelope
      id = envelope.id
      if (!isStreamOperation(operation)) throw new SubscriptionError(`unknown operation: ${operation ?? ''}`)
      this.#answer(id, { status: this.#operations[operation](envelope.value) })
    } catch (error) {
      if (!(error instanceof SubscriptionError)) throw error
      this.#answer(id, { error: error.message })
    }
  }

  closed(): void {
    this.#isClosed = true
    clearTimeout(this.#cutOff)
    this.#hub.disconnect(this.#client)
    this.#options.slot.close()
  }

  /** Sends queued messages until the socket's buffer is full; called again when the network took one. */
  readonly #sendQueued = (): void => {
    while (!this.#isClosed && this.#socket.bufferedAmount < MAX_BUFFERED) {
      const message = this.#queue.shift()
      if (!message) return
      this.#socket.send(message.json, this.#sendQueued)
    }
  }

  #parseEnvelope(text: string) {
    let value: unknown
    try {
      value = this.#options.parseJson(text)
    } catch (error) {
      throw new SubscriptionError(`invalid request envelope: ${faultText(error)}`)
    }
    const envelope = envelopeFields.safeParse(value)
    if (envelope.success) return { ...envelope.data, value }
    throw new SubscriptionError(`invalid request envelope: ${faultText(envelope.error)}`)
  }

  #answer(id: string | null | undefined, fields: object): void {
    // A client that sends requests without reading their answers is cut off.
    if (this.#socket.bufferedAmount > MAX_UNREAD_ANSWERS) this.#socket.terminate()
    else this.#socket.send(JSON.stringify({ ...(typeof id === 'string' && { id }), ...fields }))
  }

  #subscribe(value: unknown): void {
    const fields = subscriptionFields.safeParse(value)
    if (!fields.success) throw new SubscriptionError(`invalid subscribe request: ${faultText(fields.error)}`)
    const requested = readSubscription(fields.data, WS_TEXTS, this.#subscription)
    const refusal = this.#options.slot.subscribe(requested.addresses.size)
    if (refusal !== undefined) throw new SubscriptionError(refusal)
    this.#setSubscription(requested)
  }

  #unsubscribe(value: unknown): void {
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
    const before = this.#subscription
    if (!before) return
    const left = {
      ...before,
      addresses: without(before.addresses, addresses),
      hashes: without(before.hashes, hashes),
    }
    this.#options.slot.subscribe(left.addresses.size)
    this.#setSubscription(left)
  }

  #setSubscription(requested: Subscription): void {
    this.#subscription = requested
    const { actionsVersion } = this.#options
    const version = actionsVersion === undefined ? undefined : [actionsVersion]
    this.#hub.subscribe(this.#client, {
      ...requested,
      supportedActionTypes: requested.supportedActionTypes ?? version,
    })
  }
}

function isStreamOperation(name: string | null | undefined): name is StreamOperation {
  return STREAM_OPERATIONS.some((operation) => operation === name)
}

function without(texts: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...texts].filter((text) => !gone.has(text)))
}
