import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of refused connections that get a response at the same time; further ones are closed without one. */
const TURNED_AWAY_AT_ONCE = 256
const TURNED_AWAY_MS = 1_000

/**
 * Accepts up to `max` connections at a time. Further ones get a response from `turnAway` before they send a request,
 * and are closed; Node's own `maxConnections` would close them without a response. Returns a function that serves an
 * accepted connection again.
 */
export function limitConnections(
  server: Server,
  max: number,
  turnAway: (socket: Socket) => void,
): (socket: Socket) => void {
  const letIn = server.listeners('connection')
  let open = 0
  server.maxConnections = max + TURNED_AWAY_AT_ONCE
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (open >= max) {
      refuse(socket, turnAway)
      return
    }
    open++
    socket.once('close', () => open--)
    serve(socket)
  })
  function serve(socket: Socket): void {
    for (const listener of letIn) listener.call(server, socket)
  }
  return serve
}

function refuse(socket: Socket, turnAway: (socket: Socket) => void): void {
  // Unread bytes would cause a reset, and the client would lose the answer.
  socket.on('error', () => {})
  socket.resume()
  const cutOff = setTimeout(() => socket.destroy(), TURNED_AWAY_MS)
  socket.once('close', () => clearTimeout(cutOff))
  turnAway(socket)
}
