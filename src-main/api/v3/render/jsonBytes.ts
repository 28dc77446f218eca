const encoder = new TextEncoder()
/** What the reference writes as escapes inside of texts (v3-contract §2). */
const ESCAPED = /[<>&\u2028\u2029]/g

/** A body as UTF-8 JSON in a buffer of its own, which can be transferred. */
export function jsonBytes(body: object): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(body)
  return encoder.encode(
    text.replace(ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}
