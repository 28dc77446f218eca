import type { Builder, Cell, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// tick_tock$_ tick:Bool tock:Bool = TickTock;
// _ fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock)
//   code:(Maybe ^Cell) data:(Maybe ^Cell) library:(Maybe ^Cell) = StateInit;

/** A contract's code and data, as a message deploys them and an active account keeps them. */
export type StateInit = {
  /** 0 to 31. */
  readonly fixedPrefixLength: number | undefined
  readonly special: { readonly tick: boolean; readonly tock: boolean } | undefined
  readonly code: Cell | undefined
  readonly data: Cell | undefined
  /** The root of `Hashmap 256 SimpleLib` in an account; in a message it can be any cell. */
  readonly library: Cell | undefined
}

/** Reads a StateInit. */
export function loadStateInit(slice: Slice): StateInit {
  return {
    fixedPrefixLength: slice.loadBit() ? slice.loadUint(5) : undefined,
    special: slice.loadBit() ? { tick: slice.loadBit(), tock: slice.loadBit() } : undefined,
    code: slice.loadMaybeRef() ?? undefined,
    data: slice.loadMaybeRef() ?? undefined,
    library: slice.loadMaybeRef() ?? undefined,
  }
}

/** Returns a writer (for Builder.store) of a StateInit. */
export function storeStateInit(init: StateInit): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(init.fixedPrefixLength !== undefined)
    if (init.fixedPrefixLength !== undefined) builder.storeUint(init.fixedPrefixLength, 5)
    builder.storeBit(init.special !== undefined)
    if (init.special) builder.storeBit(init.special.tick).storeBit(init.special.tock)
    builder.storeMaybeRef(init.code).storeMaybeRef(init.data).storeMaybeRef(init.library)
  }
}
