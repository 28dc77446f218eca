/** The default number of decimals of a jetton (TEP-64). */
const DEFAULT_DECIMALS = 9
const MAX_DECIMALS = 255

/**
 * Reads the `decimals` of a token's content, a text or a number.
 * @returns undefined for an invalid value, with which amounts are displayed in the smallest unit
 */
export function readDecimals(given: unknown): number | undefined {
  if (given === undefined || given === null || given === '') return DEFAULT_DECIMALS
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return undefined
  const decimals = Number(text)
  return decimals <= MAX_DECIMALS ? decimals : undefined
}

/** Splits an amount into digits before and after the point: 1234567n with 6 decimals gives '1' and '234567'. Omits trailing zeros of the fraction. */
export function splitUnits(value: bigint, decimals: number): { whole: string; fraction: string } {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return { whole: digits.slice(0, point), fraction: digits.slice(point).replace(/0+$/, '') }
}

/** Formats an exact amount in whole units: `-1.5`. */
export function formatUnits(value: bigint, decimals: number): string {
  const { whole, fraction } = splitUnits(value, decimals)
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Formats `part` in percent of `whole`: `12.3`, `<0.1`, `100`. */
export function percentText(part: bigint, whole: bigint): string {
  if (whole <= 0n || part <= 0n) return '0'
  const thousandths = Number((part * 1000n) / whole)
  if (thousandths === 0) return '<0.1'
  return (thousandths / 10).toFixed(1).replace(/\.0$/, '')
}

/** Returns the ratio of two amounts, from 0 to 1, with six digits. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0
  const share = Number((part * 1_000_000n) / whole) / 1_000_000
  return Math.min(1, share)
}
