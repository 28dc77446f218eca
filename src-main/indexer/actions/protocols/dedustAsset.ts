import type { Slice } from '@ton/core'
import { TypedError } from '#shared/typedError.ts'
import { addressOf } from '../bodyReader.ts'

/** The error of an asset of a kind that pools do not have. */
class UnknownAssetError extends TypedError {
  constructor(kind: number) {
    super('unknown-asset', `an asset of DeDust of the kind ${kind} is unknown`)
  }
}

/** Reads an asset of DeDust: null for TON. Throws UnknownAssetError. */
export function readAsset(slice: Slice): string | null {
  const kind = slice.loadUint(4)
  if (kind === 0) return null
  if (kind !== 1) throw new UnknownAssetError(kind)
  return addressOf(slice.loadInt(8), slice.loadBuffer(32))
}
