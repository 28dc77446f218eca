import { JsonBuffer } from '../../v3/render/jsonBuffer.ts'
import type { Writer } from '../../v3/render/jsonWriter.ts'

/** The buffer of the thread: records are rendered one after another. */
const BUFFER = new JsonBuffer()

/** Returns the JSON of one record as text. */
export function jsonText<Value, Json, Context>(
  write: Writer<Value, Json, Context>,
  value: Value,
  context: Context,
): string {
  BUFFER.clear()
  write(BUFFER, value, context)
  return BUFFER.bytes.toString('utf8', 0, BUFFER.length)
}
