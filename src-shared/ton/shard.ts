/**
 * Shard prefixes as unsigned 64-bit integers: the prefix bits, then one tag bit, then zeros
 * (`shard_ident` and `ShardIdent` of block.tlb in the form that TL and every API use).
 */

/** The shard that covers a whole workchain, and the only shard of the masterchain. */
export const FULL_SHARD = 0x8000_0000_0000_0000n

const MASK_64 = 0xffff_ffff_ffff_ffffn

/** Returns the lowest set bit of a shard: half the width of its range. */
export function shardTagBit(shard: bigint): bigint {
  return shard & (-shard & MASK_64)
}

/** Returns whether a number is a shard: a nonzero 64-bit integer with a prefix of at most 60 bits. */
export function isShard(shard: bigint): boolean {
  return shard > 0n && shard <= MASK_64 && shardTagBit(shard) >= 8n
}

/** Returns the number of prefix bits, 0 for a full shard. */
export function shardPrefixLength(shard: bigint): number {
  let length = 63
  for (let tag = shardTagBit(shard); tag > 1n; tag >>= 1n) length--
  return length
}

/** Returns whether `shard` covers the account whose address starts with the 64 bits of `prefix`. */
export function shardContainsPrefix(shard: bigint, prefix: bigint): boolean {
  const ignored = (shardTagBit(shard) << 1n) - 1n
  return ((shard ^ prefix) & MASK_64 & ~ignored) === 0n
}

/** Returns whether `ancestor` covers all of `shard`. A shard is its own ancestor. */
export function isShardAncestor(ancestor: bigint, shard: bigint): boolean {
  return shardTagBit(ancestor) >= shardTagBit(shard) && shardContainsPrefix(ancestor, shard)
}

/**
 * Returns whether two shards of one workchain have common accounts, that is whether one is the other's
 * ancestor.
 */
export function shardsIntersect(a: bigint, b: bigint): boolean {
  return isShardAncestor(a, b) || isShardAncestor(b, a)
}

/** Returns the shard of which this one is a half; 0 for a full shard. */
export function shardParent(shard: bigint): bigint {
  const tag = shardTagBit(shard)
  return ((shard - tag) | (tag << 1n)) & MASK_64
}

/** Returns the left (0…) or right (1…) half of a shard. */
export function shardChild(shard: bigint, side: 'left' | 'right'): bigint {
  const half = shardTagBit(shard) >> 1n
  return side === 'left' ? shard - half : shard + half
}

/** Returns the other half of the shard's parent. A full shard has no sibling. */
export function shardSibling(shard: bigint): bigint {
  return (shard ^ (shardTagBit(shard) << 1n)) & MASK_64
}

/**
 * Converts a shard to the signed form of TL `long` and of the v2 API (`-9223372036854775808` is the full
 * shard).
 */
export function shardToSigned(shard: bigint): bigint {
  return BigInt.asIntN(64, shard)
}

/** Converts a shard from the signed to the unsigned form. An unsigned one is returned unchanged. */
export function shardFromSigned(shard: bigint): bigint {
  return BigInt.asUintN(64, shard)
}

/** Formats a shard as sixteen lower-case hexadecimal digits, as in block ids: `8000000000000000`. */
export function shardToHex(shard: bigint): string {
  return shard.toString(16).padStart(16, '0')
}

/** Returns the first 64 bits of a 32-byte account id, for comparison with shards. */
export function accountPrefix(accountId: Uint8Array): bigint {
  let prefix = 0n
  for (let i = 0; i < 8; i++) prefix = (prefix << 8n) | BigInt(accountId[i] ?? 0)
  return prefix
}
