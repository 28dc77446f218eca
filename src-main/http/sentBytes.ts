import type { AppContext } from './appContext.ts'

/** Responses under way with these bytes. */
const users = new WeakMap<Uint8Array<ArrayBuffer>, number>()

/**
 * Frees the bytes of an answer that nobody else keeps when the last of the responses with them has been sent. Left to
 * V8, a few dozen pages have it mark its whole heap, and the event loop waits for that. Of a response that was cut off
 * the system may still read: those bytes are left to V8.
 */
export function freeWhenSent(c: AppContext, bytes: Uint8Array<ArrayBuffer>): void {
  const response = c.env.outgoing
  if (!response) return
  users.set(bytes, (users.get(bytes) ?? 0) + 1)
  response.once('finish', () => {
    const left = (users.get(bytes) ?? 0) - 1
    users.set(bytes, left)
    if (left === 0) bytes.buffer.transfer(0)
  })
}
