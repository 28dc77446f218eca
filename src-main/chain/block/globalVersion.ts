import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// capabilities#c4 version:uint32 capabilities:uint64 = GlobalVersion;

/**
 * The version and capabilities of the software: `gen_software` in block headers, configuration parameter 8.
 */
export type GlobalVersion = {
  readonly version: number
  /** A bit set: `capCreateStatsEnabled` = 2, `capBounceMsgBody` = 4 and so on. */
  readonly capabilities: bigint
}

/**
 * Reads `capabilities#c4`.
 * @throws TlbError for another tag
 */
export function loadGlobalVersion(slice: Slice): GlobalVersion {
  const tag = slice.loadUint(8)
  if (tag !== 0xc4) throw new TlbError('GlobalVersion', `tag ${tag.toString(16)}`)
  return { version: slice.loadUint(32), capabilities: slice.loadUintBig(64) }
}

/** Returns a writer (for Builder.store) of `capabilities#c4`. */
export function storeGlobalVersion(value: GlobalVersion) {
  return (builder: Builder): void => {
    builder.storeUint(0xc4, 8).storeUint(value.version, 32).storeUint(value.capabilities, 64)
  }
}
