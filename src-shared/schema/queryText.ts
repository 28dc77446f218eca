/** `?limit=20&account=A&account=B`, or nothing: fields that are undefined are left out, lists are repeated. */
export function queryText(request: object): string {
  const pairs = Object.entries(request as Record<string, unknown>).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`),
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
