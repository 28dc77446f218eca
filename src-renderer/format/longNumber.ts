/** Longer numbers are rounded: they do not fit a phone, and a number must not break. */
const MAX_DIGITS = 16
/** Digits of a rounded number. */
const ROUNDED = 5

/** A number as its first digits and a power of ten. */
export type LongNumber = {
  /** `1.2345`. Further digits are cut off. */
  readonly mantissa: string
  readonly exponent: number
  /** Whether no other digit than zero was cut off. */
  readonly isExact: boolean
}

/** Returns whether a whole number (decimal digits without a sign) is rounded, so that its digits need another place. */
export function isLong(digits: string): boolean {
  return digits.length > MAX_DIGITS
}

/** Rounds a whole number down. */
export function longNumber(digits: string): LongNumber {
  const [first = '', ...others] = digits.slice(0, ROUNDED)
  const rest = others.join('').replace(/0+$/, '')
  return {
    mantissa: rest === '' ? first : `${first}.${rest}`,
    exponent: digits.length - 1,
    isExact: /^0*$/.test(digits.slice(ROUNDED)),
  }
}
