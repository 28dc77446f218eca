const SIGNIFICANT_DIGITS = 6

/** `@extra` of what is refused before there is an operation: a path that isn't there, a JSON-RPC call that is none. */
export const BARE_EXTRA = '_'

/** A double as C++ streams print it: six significant digits, no trailing zeros. */
function formatMilliseconds(milliseconds: number): string {
  return String(Number(milliseconds.toPrecision(SIGNIFICANT_DIGITS)))
}

/**
 * `@extra` of an answer (compatibility-v2 §1.4): `1732147200:3:41.287`, `1732147200:_:0.051:c` for one that was at
 * hand.
 * @param now unix time in milliseconds
 * @param servers indices of the liteservers that served the request; none is written `_`
 * @param elapsed milliseconds since the request came in
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
