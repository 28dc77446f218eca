import type { Builder, Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// precompiled_smc#b0 gas_usage:uint64 = PrecompiledSmc;
// precompiled_contracts_config#c0 list:(HashmapE 256 PrecompiledSmc) = PrecompiledContractsConfig;
// _ PrecompiledContractsConfig = ConfigParam 45;

/** The codec of the gas usage (gas units) of precompiled contracts, keyed by code hash. */
export const PRECOMPILED_CONTRACTS: HashmapCodec<bigint> = {
  type: 'PrecompiledContractsConfig',
  keyBits: 256,
  loadValue(slice) {
    loadTag(slice, 'PrecompiledSmc', 0xb0, 8)
    return slice.loadUintBig(64)
  },
  storeValue: (gasUsage) => (builder) => {
    builder.storeUint(0xb0, 8).storeUint(gasUsage, 64)
  },
}

/** Reads parameter 45: the fixed gas that contracts with one of these code hashes are charged. */
export function loadPrecompiledContracts(slice: Slice): HashmapE<bigint> {
  loadTag(slice, 'PrecompiledContractsConfig', 0xc0, 8)
  return loadHashmapE(slice, PRECOMPILED_CONTRACTS)
}

/** Returns a writer (for Builder.store) of `precompiled_contracts_config#c0`. */
export function storePrecompiledContracts(list: HashmapE<bigint>): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0xc0, 8).store(storeHashmapE(list))
  }
}
