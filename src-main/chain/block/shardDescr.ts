import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'
import { TlbError } from '../tlb.ts'
import type { FutureSplitMerge } from './futureSplitMerge.ts'
import { loadFutureSplitMerge, storeFutureSplitMerge } from './futureSplitMerge.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// shard_descr_new#a seq_no:uint32 reg_mc_seqno:uint32 start_lt:uint64 end_lt:uint64
//   root_hash:bits256 file_hash:bits256 before_split:Bool before_merge:Bool want_split:Bool want_merge:Bool
//   nx_cc_updated:Bool flags:(## 3) { flags = 0 }
//   next_catchain_seqno:uint32 next_validator_shard:uint64 min_ref_mc_seqno:uint32 gen_utime:uint32
//   split_merge_at:FutureSplitMerge
//   ^[ fees_collected:CurrencyCollection funds_created:CurrencyCollection ] = ShardDescr;
// shard_descr#b … fees_collected:CurrencyCollection funds_created:CurrencyCollection = ShardDescr;

/** The masterchain's entry for the newest block of a shard. */
export type ShardDescr = {
  readonly seqno: number
  /** The masterchain block in which this shard block was registered. */
  readonly regMcSeqno: number
  readonly startLt: bigint
  readonly endLt: bigint
  readonly rootHash: Buffer
  readonly fileHash: Buffer
  readonly beforeSplit: boolean
  readonly beforeMerge: boolean
  readonly wantSplit: boolean
  readonly wantMerge: boolean
  readonly nxCcUpdated: boolean
  readonly nextCatchainSeqno: number
  /** Unsigned 64-bit. */
  readonly nextValidatorShard: bigint
  readonly minRefMcSeqno: number
  /** Unix seconds. */
  readonly genUtime: number
  readonly splitMergeAt: FutureSplitMerge
  readonly feesCollected: CurrencyCollection
  readonly fundsCreated: CurrencyCollection
  /** True if both amounts are in the cell itself (`shard_descr#b`), false if in a reference (`_new#a`). */
  readonly amountsInline: boolean
}

/**
 * Reads `shard_descr#b` or `shard_descr_new#a`.
 * @throws TlbError for another tag or unknown flags
 */
export function loadShardDescr(slice: Slice): ShardDescr {
  const tag = slice.loadUint(4)
  if (tag !== 0xa && tag !== 0xb) throw new TlbError('ShardDescr', `tag ${tag.toString(16)}`)
  const amountsInline = tag === 0xb
  const head = {
    seqno: slice.loadUint(32),
    regMcSeqno: slice.loadUint(32),
    startLt: slice.loadUintBig(64),
    endLt: slice.loadUintBig(64),
    rootHash: slice.loadBuffer(32),
    fileHash: slice.loadBuffer(32),
    beforeSplit: slice.loadBit(),
    beforeMerge: slice.loadBit(),
    wantSplit: slice.loadBit(),
    wantMerge: slice.loadBit(),
    nxCcUpdated: slice.loadBit(),
  }
  const flags = slice.loadUint(3)
  if (flags !== 0) throw new TlbError('ShardDescr', `flags ${flags}`)
  const tail = {
    nextCatchainSeqno: slice.loadUint(32),
    nextValidatorShard: slice.loadUintBig(64),
    minRefMcSeqno: slice.loadUint(32),
    genUtime: slice.loadUint(32),
    splitMergeAt: loadFutureSplitMerge(slice),
  }
  const amounts = amountsInline ? slice : slice.loadRef().beginParse()
  return {
    ...head,
    ...tail,
    feesCollected: loadCurrencies(amounts),
    fundsCreated: loadCurrencies(amounts),
    amountsInline,
  }
}

/** Returns a writer (for Builder.store) of the constructor that `amountsInline` selects. */
export function storeShardDescr(value: ShardDescr) {
  return (builder: Builder): void => {
    builder
      .storeUint(value.amountsInline ? 0xb : 0xa, 4)
      .storeUint(value.seqno, 32)
      .storeUint(value.regMcSeqno, 32)
      .storeUint(value.startLt, 64)
      .storeUint(value.endLt, 64)
      .storeBuffer(value.rootHash, 32)
      .storeBuffer(value.fileHash, 32)
      .storeBit(value.beforeSplit)
      .storeBit(value.beforeMerge)
      .storeBit(value.wantSplit)
      .storeBit(value.wantMerge)
      .storeBit(value.nxCcUpdated)
      .storeUint(0, 3)
      .storeUint(value.nextCatchainSeqno, 32)
      .storeUint(value.nextValidatorShard, 64)
      .storeUint(value.minRefMcSeqno, 32)
      .storeUint(value.genUtime, 32)
      .store(storeFutureSplitMerge(value.splitMergeAt))
    const amounts = value.amountsInline ? builder : beginCell()
    amounts.store(storeCurrencies(value.feesCollected)).store(storeCurrencies(value.fundsCreated))
    if (!value.amountsInline) builder.storeRef(amounts)
  }
}
