/** Exact amounts as texts and integers of the smallest unit, without floating point. */

/** Decimal places of TON: 1 TON = 10^9 nanotons. */
const TON_DECIMALS = 9

/**
 * Formats an amount in whole coins without trailing zeros: `formatUnits(1500000000n, 9)` is `1.5`, 1 nanoton
 * is `0.000000001`, 0 is `0`.
 */
export function formatUnits(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/**
 * Parses the text of `formatUnits`: digits with at most one point and at most `decimals` places, optionally
 * negative. Returns undefined for anything else, so that no amount is rounded silently.
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

/** Formats nanotons as TON: `1000000000n` is `1`. */
export function formatTon(nanoton: bigint): string {
  return formatUnits(nanoton, TON_DECIMALS)
}

/**
 * Parses TON to nanotons: `0.05` is `50000000n`. Returns undefined for a text that is not an exact amount.
 */
export function parseTon(text: string): bigint | undefined {
  return parseUnits(text, TON_DECIMALS)
}
