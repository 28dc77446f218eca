import { shardToHex } from '#shared/ton/shard.ts'
import { type BlockId, isMasterchain } from '../api/blockId.ts'
import { workchainName } from '../format/shardText.ts'
import { shortHash } from '../format/shorten.ts'
import type { RecentSearch } from '../settings/localSettings.ts'

/** Returns the search that leads to a block, as it is stored. */

export function blockSearch(blockId: BlockId, query: string, hashes = ''): RecentSearch {
  const name = workchainName(blockId.workchain)
  const label = isMasterchain(blockId)
    ? `Masterchain block ${blockId.seqno}`
    : `${name.charAt(0).toUpperCase()}${name.slice(1)} block ${blockId.seqno}`
  const path = `/block/${blockId.workchain}/${shardToHex(blockId.shard)}/${blockId.seqno}${hashes}`
  return { text: query, label, path }
}

export function transactionSearch(address: string, lt: string, hash: string, query: string): RecentSearch {
  return {
    text: query,
    label: `Transaction ${shortHash(hash)}`,
    path: `/transaction/${encodeURIComponent(address)}/${lt}/${hash}`,
  }
}
