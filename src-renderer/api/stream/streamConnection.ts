import type { StreamEventJson } from '#shared/schema/streaming.ts'
import { withVisibleText } from '#shared/untrustedText.ts'

/** A page's subscription (docs/streaming §4). `subscribe` replaces the whole subscription. */
export type StreamRequest = {
  readonly types: readonly ('actions' | 'trace' | 'transactions')[]
  readonly addresses?: readonly string[]
  readonly trace_external_hash_norms?: readonly string[]
}

export type StreamListener = {
  readonly onEvent: (event: StreamEventJson) => void
  /** Called when the subscription is confirmed. Earlier events must be requested over HTTP. */
  readonly onSubscribed: () => void
  /** Called when the stream is lost. The page polls until it is back. */
  readonly onLost: () => void
}

/** The part of a WebSocket that the stream uses. */
export type StreamSocket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>

export type StreamClock = {
  /** Calls back once after a time in milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, call: () => void) => () => void
}

/** Interval of pings: the server closes idle connections (docs/streaming §6). */
const PING_MS = 15_000
/** Time without any message after which the connection counts as dead, even if TCP reports it open. */
const SILENCE_MS = 40_000
const FIRST_RETRY_MS = 1_000
/** Maximum pause, ms: the server can refuse a new connection for about a minute after an abrupt end. */
const MAX_RETRY_MS = 30_000
/** Time for which the connection is kept between two pages, ms. */
const LINGER_MS = 5_000

type Watch = { readonly request: StreamRequest; readonly listener: StreamListener }

function readMessage(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const value: unknown = withVisibleText(JSON.parse(data))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // Not a message of this protocol: ignored.
    return undefined
  }
}

/**
 * The window's only connection to `/api/streaming/v2/ws`. It has one subscription, which is replaced by that of
 * the next page, and reconnects with growing pauses. Events are not replayed: after `onSubscribed` the page
 * reads them over HTTP.
 */
export class StreamConnection {
  readonly #open: () => StreamSocket
  readonly #clock: StreamClock
  #watch: Watch | undefined
  #socket: StreamSocket | undefined
  #isOpen = false
  #subscription = 0
  #failures = 0
  #cancelRetry: (() => void) | undefined
  #cancelLinger: (() => void) | undefined
  #cancelPing: (() => void) | undefined
  #cancelSilence: (() => void) | undefined

  constructor(open: () => StreamSocket, clock: StreamClock) {
    this.#open = open
    this.#clock = clock
  }

  /** Replaces the subscription. Returns a function that ends it unless it has been replaced. */
  watch(request: StreamRequest, listener: StreamListener): () => void {
    const watch = { request, listener }
    this.#watch = watch
    this.#cancelLinger?.()
    if (this.#isOpen) this.#subscribe()
    else if (!this.#socket && !this.#cancelRetry) this.#connect()
    return () => {
      if (this.#watch !== watch) return
      this.#watch = undefined
      this.#cancelLinger = this.#clock.after(LINGER_MS, () => this.#end())
    }
  }

  #connect(): void {
    this.#cancelRetry = undefined
    const socket = this.#open()
    this.#socket = socket
    socket.onopen = () => {
      if (this.#socket !== socket) return
      this.#isOpen = true
      this.#noteReceived()
      this.#ping()
      this.#subscribe()
    }
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#read(data)
    }
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #subscribe(): void {
    if (!this.#watch) return
    this.#subscription += 1
    // The server would keep the previous page's values of omitted fields.
    const fixed = { min_finality: 'pending', include_address_book: true, include_metadata: true }
    const message = {
      operation: 'subscribe',
      id: String(this.#subscription),
      ...fixed,
      supported_action_types: ['latest', 'tgbtc'],
      ...this.#watch.request,
    }
    this.#socket?.send(JSON.stringify(message))
  }

  #read(data: unknown): void {
    this.#noteReceived()
    const message = readMessage(data)
    if (!message) return
    if (typeof message.type === 'string') {
      // Late events of the previous subscription are possible: pages ignore those of other accounts.
      this.#watch?.listener.onEvent(message as StreamEventJson)
    } else if (message.id === String(this.#subscription)) {
      if (message.status === 'subscribed') {
        this.#failures = 0
        this.#watch?.listener.onSubscribed()
      } else if (message.error !== undefined) this.#watch?.listener.onLost()
    }
  }

  #ping(): void {
    this.#cancelPing = this.#clock.after(PING_MS, () => {
      this.#socket?.send(JSON.stringify({ operation: 'ping' }))
      this.#ping()
    })
  }

  #noteReceived(): void {
    this.#cancelSilence?.()
    this.#cancelSilence = this.#clock.after(SILENCE_MS, () => {
      this.#socket?.close()
      this.#lost()
    })
  }

  #lost(): void {
    this.#drop()
    this.#watch?.listener.onLost()
    if (!this.#watch) return
    const pause = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS)
    this.#failures += 1
    this.#cancelRetry = this.#clock.after(pause, () => {
      this.#cancelRetry = undefined
      if (this.#watch) this.#connect()
    })
  }

  /** Closes the connection until a page subscribes. */
  #end(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    const socket = this.#socket
    this.#drop()
    socket?.close()
  }

  #drop(): void {
    this.#cancelPing?.()
    this.#cancelSilence?.()
    this.#socket = undefined
    this.#isOpen = false
  }
}
