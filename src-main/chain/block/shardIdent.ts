import type { Builder, Slice } from '@ton/core'
import { isShard, shardPrefixLength, shardTagBit } from '#shared/ton/shard.ts'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// shard_ident$00 shard_pfx_bits:(#<= 60) workchain_id:int32 shard_prefix:uint64 = ShardIdent;

/**
 * A workchain and an unsigned 64-bit shard with its tag bit. (The cell stores prefix and length separately.)
 */
export type ShardIdent = {
  readonly workchain: number
  readonly shard: bigint
  /**
   * Set if `shard_prefix` itself contains the tag bit, as in basechain zero states made by the reference
   * node's CreateState.fif. The reference node reads both forms; the flag keeps the form for storing.
   */
  readonly tagInPrefix?: true
}

const SHARD_IDENT_TAG = 0b00

/**
 * Reads `shard_ident$00`.
 * @throws TlbError for another tag, a length over 60 bits, or a prefix longer than its length
 */
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

/**
 * Returns a writer (for Builder.store) of `shard_ident$00`.
 * @throws TlbError if `shard` is not a shard prefix with a tag bit
 */
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
