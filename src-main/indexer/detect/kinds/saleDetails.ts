import type { Address } from '@ton/core'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { rawAddress, stdAddressOf } from '../../stdAddress.ts'

/** A number that answers have as a JSON number. @throws ResultShapeError where that cannot hold it */
export function jsonNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new ResultShapeError()
  return number
}

/** The raw form of an address; null for none. */
export function addressText(address: Address | undefined): string | null {
  return address ? rawAddress(stdAddressOf(address)) : null
}
