/** What the reference writes as escapes inside of texts, in answers and refusals (v3-contract §2). */
const ESCAPED = /[<>&\u2028\u2029]/g

/** A body of v3 as JSON. */
export function v3JsonText(body: object): string {
  return JSON.stringify(body).replace(
    ESCAPED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
