import type { Address } from '@ton/core'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { rawAddress, stdAddressOf } from '../../stdAddress.ts'

/**
 * Converts a number of a response to a JSON number.
 * @throws ResultShapeError if it is not a safe integer
 */
export function jsonNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new ResultShapeError()
  return number
}

/** Formats an address in raw form; null for none. */
export function addressText(address: Address | undefined): string | null {
  return address ? rawAddress(stdAddressOf(address)) : null
}
