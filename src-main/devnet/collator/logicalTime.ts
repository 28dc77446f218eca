import { LT_ALIGN } from '#shared/ton/systemMessage.ts'

/** Returns the start of a block after all of these end lts. */
export function startLtAfter(endLts: readonly bigint[]): bigint {
  const last = endLts.reduce((max, lt) => (lt > max ? lt : max), 0n)
  if (last === 0n) return LT_ALIGN
  return ((last + LT_ALIGN - 1n) / LT_ALIGN) * LT_ALIGN
}
