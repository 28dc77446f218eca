import type { StreamHub } from './hub.ts'
import { MAX_QUEUED, MessageQueue } from './messageQueue.ts'
import type { Subscription } from './subscription.ts'

/** Number of messages that SSE queues in addition to the limit of WebSocket (docs/streaming §8). */
const MORE_QUEUED = 16
const KEEP_ALIVE = Buffer.from(': keepalive\n\n')

/**
 * Opens an SSE stream (docs/streaming §5). It is read as fast as the client accepts it: all other messages wait in the
 * queue.
 * @param onClose called once, when the client has left or the server ends the stream
 */
export function openSse(
  hub: StreamHub,
  { id, subscription }: { readonly id: string | undefined; readonly subscription: Subscription },
  onClose: () => void,
): ReadableStream<Uint8Array> {
  const queue = new MessageQueue(MAX_QUEUED + MORE_QUEUED)
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isKeepAliveDue = false
  let isEnded = false

  /** Passes on one message, if the client waits for one. */
  function wake(): void {
    if (!controller || isEnded || (controller.desiredSize ?? 0) <= 0) return
    const message = queue.shift()
    if (message) {
      controller.enqueue(message.sse)
    } else if (isKeepAliveDue) {
      controller.enqueue(KEEP_ALIVE)
    } else return
    isKeepAliveDue = false
  }

  function leave(): void {
    if (isEnded) return
    isEnded = true
    hub.disconnect(client)
    onClose()
  }

  const client = hub.connect({
    queue,
    wake,
    keepAlive() {
      isKeepAliveDue = true
      wake()
    },
    end() {
      leave()
      controller?.close()
    },
  })
  hub.subscribe(client, subscription)

  const answer = JSON.stringify({ id, status: 'subscribed' })
  const connected = Buffer.from(`event: connected\ndata: ${answer}\n\n`)
  return new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
        opened.enqueue(connected)
      },
      pull: wake,
      cancel: leave,
    },
    // Only one message at a time is in the socket's buffer.
    { highWaterMark: 1 },
  )
}
