/** What JSON.stringify writes as it stands there (in every Node and Electron that we run on). */
export type RawJson = { readonly rawJSON: string }

/** An integer that JSON.stringify writes digit by digit, whatever its size. */
export type ExactNumber = number | RawJson

const json = JSON as unknown as { rawJSON(text: string): RawJson; isRawJSON(value: unknown): boolean }

export function exactNumber(value: bigint): ExactNumber {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : json.rawJSON(value.toString())
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return Number.isInteger(value) || json.isRawJSON(value)
}
