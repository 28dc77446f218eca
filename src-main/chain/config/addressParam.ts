import type { Builder, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ config_addr:bits256 = ConfigParam 0;
// _ elector_addr:bits256 = ConfigParam 1;
// _ minter_addr:bits256 = ConfigParam 2;  // ConfigParam 0 is used if absent
// _ fee_collector_addr:bits256 = ConfigParam 3;  // ConfigParam 1 is used if absent
// _ dns_root_addr:bits256 = ConfigParam 4;  // root TON DNS resolver

/** Reads parameters 0 to 4: the 32-byte id of an account in the masterchain. */
export function loadAddressParam(slice: Slice): Buffer {
  return slice.loadBuffer(32)
}

/** Returns a writer (for Builder.store) of a masterchain account id (32 bytes). */
export function storeAddressParam(accountId: Buffer): (builder: Builder) => void {
  return (builder) => {
    builder.storeBuffer(accountId, 32)
  }
}
