import { shardContainsPrefix } from '#shared/ton/shard.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { type AddressPrefix, shardCovers } from './addressPrefix.ts'

/**
 * Number of leading bits (of 96: workchain and prefix) of a hop that are the destination's; the others are the
 * source's.
 */
export type Hop = { readonly current: number; readonly next: number }

const WORKCHAIN_BITS = 32
const ALL_BITS = 96
const MASK_64 = (1n << 64n) - 1n
/** A hop corrects one hexadecimal digit of the prefix. */
const DIGIT_BITS = 4

/**
 * Returns the next hop of a message in `shard` without any corrected bits (hypercube routing): straight to the
 * destination if that is here or either end is in the masterchain, then the workchain, then digit by digit.
 */
export function nextHop(source: AddressPrefix, destination: AddressPrefix, shard: ShardIdent): Hop {
  if (shardCovers(shard, destination)) return { current: ALL_BITS, next: ALL_BITS }
  if (source.workchain === MASTERCHAIN || destination.workchain === MASTERCHAIN) {
    return { current: 0, next: ALL_BITS }
  }
  if (source.workchain !== destination.workchain) return { current: 0, next: WORKCHAIN_BITS }
  const differing = (source.prefix ^ destination.prefix) & MASK_64
  // Digits that are equal already, or inside this shard, are skipped.
  let bits = 0
  let hop = source.prefix
  do {
    bits += DIGIT_BITS
    hop = source.prefix ^ (differing & ~(MASK_64 >> BigInt(bits)) & MASK_64)
  } while (shardContainsPrefix(shard.shard, hop))
  return { current: WORKCHAIN_BITS + bits - DIGIT_BITS, next: WORKCHAIN_BITS + bits }
}

/** Returns the address on the way that has `bits` leading bits of the destination and the others of the source. */
export function routePrefix(source: AddressPrefix, destination: AddressPrefix, bits: number): AddressPrefix {
  if (bits >= ALL_BITS) return destination
  if (bits < WORKCHAIN_BITS) return source
  const rest = MASK_64 >> BigInt(bits - WORKCHAIN_BITS)
  const prefix = (destination.prefix & ~rest & MASK_64) | (source.prefix & rest)
  return { workchain: destination.workchain, prefix }
}
