import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'

/** Formats data bits like Fift: hexadecimal, with `_` if the last digit is completed with a tag. */
export function cellBits({ bits, data }: Pick<Cell, 'bits' | 'data'>): string {
  const whole = bits % 4 === 0
  const bytes = data.slice()
  if (!whole) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | (0x80 >> (bits % 8))
  const digits = bytesToHex(bytes).slice(0, Math.ceil(bits / 4))
  return whole ? digits : `${digits}_`
}
