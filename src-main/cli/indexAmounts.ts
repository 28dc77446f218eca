import { UsageError } from './usageError.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const BYTES: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/** Parses `90s`, `30m`, `1h`, `2d` as seconds. Throws UsageError. */
export function parseDuration(option: string, text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? []
  const seconds = Number(count) * (SECONDS[unit] ?? 0)
  if (seconds > 0) return seconds
  throw new UsageError(`${option} takes a time like 30m, 1h or 2d, not ${text || 'nothing'}`)
}

/** Parses `500MB`, `20GB`, `1.5TB` or plain bytes; powers of ten. Throws UsageError. */
export function parseBytes(what: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMGT]B)?$/i.exec(text) ?? []
  if (count !== undefined) return Math.round(Number(count) * (BYTES[unit.toUpperCase()] ?? 1))
  throw new UsageError(`${what} takes a size like 20GB, not ${text || 'nothing'}`)
}
