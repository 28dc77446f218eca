import { isLong, longNumber } from '../format/longNumber.ts'
import { Figure } from './Amount.tsx'

type WholeNumberProps = {
  /** Decimal digits without a sign. */
  readonly digits: string
  /** Whether a fraction follows, which a rounded number leaves out. */
  readonly hasMore?: boolean
}

/** A whole number in groups of digits; of a long one the first digits and a power of ten. */
export function WholeNumber({ digits, hasMore = false }: WholeNumberProps) {
  if (!isLong(digits)) return <Figure value={digits} />
  const { mantissa, exponent, isExact } = longNumber(digits)
  return (
    <span>
      {(hasMore || !isExact) && '≈ '}
      {mantissa} × 10<sup>{exponent}</sup>
    </span>
  )
}
