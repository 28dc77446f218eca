/** Amounts as texts and integers of the smallest unit, exactly: no floating point anywhere. */

/** Decimal places of TON: 1 TON = 10^9 nanoton. */
export const TON_DECIMALS = 9

/**
 * An amount in whole coins without trailing zeros: `formatUnits(1500000000n, 9)` is `1.5`, 1 nanoton is
 * `0.000000001`, 0 is `0`.
 */
export function formatUnits(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/**
 * The inverse of `formatUnits`: digits with at most one point and no more than `decimals` places, optionally
 * negative. Undefined for anything else, so that an amount is never rounded silently.
 */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return undefined
  if (fraction.length > decimals) return undefined
  const amount = BigInt((whole || '0') + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -amount : amount
}

/** Nanoton to TON: `1000000000n` is `1`. */
export function formatTon(nanoton: bigint): string {
  return formatUnits(nanoton, TON_DECIMALS)
}

/** TON to nanoton: `0.05` is `50000000n`; undefined for what is no exact amount. */
export function parseTon(text: string): bigint | undefined {
  return parseUnits(text, TON_DECIMALS)
}
