import { v3JsonText } from '#shared/schema/v3/jsonText.ts'

/** A thread's answers are written here, one after another, and copied out. */
let paper = Buffer.allocUnsafeSlow(1 << 16)
/** A larger paper serves one answer only. */
const KEPT_BYTES = 1 << 22
/** UTF-8 has at most so many for a UTF-16 unit. */
const MAX_BYTES_OF_UNIT = 3

/**
 * A body as UTF-8 JSON in a buffer of its own, which can be transferred. It is the only one that is made for it: of
 * memory outside of its heap V8 frees little before it has marked all that is in it, for which a page waits.
 *
 * Lists are written element by element: one sign beyond Latin-1 makes a whole text twice as wide and several times as
 * slow to write and to encode, and somewhere on a page there is nearly always one.
 */
export function jsonBytes(body: object): Uint8Array<ArrayBuffer> {
  let bytes = paper
  let length = 0
  const put = (text: string) => {
    const needed = length + text.length * MAX_BYTES_OF_UNIT
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length * 2))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
      if (bytes.length <= KEPT_BYTES) paper = bytes
    }
    length += bytes.write(text, length)
  }
  if (Array.isArray(body)) putList(body, put)
  else putFields(body, put)
  return new Uint8Array(bytes.subarray(0, length))
}

function putFields(fields: object, put: (text: string) => void): void {
  let before = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    put(`${before}${v3JsonText(name)}:`)
    before = ','
    if (Array.isArray(value)) putList(value, put)
    else put(v3JsonText(value))
  }
  put(before === '{' ? '{}' : '}')
}

function putList(list: readonly unknown[], put: (text: string) => void): void {
  let before = '['
  for (const element of list) {
    put(before)
    put(v3JsonText(element ?? null))
    before = ','
  }
  put(before === '[' ? '[]' : ']')
}
