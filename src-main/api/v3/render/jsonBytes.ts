import { v3JsonText } from '#shared/schema/v3/jsonText.ts'

const encoder = new TextEncoder()

/** A body as UTF-8 JSON in a buffer of its own, which can be transferred. */
export function jsonBytes(body: object): Uint8Array<ArrayBuffer> {
  return encoder.encode(v3JsonText(body))
}
