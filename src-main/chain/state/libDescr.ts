import type { Builder, Cell, Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmap, storeHashmap } from '../hashmap/hashmap.ts'
import { setCodec } from '../hashmap/setCodec.ts'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// shared_lib_descr$00 lib:^Cell publishers:(Hashmap 256 True) = LibDescr;

/** A public library and the masterchain accounts (their 256-bit ids) that publish it. */
export type LibDescr = {
  readonly lib: Cell
  readonly publishers: HashmapE<true>
}

/** The codec of the set of accounts that publish one library. */
export const PUBLISHERS = setCodec('LibDescr.publishers', 256)

/** Reads `shared_lib_descr$00`. */
function loadLibDescr(slice: Slice): LibDescr {
  loadTag(slice, 'LibDescr', 0b00, 2)
  return { lib: slice.loadRef(), publishers: loadHashmap(slice, PUBLISHERS) }
}

/** Returns a writer (for Builder.store) of `shared_lib_descr$00`. */
export function storeLibDescr(descr: LibDescr): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0b00, 2).storeRef(descr.lib).store(storeHashmap(descr.publishers))
  }
}

/**
 * The codec of `libraries:(HashmapE 256 LibDescr)` in a masterchain state, keyed by the hash of the library's
 * cell.
 */
export const LIBRARIES: HashmapCodec<LibDescr> = {
  type: 'ShardState.libraries',
  keyBits: 256,
  loadValue: loadLibDescr,
  storeValue: storeLibDescr,
}
