import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { extraText } from './extra.ts'
import { MAX_HEADER_BYTES } from './limits.ts'
import { JSON_TYPE } from './respond.ts'

export type HttpServer = {
  readonly port: number
  /** Stops accepting, lets running requests finish for a moment, then cuts them off. */
  close(): Promise<void>
}

export type ListenOptions = {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 65_000
const CLOSE_GRACE_MS = 2_000

function failureBody(status: number, text: string): string {
  return JSON.stringify({ ok: false, error: text, code: status, '@extra': extraText(Date.now(), [], 0) })
}

/** What Node's parser refuses before there is a request. */
const PARSER_FAULTS: Readonly<Record<string, readonly [status: number, reason: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    `headers are longer than ${MAX_HEADER_BYTES} bytes`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
}
const MALFORMED = [400, 'Bad Request', 'malformed HTTP request'] as const

/** Answers a broken request in the envelope, as far as the connection still allows. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, text] = PARSER_FAULTS[error.code ?? ''] ?? MALFORMED
  const body = failureBody(status, text)
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The request never became one that the app could see: an impossible Host or URL. */
function refuseUnreadable(): Response {
  return new Response(failureBody(400, MALFORMED[2]), {
    status: 400,
    headers: { 'Content-Type': JSON_TYPE },
  })
}

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Listens; rejects with Node's own error (EADDRINUSE and others) when that fails. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<HttpServer> {
  const listener = getRequestListener(fetch, { errorHandler: refuseUnreadable })
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, listener)
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('clientError', refuse)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server),
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearTimeout(cutOff)
      resolve()
    })
    server.closeIdleConnections()
  })
}
