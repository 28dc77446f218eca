/** Buffers arrive from another thread as plain byte arrays: they become Buffers again, however deep they lie. */
export function withBuffers<T>(value: T): T {
  return revived(value) as T
}

function revived(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revived(each)]))
}
