/** Alignment of the start of blocks (ConfigInfo::get_lt_align of the reference). */
const LT_ALIGN = 1_000_000n

/** Returns the start of a block after all of these end lts. */
export function startLtAfter(endLts: readonly bigint[]): bigint {
  const last = endLts.reduce((max, lt) => (lt > max ? lt : max), 0n)
  if (last === 0n) return LT_ALIGN
  return ((last + LT_ALIGN - 1n) / LT_ALIGN) * LT_ALIGN
}
