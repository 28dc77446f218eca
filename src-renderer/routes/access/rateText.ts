import { PLAIN_NAME } from '#shared/plainName.ts'

const MIN_RATE = 0.01
const MAX_RATE = 100_000

export type RateReading =
  /** Requests per second; null means no limit. */
  { readonly kind: 'rate'; readonly rate: number | null } | { readonly kind: 'fault'; readonly fault: string }

/** Reads a rate. An empty text means no limit. */
export function readRate(text: string): RateReading {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'rate', rate: null }
  if (!/^\d+(\.\d+)?$/.test(trimmed))
    return { kind: 'fault', fault: 'A number of requests, such as 25 or 0.5' }
  const rate = Number(trimmed)
  if (rate < MIN_RATE || rate > MAX_RATE)
    return { kind: 'fault', fault: 'From 0.01 to 100000 requests per second' }
  return { kind: 'rate', rate }
}

/** Formats a rate: `25 per second`, `no limit`. */
export function rateText(rate: number | null): string {
  return rate === null ? 'no limit' : `${rate} per second`
}

/** Reads names separated by commas or spaces. Null means all networks. */
export function readNetworks(text: string): readonly string[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  return names.length > 0 ? [...new Set(names)] : null
}

/** Returns a sentence about the fault of a key's name, or undefined. */
export function keyNameFault(name: string, taken: readonly string[]): string | undefined {
  if (taken.includes(name)) return 'A key of this name exists'
  if (PLAIN_NAME.test(name)) return undefined
  const wrong = /[^a-z0-9-]/.exec(name)
  if (wrong) return `“${wrong[0]}” is not allowed: a name has lower-case letters, digits and hyphens`
  if (name.startsWith('-')) return 'A name must start with a letter or a digit'
  return name === '' ? 'Enter a name' : 'A name has at most 32 characters'
}
