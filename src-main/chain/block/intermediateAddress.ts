import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// interm_addr_regular$0 use_dest_bits:(#<= 96) = IntermediateAddress;
// interm_addr_simple$10 workchain_id:int8 addr_pfx:uint64 = IntermediateAddress;
// interm_addr_ext$11 workchain_id:int32 addr_pfx:uint64 = IntermediateAddress;

/** A hop on a message's way through the hypercube of shards. */
export type IntermediateAddress =
  /** So many leading bits are those of the destination, the rest those of the source: 0 to 96. */
  | { readonly kind: 'regular'; readonly useDestBits: number }
  /** Any 64-bit account prefix; `ext` where the workchain does not fit into 8 bits. */
  | { readonly kind: 'simple' | 'ext'; readonly workchain: number; readonly addrPfx: bigint }

export function loadIntermediateAddress(slice: Slice): IntermediateAddress {
  if (!slice.loadBit()) {
    const useDestBits = slice.loadUint(7)
    if (useDestBits > 96) throw new TlbError('IntermediateAddress', `use_dest_bits ${useDestBits}`)
    return { kind: 'regular', useDestBits }
  }
  const kind = slice.loadBit() ? 'ext' : 'simple'
  return { kind, workchain: slice.loadInt(kind === 'ext' ? 32 : 8), addrPfx: slice.loadUintBig(64) }
}

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
