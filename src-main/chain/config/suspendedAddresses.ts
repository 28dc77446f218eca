import type { Builder, Slice } from '@ton/core'
import { type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { setCodec } from '../hashmap/setCodec.ts'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// // key is [ wc:int32 addr:uint256 ]
// suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32 = SuspendedAddressList;
// _ SuspendedAddressList = ConfigParam 44;

/** Parameter 44: accounts that cannot be initialised before `suspendedUntil` (Unix seconds). */
export type SuspendedAddressList = {
  /** A set of suspendedKeys. */
  readonly addresses: HashmapE<true>
  readonly suspendedUntil: number
}

/** The codec of a set of suspendedKeys. */
export const SUSPENDED_ADDRESSES = setCodec('SuspendedAddressList', 288)

/** Reads `suspended_address_list#00`. */
export function loadSuspendedAddressList(slice: Slice): SuspendedAddressList {
  loadTag(slice, 'SuspendedAddressList', 0x00, 8)
  return { addresses: loadHashmapE(slice, SUSPENDED_ADDRESSES), suspendedUntil: slice.loadUint(32) }
}

/** Returns a writer (for Builder.store) of `suspended_address_list#00`. */
export function storeSuspendedAddressList(list: SuspendedAddressList): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0x00, 8).store(storeHashmapE(list.addresses)).storeUint(list.suspendedUntil, 32)
  }
}
