import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { accountOf, type MsgAddressInt } from '../../chain/block/msgAddress.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { TlbError } from '../../chain/tlb.ts'

/** An account for routing: its workchain and the first 64 bits of its id. */
export type AddressPrefix = { readonly workchain: number; readonly prefix: bigint }

/** @throws TlbError for an address that does not have 256 bits: no account of a basic workchain has it */
export function prefixOf(address: MsgAddressInt): AddressPrefix {
  const account = accountOf(address)
  if (!account) throw new TlbError('MsgAddressInt', 'not an address of 256 bits')
  return { workchain: account.workChain, prefix: accountPrefix(account.hash) }
}

export function shardCovers(shard: ShardIdent, { workchain, prefix }: AddressPrefix): boolean {
  return shard.workchain === workchain && shardContainsPrefix(shard.shard, prefix)
}
