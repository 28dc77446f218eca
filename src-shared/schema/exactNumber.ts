/** A value that JSON.stringify writes unchanged (JSON.rawJSON, in every supported Node and Electron). */
export type RawJson = { readonly rawJSON: string }

/** An integer of any size that JSON.stringify writes with all digits. */
export type ExactNumber = number | RawJson

const json = JSON as unknown as { rawJSON(text: string): RawJson; isRawJSON(value: unknown): boolean }

/** Returns an integer as a number if it is safe, else as raw JSON. */
export function exactNumber(value: bigint): ExactNumber {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : json.rawJSON(value.toString())
}

/** Returns whether a value is an integer or raw JSON. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return Number.isInteger(value) || json.isRawJSON(value)
}
