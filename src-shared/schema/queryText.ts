/**
 * Returns a query string `?limit=20&account=A&account=B`, or an empty text. Omits undefined fields and
 * repeats lists.
 */
export function queryText(request: object): string {
  const pairs = Object.entries(request as Record<string, unknown>).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
