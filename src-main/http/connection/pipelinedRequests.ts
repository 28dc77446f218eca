import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Requests of each connection and their responses: a client can send requests ahead of the responses. */
export type PipelinedRequests = {
  /** Adds a request with its response. Returns the number of pending responses of its connection. */
  add(request: IncomingMessage, response: ServerResponse): number
  /** Returns the number of pending responses of a connection. */
  pending(socket: Duplex): number
  /** Returns the first pending response of a connection; undefined if it has no pending response. */
  next(socket: Duplex): ServerResponse | undefined
  /** Checks whether the response to the newest request has started before the whole request was received. */
  isAnsweredEarly(socket: Duplex): boolean
}

/** Responses of a connection; `pending` is in the order of the requests. */
type Responses = { newest: ServerResponse; readonly pending: Set<ServerResponse> }

/** Creates the record of pipelined requests of a server. */
export function createPipelinedRequests(): PipelinedRequests {
  const connections = new WeakMap<Duplex, Responses>()
  return {
    add({ socket }, response) {
      const known = connections.get(socket)
      const responses = known ?? { newest: response, pending: new Set() }
      if (!known) connections.set(socket, responses)
      responses.newest = response
      responses.pending.add(response)
      response.once('close', () => responses.pending.delete(response))
      return responses.pending.size
    },
    pending: (socket) => connections.get(socket)?.pending.size ?? 0,
    next(socket) {
      const [first] = connections.get(socket)?.pending ?? []
      return first
    },
    isAnsweredEarly(socket) {
      const known = connections.get(socket)
      return known ? known.newest.headersSent && !known.newest.req.complete : false
    },
  }
}
