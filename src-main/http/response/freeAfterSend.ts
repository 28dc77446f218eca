import type { AppContext } from '../appContext.ts'

/** Number of unfinished responses with these bytes. */
const users = new WeakMap<Uint8Array<ArrayBuffer>, number>()

/**
 * Frees the bytes of an answer, which must have no other users, when the last response with them has been sent. Freed by
 * V8, a few dozen pages cause a full mark of its heap, which blocks the event loop. The system can still read the bytes
 * of an aborted response: V8 frees those.
 */
export function freeAfterSend(c: AppContext, bytes: Uint8Array<ArrayBuffer>): void {
  const response = c.env.outgoing
  if (!response) return
  users.set(bytes, (users.get(bytes) ?? 0) + 1)
  response.once('finish', () => {
    const left = (users.get(bytes) ?? 0) - 1
    users.set(bytes, left)
    if (left === 0) bytes.buffer.transfer(0)
  })
}
