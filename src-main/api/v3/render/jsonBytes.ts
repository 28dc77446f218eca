import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import { JsonBuffer } from './jsonBuffer.ts'
import { DeferredJson } from './jsonWriter.ts'

/** Holds one answer of the thread at a time, which is copied out. */
const BUFFER = new JsonBuffer()

/**
 * A body as UTF-8 JSON in a buffer of its own, which can be transferred. It is the only one that is made for it: of
 * memory outside of its heap V8 frees little before it has marked all that is in it, for which a page waits.
 *
 * Lists are written element by element: one sign beyond Latin-1 makes a whole text twice as wide and several times as
 * slow to write and to encode, and somewhere on a page there is nearly always one.
 */
export function jsonBytes(body: object): Uint8Array<ArrayBuffer> {
  BUFFER.clear()
  if (Array.isArray(body)) putList(body)
  else putFields(body)
  return BUFFER.copy()
}

function putFields(fields: object): void {
  let before = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    BUFFER.putJson(`${before}${v3JsonText(name)}:`)
    before = ','
    if (value instanceof DeferredJson) value.put(BUFFER)
    else if (Array.isArray(value)) putList(value)
    else BUFFER.putJson(v3JsonText(value))
  }
  BUFFER.putJson(before === '{' ? '{}' : '}')
}

function putList(list: readonly unknown[]): void {
  let before = '['
  for (const element of list) {
    BUFFER.putJson(before)
    BUFFER.putJson(v3JsonText(element ?? null))
    before = ','
  }
  BUFFER.putJson(before === '[' ? '[]' : ']')
}
