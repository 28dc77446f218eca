import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { NFT } from '#shared/contracts/nft.ts'
import type { StateInit } from '../../chain/block/stateInit.ts'
import { ton } from './amounts.ts'
import { collectionCode } from './code/collection.ts'
import { tokenCode } from './code/tokens.ts'
import { addressOf, initOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

/** A TEP-62 collection: code/collection.tolk with the published item. */
export type Collection = {
  readonly name: string
  readonly init: StateInit
  readonly address: Address
}

export type NewItem = { readonly owner: Address; readonly content: Cell }

const MINT_MANY = 2
const TRANSFER = opcodeOf(NFT, 'nft_transfer')
const ITEM_VALUE = ton(0.05)

export function collectionOf(
  name: string,
  options: { readonly owner: Address; readonly content: Cell; readonly royaltyPerMille: number },
): Collection {
  const { owner, content, royaltyPerMille } = options
  const royalty = beginCell().storeUint(royaltyPerMille, 16).storeUint(1000, 16).storeAddress(owner).endCell()
  const data = beginCell()
    .storeAddress(owner)
    .storeUint(0, 64)
    .storeRef(content)
    .storeRef(tokenCode('nft item'))
    .storeRef(royalty)
    .endCell()
  const init = initOf(collectionCode(), data)
  return { name, init, address: addressOf(init) }
}

export function itemAddress({ address }: Collection, index: number): Address {
  return addressOf(
    initOf(tokenCode('nft item'), beginCell().storeUint(index, 64).storeAddress(address).endCell()),
  )
}

/** Builds the owner's order to mint the first items, with the collection's code. */
export function mintItems(collection: Collection, items: readonly NewItem[]): Transfer {
  const mints = Dictionary.empty(Dictionary.Keys.Uint(64), {
    serialize: ({ owner, content }: NewItem, builder) =>
      builder.storeCoins(ITEM_VALUE).storeRef(beginCell().storeAddress(owner).storeRef(content).endCell()),
    parse(): NewItem {
      throw new Error('only written')
    },
  })
  for (const [index, item] of items.entries()) mints.set(index, item)
  const body = beginCell()
    .storeUint(MINT_MANY, 32)
    .storeUint(0, 64)
    .storeRef(beginCell().storeDictDirect(mints).endCell())
    .endCell()
  return {
    to: collection.address,
    amount: ITEM_VALUE * BigInt(items.length) + ton(0.3),
    bounce: true,
    init: collection.init,
    body,
  }
}

/** Builds an owner's order to an item. */
export function sendItem(
  item: Address,
  { from, to, payload }: { readonly from: Address; readonly to: Address; readonly payload?: Cell },
): Transfer {
  const body = beginCell()
    .storeUint(TRANSFER, 32)
    .storeUint(0, 64)
    .storeAddress(to)
    .storeAddress(from)
    .storeBit(0)
    .storeCoins(ton(0.01))
    .storeMaybeRef(payload)
    .endCell()
  return { to: item, amount: ton(0.1), bounce: true, body }
}
