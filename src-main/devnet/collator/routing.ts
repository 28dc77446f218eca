import { shardContainsPrefix } from '#shared/ton/shard.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { type AddressPrefix, shardCovers } from './addressPrefix.ts'

/** How many leading bits (workchain and prefix, 96 in all) of a hop are the destination's, the rest the source's. */
export type Hop = { readonly current: number; readonly next: number }

const WORKCHAIN_BITS = 32
const ALL_BITS = 96
const MASK_64 = (1n << 64n) - 1n
/** A hop corrects one hexadecimal digit of the prefix. */
const DIGIT_BITS = 4

/**
 * The next hop of a message that is in `shard` with none of its bits corrected yet (hypercube routing): straight to
 * the destination if that is here or either end is in the masterchain, then the workchain, then digit by digit.
 */
export function nextHop(source: AddressPrefix, destination: AddressPrefix, shard: ShardIdent): Hop {
  if (shardCovers(shard, destination)) return { current: ALL_BITS, next: ALL_BITS }
  if (source.workchain === MASTERCHAIN || destination.workchain === MASTERCHAIN) {
    return { current: 0, next: ALL_BITS }
  }
  if (source.workchain !== destination.workchain) return { current: 0, next: WORKCHAIN_BITS }
  const differing = (source.prefix ^ destination.prefix) & MASK_64
  // Digits that are equal already, or lie inside this shard, are passed over.
  let bits = 0
  let hop = source.prefix
  do {
    bits += DIGIT_BITS
    hop = source.prefix ^ (differing & ~(MASK_64 >> BigInt(bits)) & MASK_64)
  } while (shardContainsPrefix(shard.shard, hop))
  return { current: WORKCHAIN_BITS + bits - DIGIT_BITS, next: WORKCHAIN_BITS + bits }
}

/** The place on the way that has `bits` leading bits of the destination and the others of the source. */
export function routePrefix(source: AddressPrefix, destination: AddressPrefix, bits: number): AddressPrefix {
  if (bits >= ALL_BITS) return destination
  if (bits < WORKCHAIN_BITS) return source
  const rest = MASK_64 >> BigInt(bits - WORKCHAIN_BITS)
  const prefix = (destination.prefix & ~rest & MASK_64) | (source.prefix & rest)
  return { workchain: destination.workchain, prefix }
}
