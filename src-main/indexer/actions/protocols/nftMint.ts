import type { ActionType } from '../actionType.ts'
import type { ActionKind, Block } from '../block.ts'
import { dataOf, withoutNulls } from '../details.ts'
import { blockWhere } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'

/** New NFTs: messages that deploy an item (docs/actions §9). */

/** A new NFT. */
export type NftMint = {
  /** Sender of the deploying message: usually the collection. */
  readonly sender: string | null
  readonly item: string
  readonly collection: string | null
  readonly index: bigint
  readonly opcode: number | undefined
}

export const nftMint: ActionKind<NftMint> = {
  block: 'nft_mint',
  fields: ({ sender, item, collection, index, opcode }) => ({
    source: sender,
    destination: item,
    asset: collection,
    asset_secondary: item,
    opcode: opcode ?? null,
    nft_mint_data: { nft_item_index: index.toString() },
  }),
}

/** Returns the account that a message activated, from any other status. */
function activatedBy({ nodes: [node] }: Block): string | undefined {
  if (!node?.message || node.isOutward) return undefined
  const { origStatus, endStatus, account } = node.transaction
  return endStatus === 'active' && origStatus !== 'active' ? account : undefined
}

/** Runs before all other rules: every block is still one message. */
export const nftMintRule: Rule = {
  name: 'NFT mint',
  pattern: blockWhere((block) => activatedBy(block) !== undefined),
  build({ anchor }, { facts }) {
    const account = activatedBy(anchor)
    const item = account === undefined ? undefined : facts.nftItem(account)
    if (account === undefined || !item) return undefined
    const { source, opcode } = anchor.ownMessage
    const { collection, index } = item
    return built(nftMint, { sender: source, item: account, collection, index, opcode })
  },
}

export const NFT_MINT_TYPES: readonly ActionType[] = [
  {
    name: 'nft_mint',
    since: 'v1',
    groups: ['nft', 'nft.v3'],
    details: (row) => ({
      // The reference serves the sender of the deploying message, usually the collection, by this name.
      ...withoutNulls({ owner: row.source }),
      nft_item: row.asset_secondary ?? null,
      nft_collection: row.asset ?? null,
      nft_item_index: dataOf(row.nft_mint_data).nft_item_index ?? null,
    }),
  },
]
