import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { PipelinedRequests } from './pipelinedRequests.ts'

/**
 * Lets clients that end their sending side after a request (`nc`, tools of HTTP/1.0) receive the responses. A client
 * that has closed its whole connection looks the same until something is sent to it. So each such connection gets `102
 * Processing` every `probeMs` while a response to a request of HTTP/1.1 is pending: that resets the connection of a
 * client that has left, which aborts its request. HTTP/1.0 has no such responses; its requests run to their deadlines.
 */
export function answerHalfClosed(
  server: Server,
  requests: Pick<PipelinedRequests, 'next'>,
  probeMs: number,
): void {
  // Missing in Node's types; without it Node ends a connection when the client ends its side.
  Object.assign(server, { httpAllowHalfOpen: true })
  const seen = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    // A connection whose upgrade is refused is served a second time.
    if (seen.has(socket)) return
    seen.add(socket)
    socket.once('end', () => {
      if (socket.destroyed || !requests.next(socket)) return
      const timer = setInterval(() => {
        const next = requests.next(socket)
        if (next && !next.headersSent && next.req.httpVersionMinor > 0) next.writeProcessing()
      }, probeMs)
      socket.once('close', () => clearInterval(timer))
    })
  })
}
