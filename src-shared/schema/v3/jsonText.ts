/** What the reference writes as escapes inside of texts, in answers and refusals (v3-contract §2). */
const ESCAPED = /[<>&\u2028\u2029]/g

/** A body of v3, or a part of one, as JSON. */
export function v3JsonText(value: unknown): string {
  return JSON.stringify(value).replace(
    ESCAPED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
