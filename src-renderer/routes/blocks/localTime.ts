/** Unix seconds (as a text) of what a `datetime-local` field holds, in the reader's time zone; undefined when empty. */
export function readLocalTime(text: string): string | undefined {
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : String(Math.max(0, Math.floor(milliseconds / 1000)))
}

/** The same the other way: `2026-11-22T05:14:42`. */
export function writeLocalTime(utime: string | undefined): string {
  if (utime === undefined) return ''
  const moment = new Date(Number(utime) * 1000)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}
