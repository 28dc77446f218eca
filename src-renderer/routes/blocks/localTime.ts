/**
 * Reads a `datetime-local` field in the local time zone as unix seconds (a text). Returns undefined if it is
 * empty.
 */
export function readLocalTime(text: string): string | undefined {
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : String(Math.max(0, Math.floor(milliseconds / 1000)))
}

/** Formats unix seconds for the field: `2026-11-22T05:14:42`. */
export function writeLocalTime(utime: string | undefined): string {
  if (utime === undefined) return ''
  const moment = new Date(Number(utime) * 1000)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}
