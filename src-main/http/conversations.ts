import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** What has been asked and answered on each connection. */
export type Conversations = {
  /** Notes a request with the answer that it will get; returns how many answers the client is owed now. */
  begin(request: IncomingMessage, response: ServerResponse): number
  /** Returns how many answers the client of a connection waits for. */
  owed(socket: Duplex): number
  /** The request that came last has its answer, or the beginning of it, though it has not arrived whole itself. */
  isAnsweredEarly(socket: Duplex): boolean
}

type Conversation = { last: ServerResponse; owed: number }

export function createConversations(): Conversations {
  const conversations = new WeakMap<Duplex, Conversation>()
  return {
    begin({ socket }, response) {
      const known = conversations.get(socket)
      const conversation = known ?? { last: response, owed: 0 }
      if (!known) conversations.set(socket, conversation)
      conversation.last = response
      response.once('close', () => conversation.owed--)
      return ++conversation.owed
    },
    owed: (socket) => conversations.get(socket)?.owed ?? 0,
    isAnsweredEarly(socket) {
      const known = conversations.get(socket)
      return known ? known.last.headersSent && !known.last.req.complete : false
    },
  }
}
