import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { NFT } from '#shared/contracts/nft.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { dataOf } from '../details.ts'
import { call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'

/** NFTs that announce on-chain their collection and index (TEP-62, docs/actions §10). */

const GET_STATIC_DATA = opcodeOf(NFT, 'get_static_data')
const REPORT = opcodeOf(NFT, 'report_static_data')

type Discovery = {
  readonly source: string | null
  readonly item: string | null
  readonly collection: string | null
  readonly index: bigint
}

const nftDiscovery: ActionKind<Discovery> = {
  block: 'nft_discovery',
  fields: ({ source, item, collection, index }) => ({
    source,
    asset: collection,
    asset_secondary: item,
    nft_discovery_data: { nft_item_index: index.toString() },
  }),
}

export const nftDiscoveryRule: Rule = {
  name: 'NFT discovery',
  pattern: call(GET_STATIC_DATA, { child: call(REPORT, { name: 'report' }) }),
  build(match) {
    const report = match.get('report')?.ownMessage
    if (!report) return undefined
    const { source, destination: item } = match.anchor.ownMessage
    const slice = fieldsOf(report).skip(64)
    const index = slice.loadUintBig(256)
    return built(nftDiscovery, { source, item, index, collection: readAddress(slice) })
  },
}

export const NFT_DISCOVERY_TYPES: readonly ActionType[] = [
  {
    name: 'nft_discovery',
    since: 'v2',
    details: (row) => ({
      source: row.source ?? null,
      nft_item: row.asset_secondary ?? null,
      nft_collection: row.asset ?? null,
      nft_item_index: dataOf(row.nft_discovery_data).nft_item_index ?? null,
    }),
  },
]
