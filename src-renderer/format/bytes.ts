const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const

/** Formats a number of bytes: `896 bytes`, `12.4 KiB`, `3.2 GiB`. */
export function formatBytes(count: number): string {
  if (count < 1024) return `${count} ${count === 1 ? 'byte' : 'bytes'}`
  let value = count / 1024
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${value.toFixed(1)} ${UNITS[unit]}`
}
