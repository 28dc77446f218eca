import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type HostileServer = {
  /** `127.0.0.1:PORT` */
  readonly place: string
  readonly port: number
  readonly url: (path: string) => string
  /** Paths in the order of the requests. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** Requests under way, now and at most. */
  readonly open: { now: number; most: number }
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

type Answer = (response: ServerResponse, path: string) => void

const MEGABYTE = Buffer.alloc(1 << 20)
/** A few kilobytes that unpack to 64 MB. */
const GZIP_BOMB = gzipSync(Buffer.alloc(64 << 20))

/** A real HTTP server on the loopback interface with answers that a hostile server could give. */
export async function openHostileServer(
  answers: Readonly<Record<string, Answer>> = {},
): Promise<HostileServer> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const open = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    open.most = Math.max(open.most, ++open.now)
    response.on('close', () => open.now--)
    const answer = answers[path] ?? ANSWERS[path.replace(/\?.*/, '')]
    if (answer) answer(response, path)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const place = `127.0.0.1:${port}`
  return {
    place,
    port,
    url: (path) => `http://${place}${path}`,
    requests,
    open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/ok.json': (response) => response.end('{"name":"Good"}'),
  '/gzip.json': (response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"name":"Packed"}')),
  '/bomb.json': (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(GZIP_BOMB),
  '/not-gzip.json': (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('plain text'),
  '/cut-gzip.json': (response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"name":"Cut"}').subarray(0, 20)),
  '/twice.json': (response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('{}'))),
  '/large.json': (response) => response.writeHead(200, { 'Content-Length': 1 << 30 }).write('{'),
  '/endless.json': endless,
  '/silent.json': () => {},
  '/stalled.json': (response) => response.write('{"name":'),
  '/slow.json': (response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/cut.json': (response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{', () => response.destroy())
  },
  '/error.json': (response) => response.writeHead(500).end('{"name":"Error page"}'),
  '/loop': (response) => redirect(response, '/loop'),
  '/relative': (response) => redirect(response, 'ok.json'),
  '/to': (response, path) => redirect(response, decodeURIComponent(path.slice('/to?'.length))),
  '/cookie': (response) =>
    response.writeHead(302, { 'Set-Cookie': 'id=1; Path=/', Location: '/ok.json' }).end(),
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location }).end()
}

function endless(response: ServerResponse): void {
  const push = () => {
    while (!response.destroyed && response.write(MEGABYTE));
  }
  response.on('drain', push)
  push()
}
