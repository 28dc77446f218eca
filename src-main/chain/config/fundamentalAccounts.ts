import type { Builder, Slice } from '@ton/core'
import { type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { setCodec } from '../hashmap/setCodec.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ fundamental_smc_addr:(HashmapE 256 True) = ConfigParam 31;

/** The codec of a set of masterchain account ids. */
export const FUNDAMENTAL_ACCOUNTS = setCodec('ConfigParam 31', 256)

/**
 * Reads parameter 31: the special accounts of the masterchain, which pay no fees and can have tick-tock
 * transactions.
 */
export function loadFundamentalAccounts(slice: Slice): HashmapE<true> {
  return loadHashmapE(slice, FUNDAMENTAL_ACCOUNTS)
}

/** Returns a writer (for Builder.store) of parameter 31. */
export function storeFundamentalAccounts(accounts: HashmapE<true>): (builder: Builder) => void {
  return storeHashmapE(accounts)
}
