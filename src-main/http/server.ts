import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { enterBase, type IsNetwork } from './connection/basePath.ts'
import { limitConnections } from './connection/connectionLimit.ts'
import { answerHalfClosed } from './connection/halfClosed.ts'
import { headWithoutUpgrade } from './connection/headWithoutUpgrade.ts'
import { createPipelinedRequests } from './connection/pipelinedRequests.ts'
import { serveUpgrades } from './connection/upgrades.ts'
import { HEADERS_TOO_LONG, MAX_BODY_BYTES, MAX_HEADER_BYTES } from './request/limits.ts'
import { errorBody } from './response/errorBody.ts'
import { JSON_TYPE } from './response/respond.ts'

export type HttpServer = {
  readonly port: number
  /** Stops accepting, lets running requests finish for a moment, then closes all connections. */
  close(): Promise<void>
}

export type ListenOptions = {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly deadlines?: Partial<Deadlines>
  /** Maximum number of connections; further ones are answered 503 and closed. */
  readonly maxConnections?: number
  /** Tells the networks with a base address (basePath.ts); default: none has one. */
  readonly isNetwork?: IsNetwork
}

/** Time limits in milliseconds. */
export type Deadlines = {
  /** For a request's headers. */
  readonly headers: number
  /** For the whole request. */
  readonly request: number
  /** Without traffic while a response is pending: closes the connection of a client that does not read its response. */
  readonly silence: number
  /** Interval of probes to a client that has ended its sending side and waits for a response: it can have left. */
  readonly probe: number
}

const DEADLINES: Deadlines = { headers: 15_000, request: 60_000, silence: 300_000, probe: 2_000 }
const MAX_CONNECTIONS = 1_000
/** Maximum number of pending responses of one connection. Each is held in memory. */
const MAX_PENDING = 100
/** Maximum interval of Node's checks for passed deadlines, ms. */
const MAX_CHECK_INTERVAL_MS = 5_000
const KEEP_ALIVE_MS = 65_000
const CLOSE_GRACE_MS = 2_000

type Refusal = readonly [status: number, reason: string, text: string]

const OVERFLOW: Refusal = [431, 'Request Header Fields Too Large', HEADERS_TOO_LONG]
/** Answers to errors of Node's parser, before there is a request. */
const PARSER_FAULTS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: OVERFLOW,
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
}
const MALFORMED: Refusal = [400, 'Bad Request', 'malformed HTTP request']
const UPGRADE_BEHIND = 'a request for another protocol cannot follow one that waits for its answer'
const FULL: Refusal = [503, 'Service Unavailable', 'too many connections']
const NO_TUNNEL: Refusal = [405, 'Method Not Allowed', 'unsupported http method: CONNECT']

/** Answers a broken request in the envelope if the connection still allows it. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, isAnswered: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy()
  else endWith(socket, PARSER_FAULTS[error.code ?? ''] ?? MALFORMED)
}

function endWith(socket: Duplex, [status, reason, text]: Refusal): void {
  const body = errorBody('', status, text)
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Answers a request that must not reach the app, and ends the connection. */
function answerLast(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const [path = ''] = (request.url ?? '').split('?')
  response.writeHead(status, { 'Content-Type': JSON_TYPE, Connection: 'close' })
  response.end(errorBody(path, status, text))
}

/** Answers a request with an impossible Host or URL, which cannot reach the app. */
function refuseUnreadable(): Response {
  return new Response(errorBody('', 400, MALFORMED[2]), {
    status: 400,
    headers: { 'Content-Type': JSON_TYPE },
  })
}

/** Returns whether a request asks for another protocol: Node's parser then skips the bytes that follow it. */
function asksForUpgrade({ headers: { upgrade, connection } }: IncomingMessage): boolean {
  return upgrade !== undefined && /(^|,)\s*upgrade\s*(,|$)/i.test(connection ?? '')
}

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Listens; rejects with Node's own error (EADDRINUSE and others) when that fails. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<HttpServer> {
  const answer = getRequestListener(fetch, { errorHandler: refuseUnreadable })
  const requests = createPipelinedRequests()
  const { isNetwork = () => false } = options
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    enterBase(request, isNetwork)
    const pending = requests.add(request, response)
    if (asksForUpgrade(request)) return answerLast(request, response, 400, UPGRADE_BEHIND)
    if (pending <= MAX_PENDING) return answer(request, response)
    return answerLast(request, response, 503, 'too many requests ahead of their answers')
  }
  const deadlines = { ...DEADLINES, ...options.deadlines }
  const { headers: headersTimeout, request: requestTimeout, silence, probe } = deadlines
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL_MS, headersTimeout),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node's own answer to a missing Host is a 400 without a body; the listener answers it in the envelope.
    requireHostHeader: false,
    // Two parsers cannot take turns on one connection.
    shouldUpgradeCallback: ({ socket }: IncomingMessage) => requests.pending(socket) === 0,
  }
  const server = createServer(limits, listener)
  server.setTimeout(silence)
  answerHalfClosed(server, requests, probe)
  const maxConnections = options.maxConnections ?? MAX_CONNECTIONS
  const serveSocket = limitConnections(server, maxConnections, (socket) => endWith(socket, FULL))
  serveUpgrades(server, { fetch, isNetwork }, (socket, request, rest) => {
    const head = headWithoutUpgrade(request)
    if (!head) return endWith(socket, OVERFLOW)
    socket.unshift(Buffer.concat([head, rest]))
    serveSocket(socket)
  })
  server.on('clientError', (error, socket) => refuse(error, socket, requests.isAnsweredEarly(socket)))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Rejects a body that is too large before a client that waits for 100 Continue sends it.
    if (!(Number(request.headers['content-length']) > MAX_BODY_BYTES)) response.writeContinue()
    return listener(request, response)
  })
  // Node would answer other expectations than 100-continue without a body.
  server.on('checkExpectation', (request, response) => {
    enterBase(request, isNetwork)
    answerLast(request, response, 417, 'unsupported expectation')
  })
  server.on('connect', (_request, socket) => endWith(socket, NO_TUNNEL))
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
