const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** Formats an age in one unit: `3 s`, `4 m`, `2 h`, `5 d`, `1 y`. A negative age counts as 0. */
export function formatAge(seconds: number): string {
  const age = Math.max(0, Math.floor(seconds))
  if (age < MINUTE) return `${age} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} m`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return age < YEAR ? `${Math.floor(age / DAY)} d` : `${Math.floor(age / YEAR)} y`
}

const LOCALE = 'en-GB'

const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' })
const momentWithZone = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' })

/** The maximum time of a date. Contracts can state any number. */
const LAST_UTIME = 8_640_000_000_000

function isDate(utime: number): boolean {
  return Number.isFinite(utime) && Math.abs(utime) <= LAST_UTIME
}

/** Formats unix seconds in the local time zone: `21 Nov 2026, 09:51:36`. */
export function formatMoment(utime: number): string {
  return isDate(utime) ? moment.format(utime * 1000) : `unix time ${utime}`
}

/** Formats unix seconds with the name of the time zone. */
export function formatMomentWithZone(utime: number): string {
  return isDate(utime) ? momentWithZone.format(utime * 1000) : `unix time ${utime}`
}

/** Formats a day: `21 Nov 2026`. */
export function formatDay(utime: number): string {
  return isDate(utime) ? day.format(utime * 1000) : `unix time ${utime}`
}

/** Formats the time of day: `09:51:36`. */
export function formatClock(utime: number): string {
  return clock.format(utime * 1000)
}

/** Formats unix seconds for `<time datetime>`. */
export function isoTime(utime: number): string {
  return isDate(utime) ? new Date(utime * 1000).toISOString() : ''
}
