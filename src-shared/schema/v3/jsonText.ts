/** The characters that the reference server escapes in texts, in all answers (compatibility-v3 §1.1). */
const ESCAPED = /[<>&\u2028\u2029]/g

/** Returns a v3 body, or a part of one, as JSON. */
export function v3JsonText(value: unknown): string {
  return JSON.stringify(value).replace(
    ESCAPED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** JSON.rawJSON, which the compiler's libraries do not declare yet. */
type RawJson = { rawJSON(text: string): unknown }

/** Returns an integer whose JSON has all of its digits, also beyond 2^53. */
export function exactNumber(value: bigint): number {
  const number = Number(value)
  return Number.isSafeInteger(number)
    ? number
    : ((JSON as unknown as RawJson).rawJSON(String(value)) as number)
}
