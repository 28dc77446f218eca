import { accountPrefix } from '#shared/ton/shard.ts'

/**
 * The narrowest shard that holds an account: 60 bits of its id and the tag. `lookupBlock` takes it as a prefix
 * and answers with the block of whichever shard contains it.
 */
export function accountShard(accountId: Uint8Array): bigint {
  return (accountPrefix(accountId) & ~0xfn) | 8n
}
