import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** What has been asked and answered on each connection. */
export type Conversations = {
  /** Notes a request with the answer that it will get; returns how many answers the client is owed now. */
  begin(request: IncomingMessage, response: ServerResponse): number
  /** Returns how many answers the client of a connection waits for. */
  owed(socket: Duplex): number
  /** Returns the response that the client of a connection gets next, undefined if it waits for none. */
  next(socket: Duplex): ServerResponse | undefined
  /** The request that came last has its answer, or the beginning of it, though it has not arrived whole itself. */
  isAnsweredEarly(socket: Duplex): boolean
}

/** `owed` is in the order of the requests. */
type Conversation = { last: ServerResponse; readonly owed: Set<ServerResponse> }

export function createConversations(): Conversations {
  const conversations = new WeakMap<Duplex, Conversation>()
  return {
    begin({ socket }, response) {
      const known = conversations.get(socket)
      const conversation = known ?? { last: response, owed: new Set() }
      if (!known) conversations.set(socket, conversation)
      conversation.last = response
      conversation.owed.add(response)
      response.once('close', () => conversation.owed.delete(response))
      return conversation.owed.size
    },
    owed: (socket) => conversations.get(socket)?.owed.size ?? 0,
    next(socket) {
      const [first] = conversations.get(socket)?.owed ?? []
      return first
    },
    isAnsweredEarly(socket) {
      const known = conversations.get(socket)
      return known ? known.last.headersSent && !known.last.req.complete : false
    },
  }
}
