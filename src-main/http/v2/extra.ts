const SIGNIFICANT_DIGITS = 6

/** `@extra` of refusals without an operation: a missing path, an invalid JSON-RPC call. */
export const BARE_EXTRA = '_'

/** Formats a double as C++ streams do: six significant digits, no trailing zeros. */
function formatMilliseconds(milliseconds: number): string {
  return String(Number(milliseconds.toPrecision(SIGNIFICANT_DIGITS)))
}

/**
 * Returns `@extra` of an answer (compatibility-v2 §1.4): `1732147200:3:41.287`, or `1732147200:_:0.051:c` for a cached
 * one.
 * @param now unix time in milliseconds
 * @param servers indices of the liteservers that served the request; an empty list is written `_`
 * @param elapsed milliseconds since the request arrived
 */
export function extraText(
  now: number,
  servers: readonly number[],
  elapsed: number,
  isCached: boolean = false,
): string {
  const workers = servers.length > 0 ? servers.join(',') : '_'
  const timed = `${Math.floor(now / 1000)}:${workers}:${formatMilliseconds(elapsed)}`
  return isCached ? `${timed}:c` : timed
}
