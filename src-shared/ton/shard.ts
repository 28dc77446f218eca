/**
 * Shard prefixes as unsigned 64-bit integers: the prefix bits, then one tag bit, then zeros
 * (`shard_ident` and `ShardIdent` of block.tlb in the form that TL and every API use).
 */

/** The shard that covers a whole workchain; the masterchain has no other. */
export const FULL_SHARD = 0x8000_0000_0000_0000n

const MASK_64 = 0xffff_ffff_ffff_ffffn

/** The lowest set bit of a shard: half the width of what it covers. */
export function shardTagBit(shard: bigint): bigint {
  return shard & (-shard & MASK_64)
}

/** True for a nonzero 64-bit prefix of at most 60 bits. */
export function isShard(shard: bigint): boolean {
  return shard > 0n && shard <= MASK_64 && shardTagBit(shard) >= 8n
}

/** Number of prefix bits, 0 for a full shard. */
export function shardPrefixLength(shard: bigint): number {
  let length = 63
  for (let tag = shardTagBit(shard); tag > 1n; tag >>= 1n) length--
  return length
}

/** Whether `shard` covers the account whose address starts with the 64 bits of `prefix`. */
export function shardContainsPrefix(shard: bigint, prefix: bigint): boolean {
  const ignored = (shardTagBit(shard) << 1n) - 1n
  return ((shard ^ prefix) & MASK_64 & ~ignored) === 0n
}

/** Whether `ancestor` covers all of `shard`; a shard is its own ancestor. */
export function isShardAncestor(ancestor: bigint, shard: bigint): boolean {
  return shardTagBit(ancestor) >= shardTagBit(shard) && shardContainsPrefix(ancestor, shard)
}

/** Whether two shards of one workchain share any account: one is then the other's ancestor. */
export function shardsIntersect(a: bigint, b: bigint): boolean {
  return isShardAncestor(a, b) || isShardAncestor(b, a)
}

export function shardParent(shard: bigint): bigint {
  const tag = shardTagBit(shard)
  return ((shard - tag) | (tag << 1n)) & MASK_64
}

/** Left (0…) or right (1…) half of a shard. */
export function shardChild(shard: bigint, side: 'left' | 'right'): bigint {
  const half = shardTagBit(shard) >> 1n
  return side === 'left' ? shard - half : shard + half
}

/** The other half of the shard's parent; a full shard has no sibling. */
export function shardSibling(shard: bigint): bigint {
  return (shard ^ (shardTagBit(shard) << 1n)) & MASK_64
}

/** The signed form of TL `long` and of the v2 API (`-9223372036854775808` is the full shard). */
export function shardToSigned(shard: bigint): bigint {
  return BigInt.asIntN(64, shard)
}

/** From the signed form to the unsigned one; the unsigned form is returned as it is. */
export function shardFromSigned(shard: bigint): bigint {
  return BigInt.asUintN(64, shard)
}

/** Sixteen lower-case hexadecimal digits, as in block ids: `8000000000000000`. */
export function shardToHex(shard: bigint): string {
  return shard.toString(16).padStart(16, '0')
}

/** The first 64 bits of a 32-byte account id: what shards are compared with. */
export function accountPrefix(accountId: Uint8Array): bigint {
  let prefix = 0n
  for (let i = 0; i < 8; i++) prefix = (prefix << 8n) | BigInt(accountId[i] ?? 0)
  return prefix
}
