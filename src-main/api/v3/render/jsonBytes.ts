import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import { JsonBuffer } from './jsonBuffer.ts'
import { DeferredJson } from './jsonWriter.ts'

/** The thread's buffer: it has one answer at a time, which is copied out. */
const BUFFER = new JsonBuffer()

/**
 * Returns a body as UTF-8 JSON in a buffer of its own, which can be transferred. No other buffer is allocated for it:
 * V8 frees external memory only after it has marked its heap, which delays a page.
 * Lists are written element by element: one character beyond Latin-1 makes a whole string twice as wide and several
 * times as slow to write and to encode, and almost every page has one.
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
