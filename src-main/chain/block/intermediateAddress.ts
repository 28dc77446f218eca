import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// interm_addr_regular$0 use_dest_bits:(#<= 96) = IntermediateAddress;
// interm_addr_simple$10 workchain_id:int8 addr_pfx:uint64 = IntermediateAddress;
// interm_addr_ext$11 workchain_id:int32 addr_pfx:uint64 = IntermediateAddress;

/** A hop on a message's route through the hypercube of shards. */
export type IntermediateAddress =
  /** The number of leading bits (0 to 96) taken from the destination; the rest are the source's. */
  | { readonly kind: 'regular'; readonly useDestBits: number }
  /** Any 64-bit account prefix; `ext` if the workchain does not fit into 8 bits. */
  | { readonly kind: 'simple' | 'ext'; readonly workchain: number; readonly addrPfx: bigint }

/**
 * Reads any of the three constructors.
 * @throws TlbError if `use_dest_bits` exceeds 96
 */
export function loadIntermediateAddress(slice: Slice): IntermediateAddress {
  if (!slice.loadBit()) {
    const useDestBits = slice.loadUint(7)
    if (useDestBits > 96) throw new TlbError('IntermediateAddress', `use_dest_bits ${useDestBits}`)
    return { kind: 'regular', useDestBits }
  }
  const kind = slice.loadBit() ? 'ext' : 'simple'
  return { kind, workchain: slice.loadInt(kind === 'ext' ? 32 : 8), addrPfx: slice.loadUintBig(64) }
}

/**
 * Returns a writer (for Builder.store) of the constructor that `kind` names. The writer throws TlbError if
 * `useDestBits` exceeds 96.
 */
export function storeIntermediateAddress(value: IntermediateAddress) {
  return (builder: Builder): void => {
    builder.storeBit(value.kind !== 'regular')
    if (value.kind === 'regular') {
      if (value.useDestBits > 96) {
        throw new TlbError('IntermediateAddress', `use_dest_bits ${value.useDestBits}`)
      }
      builder.storeUint(value.useDestBits, 7)
    } else {
      builder
        .storeBit(value.kind === 'ext')
        .storeInt(value.workchain, value.kind === 'ext' ? 32 : 8)
        .storeUint(value.addrPfx, 64)
    }
  }
}
