import { isLong } from './longNumber.ts'
import { formatUnits, splitUnits } from './units.ts'

/** Maximum number of displayed decimals. */
export const MAX_FRACTION = 9

/** Returns whether an amount is shown without some of its digits. */
export function isCutAmount(value: bigint, decimals: number): boolean {
  const { whole, fraction } = splitUnits(value, decimals)
  return isLong(whole) || fraction.length > MAX_FRACTION
}

/**
 * Returns the tooltip of an amount: all digits of one that is cut or rounded.
 * @param value in the smallest unit
 * @param decimals undefined if they are not known
 * @param unknown why they are not known
 */
export function amountTitle(
  value: bigint,
  decimals: number | undefined,
  unknown = 'the number of decimals is not known',
): string | undefined {
  const digits = isCutAmount(value, decimals ?? 0) ? formatUnits(value, decimals ?? 0) : undefined
  if (decimals !== undefined) return digits
  return `${digits === undefined ? 'In' : `${digits} in`} the smallest unit: ${unknown}`
}

/** Returns the tooltip of an amount of an extra currency, which has no decimals that are known. */
export function currencyTitle(value: bigint): string | undefined {
  return amountTitle(value, undefined, 'the decimals of extra currencies are not known')
}
