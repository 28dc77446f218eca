import type { Builder, Slice } from '@ton/core'
import { isShard, shardPrefixLength, shardTagBit } from '#shared/ton/shard.ts'
import { TlbError } from '../tlb.ts'

// shard_ident$00 shard_pfx_bits:(#<= 60) workchain_id:int32 shard_prefix:uint64 = ShardIdent;

/** A workchain and an unsigned 64-bit shard with its tag bit (on the wire: prefix and length apart). */
export type ShardIdent = {
  readonly workchain: number
  readonly shard: bigint
  /**
   * Set where shard_prefix itself has the tag bit, as the zero states of basechain made by the reference's
   * CreateState.fif do; the reference reads both forms. Kept so that they are stored as they were.
   */
  readonly tagInPrefix?: true
}

const SHARD_IDENT_TAG = 0b00

export function loadShardIdent(slice: Slice): ShardIdent {
  if (slice.loadUint(2) !== SHARD_IDENT_TAG) throw new TlbError('ShardIdent', 'unknown constructor')
  const prefixLength = slice.loadUint(6)
  const workchain = slice.loadInt(32)
  const prefix = slice.loadUintBig(64)
  if (prefixLength > 60) throw new TlbError('ShardIdent', `prefix of ${prefixLength} bits`)
  const tag = 1n << BigInt(63 - prefixLength)
  if ((prefix & (tag - 1n)) !== 0n) {
    throw new TlbError('ShardIdent', `prefix ${prefix.toString(16)} has more than ${prefixLength} bits`)
  }
  if ((prefix & tag) !== 0n) return { workchain, shard: prefix, tagInPrefix: true }
  return { workchain, shard: prefix | tag }
}

export function storeShardIdent(ident: ShardIdent): (builder: Builder) => void {
  const { workchain, shard, tagInPrefix } = ident
  if (!isShard(shard)) throw new TlbError('ShardIdent', `${shard} is no shard`)
  return (builder) => {
    builder
      .storeUint(SHARD_IDENT_TAG, 2)
      .storeUint(shardPrefixLength(shard), 6)
      .storeInt(workchain, 32)
      .storeUint(tagInPrefix ? shard : shard - shardTagBit(shard), 64)
  }
}
