/**
 * Formats `value / 2^bits` with at most `digits` decimals, rounded down: the configuration stores prices and shares
 * as whole numbers of that kind. A positive number below the last digit is `<0.001`.
 */
export function scaledText(value: bigint, bits: number, digits = 6): string {
  const scale = 10n ** BigInt(digits)
  const scaled = (value * scale) >> BigInt(bits)
  if (scaled === 0n && value > 0n) return `<0.${'1'.padStart(digits, '0')}`
  const whole = scaled / scale
  const fraction = (scaled % scale).toString().padStart(digits, '0').replace(/0+$/, '')
  return fraction === '' ? String(whole) : `${whole}.${fraction}`
}
