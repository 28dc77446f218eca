import { bufferOf } from '../bufferOf.ts'
/**
 * Replaces the byte arrays in a message from another thread by Buffers on the same memory: a posted Buffer arrives as a
 * plain Uint8Array. Changes objects and arrays in place, because a received message is a copy.
 */
export function reviveBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return bufferOf(value)
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      if (typeof each === 'object') value[index] = reviveBuffers(each)
    }
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  const object = value as Record<string, unknown>
  for (const [key, each] of Object.entries(object)) {
    if (typeof each === 'object') object[key] = reviveBuffers(each)
  }
  return value
}
