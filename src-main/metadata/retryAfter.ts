/**
 * Returns the wait that a Retry-After header asks for, ms; undefined without the header, or if it cannot be read.
 * @param now Unix milliseconds, for a header that has a date
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Date.parse also reads other texts than the dates of HTTP.
  const date = /^[A-Za-z]{3,9}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
