import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import { JsonPaper } from './jsonPaper.ts'
import { Written } from './jsonWriter.ts'

/** A thread's answers are written here, one after another, and copied out. */
const PAPER = new JsonPaper()

/**
 * A body as UTF-8 JSON in a buffer of its own, which can be transferred. It is the only one that is made for it: of
 * memory outside of its heap V8 frees little before it has marked all that is in it, for which a page waits.
 *
 * Lists are written element by element: one sign beyond Latin-1 makes a whole text twice as wide and several times as
 * slow to write and to encode, and somewhere on a page there is nearly always one.
 */
export function jsonBytes(body: object): Uint8Array<ArrayBuffer> {
  PAPER.clear()
  if (Array.isArray(body)) putList(body)
  else putFields(body)
  return PAPER.copy()
}

function putFields(fields: object): void {
  let before = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    PAPER.putJson(`${before}${v3JsonText(name)}:`)
    before = ','
    if (value instanceof Written) value.put(PAPER)
    else if (Array.isArray(value)) putList(value)
    else PAPER.putJson(v3JsonText(value))
  }
  PAPER.putJson(before === '{' ? '{}' : '}')
}

function putList(list: readonly unknown[]): void {
  let before = '['
  for (const element of list) {
    PAPER.putJson(before)
    PAPER.putJson(v3JsonText(element ?? null))
    before = ','
  }
  PAPER.putJson(before === '[' ? '[]' : ']')
}
