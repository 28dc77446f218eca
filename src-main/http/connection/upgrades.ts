import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { WS_PATH } from '#shared/schema/streaming.ts'
import { MAX_BODY_BYTES } from '../request/limits.ts'
import { errorBody } from '../response/errorBody.ts'
import { enterBase, type IsNetwork, splitBase } from './basePath.ts'

/** A WebSocket as sessions use it. */
type SessionSocket = {
  /** Number of bytes that the network has not accepted yet. */
  readonly bufferedAmount: number
  /** @param onSent called when the network has accepted it, or never will */
  send(text: string | Buffer, onSent?: () => void): void
  ping(): void
  close(code: number): void
  /** Closes the connection at once. */
  terminate(): void
}

type Session = {
  /** Handles a frame from the client. */
  receive(text: string): void
  /** Called when the socket is closed. */
  closed(): void
}

type Opening = {
  /** Serves the WebSocket; returns undefined if it is already closed. */
  accept(socket: SessionSocket): Session | undefined
  /** Called instead of `accept` if the handshake fails. */
  abandon(): void
}

/** The response to a request to become a WebSocket: the route sets `opening`, or refuses by its response. */
export type Upgrade = { opening?: Opening }

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Maximum silence of a client, ms: after it the client has left or does not read. */
const SILENCE_MS = 300_000

/** Returns whether a request asks to become a WebSocket on a path that has one. */
function isUpgrade({ url = '', headers }: IncomingMessage, isNetwork: IsNetwork): boolean {
  const [path] = (splitBase(url, isNetwork)?.target ?? url).split('?')
  return path === WS_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Serves requests for a WebSocket through `fetch`, so that the same rules apply to them.
 * @param serveAnew serves a connection whose request is for another protocol as plain HTTP. Node would drop the bytes that
 * follow such a request, and report no errors in it.
 */
export function serveUpgrades(
  server: Server,
  { fetch, isNetwork }: { readonly fetch: Fetch; readonly isNetwork: IsNetwork },
  serveAnew: (socket: Socket, request: IncomingMessage, head: Buffer) => void,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_BODY_BYTES,
    perMessageDeflate: false,
  })
  sockets.on('wsClientError', ({ message }, socket) => refuse(socket, malformed(message, VERSIONS)))
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!isUpgrade(request, isNetwork)) return serveAnew(socket, request, head)
    enterBase(request, isNetwork)
    socket.on('error', () => socket.destroy())
    const upgrade: Upgrade = {}
    answer(request, upgrade).then(
      async (response) => {
        const { opening } = upgrade
        if (!opening) return refuse(socket, response)
        if (socket.destroyed) return opening.abandon()
        let isOpen = false
        socket.once('close', () => {
          if (!isOpen) opening.abandon()
        })
        sockets.handleUpgrade(request, socket, head, (opened) => {
          isOpen = true
          serve(opened, opening)
        })
      },
      () => socket.destroy(),
    )
  })

  async function answer(request: IncomingMessage, upgrade: Upgrade): Promise<Response> {
    const webRequest = requestOf(request)
    return webRequest
      ? fetch(webRequest, { incoming: request, upgrade })
      : malformed('malformed HTTP request')
  }
}

/** Header with the supported versions of the protocol, for a client that requests another one (RFC 6455 §4.4). */
const VERSIONS = { 'Sec-WebSocket-Version': '13, 8' }

function malformed(text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(errorBody(WS_PATH, 400, text), {
    status: 400,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

/** Returns undefined for a request without a host, or with headers that the app cannot receive. */
function requestOf({
  headers: { host },
  method,
  rawHeaders,
  url: target,
}: IncomingMessage): Request | undefined {
  const url = host ? URL.parse(`http://${host}${target}`) : null
  if (!url) return undefined
  try {
    const headers = new Headers()
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string)
    }
    return new Request(url, { method: method ?? 'GET', headers })
  } catch {
    return undefined
  }
}

function serve(opened: WebSocket, { accept }: Opening): void {
  let receivedAt = performance.now()
  const noteReceived = () => {
    receivedAt = performance.now()
  }
  const socket: SessionSocket = {
    get bufferedAmount() {
      return opened.bufferedAmount
    },
    send: (data, onSent) => opened.send(data, { binary: false }, () => onSent?.()),
    ping() {
      if (performance.now() - receivedAt > SILENCE_MS) opened.terminate()
      else opened.ping()
    },
    close: (code) => opened.close(code),
    terminate: () => opened.terminate(),
  }
  // Errors of the protocol end in a close event.
  opened.on('error', () => {})
  const session = accept(socket)
  if (!session) return
  opened.on('pong', noteReceived)
  opened.on('message', (data) => {
    noteReceived()
    session.receive(String(data))
  })
  opened.on('close', () => session.closed())
}

/** Writes the response of a refused upgrade, and ends the connection. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const reason = STATUS_CODES[response.status] ?? 'Refused'
  const head = [`HTTP/1.1 ${response.status} ${reason}`]
  for (const [name, value] of response.headers) {
    if (name !== 'content-length' && name !== 'connection') head.push(`${name}: ${value}`)
  }
  socket.end(
    Buffer.concat([
      Buffer.from(`${[...head, `Content-Length: ${body.length}`, 'Connection: close'].join('\r\n')}\r\n\r\n`),
      body,
    ]),
  )
}
