import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections over the limit that are told so at the same time; any more are closed without a word. */
const TURNED_AWAY_AT_ONCE = 256
const TURNED_AWAY_MS = 1_000

/**
 * Lets `max` connections in at a time. One more gets `turnAway` written to it, before it has asked anything, and is
 * closed; Node's own `maxConnections` alone would let the client guess. Returns what serves a connection again that was
 * let in before.
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
