const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration with at most two units: `30 days`, `1 day 12 hours`, `90 seconds`. */
export function durationText(seconds: number): string {
  if (seconds <= 0) return '0 seconds'
  const parts: string[] = []
  let left = Math.floor(seconds)
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.slice(0, 2).join(' ')
}
