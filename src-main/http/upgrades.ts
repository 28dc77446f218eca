import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { WS_PATH } from '#shared/schema/streaming.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { refusalText } from './refusalText.ts'

/** A WebSocket as sessions use it. */
type SessionSocket = {
  /** Bytes that the network has not taken yet. */
  readonly bufferedAmount: number
  /** @param onSent called when the network took it, or never will */
  send(text: string | Buffer, onSent?: () => void): void
  ping(): void
  close(code: number): void
  /** Cuts the connection off. */
  terminate(): void
}

type Session = {
  /** A frame from the client. */
  receive(text: string): void
  /** The socket is closed. */
  closed(): void
}

type Opening = {
  /** Serves the WebSocket; undefined where that is closed already. */
  accept(socket: SessionSocket): Session | undefined
  /** Called instead of `accept` where the handshake fails. */
  abandon(): void
}

/** How a route answers a request to become a WebSocket: it sets `opening`, or refuses by its response. */
export type Upgrade = { opening?: Opening }

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** A client from which nothing came for so long is gone, or does not read. */
const SILENCE_MS = 300_000

/** Returns whether a request asks to become a WebSocket where there is one; others are answered as if they did not. */
export function isUpgrade({ url = '', headers }: IncomingMessage): boolean {
  const [path] = url.split('?')
  return path === WS_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Passes upgrades through `fetch`, so that they meet the same rules as requests. */
export function serveUpgrades(server: Server, fetch: Fetch): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_BODY_BYTES,
    perMessageDeflate: false,
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
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
    const { host = '' } = request.headers
    const headers = new Headers()
    for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
      headers.append(request.rawHeaders[i] as string, request.rawHeaders[i + 1] as string)
    }
    const url = URL.parse(`http://${host}${request.url}`)
    if (!url || !isUpgrade(request)) {
      const text = refusalText(WS_PATH, 400, 'malformed HTTP request')
      return new Response(text, { status: 400, headers: { 'Content-Type': 'application/json' } })
    }
    return fetch(new Request(url, { headers }), { incoming: request, upgrade })
  }
}

function serve(opened: WebSocket, { accept }: Opening): void {
  let heardAt = performance.now()
  const heard = () => {
    heardAt = performance.now()
  }
  const socket: SessionSocket = {
    get bufferedAmount() {
      return opened.bufferedAmount
    },
    send: (data, onSent) => opened.send(data, { binary: false }, () => onSent?.()),
    ping() {
      if (performance.now() - heardAt > SILENCE_MS) opened.terminate()
      else opened.ping()
    },
    close: (code) => opened.close(code),
    terminate: () => opened.terminate(),
  }
  // The protocol's errors end in a close.
  opened.on('error', () => {})
  const session = accept(socket)
  if (!session) return
  opened.on('pong', heard)
  opened.on('message', (data) => {
    heard()
    session.receive(String(data))
  })
  opened.on('close', () => session.closed())
}

/** Writes the response of a refused upgrade, and ends the connection. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const head = [`HTTP/1.1 ${response.status} ${response.statusText || 'Refused'}`]
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
