import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// capabilities#c4 version:uint32 capabilities:uint64 = GlobalVersion;

/** The version and capabilities of the software: in headers `gen_software`, in the configuration parameter 8. */
export type GlobalVersion = {
  readonly version: number
  /** A set of bits, `capCreateStatsEnabled` = 2 and so on. */
  readonly capabilities: bigint
}

export function loadGlobalVersion(slice: Slice): GlobalVersion {
  const tag = slice.loadUint(8)
  if (tag !== 0xc4) throw new TlbError('GlobalVersion', `tag ${tag.toString(16)}`)
  return { version: slice.loadUint(32), capabilities: slice.loadUintBig(64) }
}

export function storeGlobalVersion(value: GlobalVersion) {
  return (builder: Builder): void => {
    builder.storeUint(0xc4, 8).storeUint(value.version, 32).storeUint(value.capabilities, 64)
  }
}
