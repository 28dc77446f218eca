import { accountPrefix } from '#shared/ton/shard.ts'

/**
 * Returns the smallest shard that contains an account: 60 bits of its id and the tag. `lookupBlock` takes it as
 * a prefix and returns the block of the shard that contains it.
 */
export function accountShard(accountId: Uint8Array): bigint {
  return (accountPrefix(accountId) & ~0xfn) | 8n
}
