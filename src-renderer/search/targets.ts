import { shardToHex } from '#shared/ton/shard.ts'
import { type BlockPlace, isMaster } from '../api/blockPlace.ts'
import { workchainName } from '../components/shardText.ts'
import { shortHash } from '../format/shorten.ts'
import type { RecentSearch } from '../settings/localSettings.ts'

/** Where entries of the search lead, as they are remembered. */

export function blockSearch(place: BlockPlace, query: string, hashes = ''): RecentSearch {
  const name = workchainName(place.workchain)
  const label = isMaster(place)
    ? `Masterchain block ${place.seqno}`
    : `${name.charAt(0).toUpperCase()}${name.slice(1)} block ${place.seqno}`
  const path = `/block/${place.workchain}/${shardToHex(place.shard)}/${place.seqno}${hashes}`
  return { text: query, label, path }
}

export function transactionSearch(address: string, lt: string, hash: string, query: string): RecentSearch {
  return {
    text: query,
    label: `Transaction ${shortHash(hash)}`,
    path: `/transaction/${encodeURIComponent(address)}/${lt}/${hash}`,
  }
}
