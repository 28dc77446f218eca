import type { Cell } from '@ton/core'
import { parseAddress } from '#shared/ton/address.ts'
import { Lru } from '../../platform/lru.ts'
import { ROLES, SALE_KINDS } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { findAccountId, loadAddresses, loadByIds } from '../../store/queries/accountIds.ts'
import { loadCodeHashes } from '../../store/queries/cellParts.ts'
import type { Reader, SqlRow } from '../../store/queries/reader.ts'
import { readSortableInteger } from '../../store/sortableInteger.ts'
import { readContractState } from '../detect/contractStates.ts'
import { rawAddress, stdAddress } from '../stdAddress.ts'
import type { FactsSource, NftAuctionFacts, NftItemFacts, NftSaleFacts } from './factsSource.ts'

/** Creates the facts of one snapshot of the index. Contracts that detection has not verified are unknown. */
export function createIndexFacts(reader: Reader): FactsSource {
  const accounts = createLookupCache((address: string) => {
    const parsed = parseAddress(address)
    return parsed && findAccountId(reader, stdAddress(parsed))
  })
  const textOf = (id: bigint | null): string | null => {
    const address = id === null ? undefined : loadAddresses(reader, [id]).get(id)
    return address ? rawAddress(address) : null
  }
  const rowOf = <Row extends SqlRow>(select: string, column: string, address: string): Row | undefined => {
    const id = accounts(address)
    return id === undefined ? undefined : loadByIds<Row>(reader, select, column, [id])[0]
  }
  const saleRow = createLookupCache((key: string): SaleRow | undefined => {
    const [kind, address = ''] = key.split(' ')
    const id = accounts(address)
    if (id === undefined) return undefined
    const [row] = reader.all<SaleRow>(
      'SELECT nft, nft_owner, marketplace, details FROM nft_sales WHERE account = ? AND kind = ?',
      [id, Number(kind)],
    )
    return row
  })
  const sale = (address: string, kind: (typeof SALE_KINDS)[number]) => {
    const row = saleRow(`${SALE_KINDS.indexOf(kind)} ${address}`)
    if (!row) return undefined
    const nft = textOf(row.nft)
    if (nft === null) return undefined
    const details = JSON.parse(row.details) as { readonly [name: string]: string }
    return { nft, owner: textOf(row.nft_owner), marketplace: textOf(row.marketplace), details }
  }
  return {
    jettonWallet: createLookupCache((address) => {
      const row = rowOf<{ owner: bigint; jetton: bigint }>(
        'SELECT owner, jetton FROM jetton_wallets',
        'account',
        address,
      )
      if (!row) return undefined
      const [owner, jetton] = [textOf(row.owner), textOf(row.jetton)]
      return owner === null || jetton === null ? undefined : { owner, jetton }
    }),
    nftItem: createLookupCache((address): NftItemFacts | undefined => {
      const row = rowOf<ItemRow>(
        'SELECT item_index, collection, owner, content FROM nft_items',
        'account',
        address,
      )
      if (!row) return undefined
      return {
        index: readSortableInteger(row.item_index),
        collection: textOf(row.collection),
        owner: textOf(row.owner),
        uri: row.content === null ? undefined : (JSON.parse(row.content) as { uri?: string }).uri,
      }
    }),
    nftSale(address): NftSaleFacts | undefined {
      const found = sale(address, 'getgems_sale')
      return found && { ...partiesOf(found), fullPrice: BigInt(found.details.full_price ?? 0) }
    },
    nftAuction(address): NftAuctionFacts | undefined {
      const found = sale(address, 'getgems_auction')
      return found && { ...partiesOf(found), lastBid: BigInt(found.details.last_bid ?? 0) }
    },
    multisigOrder: createLookupCache((address) => {
      const row = rowOf<{ account: bigint }>('SELECT account FROM multisig_orders', 'account', address)
      if (!row) return undefined
      const members = reader.all<{ member: bigint }>(
        'SELECT member FROM contract_members WHERE contract = ? AND role = ? ORDER BY position',
        [row.account, ROLES.indexOf('signer')],
      )
      return { signers: members.flatMap(({ member }) => textOf(member) ?? []) }
    }),
    // Detection does not recognize pools.
    dedustPool: () => undefined,
    codeHash: createLookupCache((address) => {
      const row = rowOf<{ code: bigint | null }>('SELECT code FROM accounts', 'id', address)
      return row && loadCodeHashes(reader, [row.code]).get(row.code)?.toString('base64')
    }),
    data: createLookupCache((address): Cell | undefined => {
      const known = accounts(address)
      const account: StdAddress | undefined =
        known === undefined ? undefined : loadAddresses(reader, [known]).get(known)
      const state = account && readContractState(reader, account)
      return state?.kind === 'active' ? state.state.data : undefined
    }),
  }
}

type SaleRow = {
  readonly nft: bigint
  readonly nft_owner: bigint | null
  readonly marketplace: bigint | null
  readonly details: string
}
type ItemRow = {
  readonly item_index: Buffer
  readonly collection: bigint | null
  readonly owner: bigint | null
  readonly content: string | null
}

function partiesOf({ nft, owner, marketplace }: Pick<NftSaleFacts, 'nft' | 'owner' | 'marketplace'>) {
  return { nft, owner, marketplace }
}

/** Maximum number of cached lookups; a batch of traces needs fewer. */
const MAX_CACHED = 16_384

function createLookupCache<Value>(find: (key: string) => Value): (key: string) => Value {
  const known = new Lru<string, { readonly value: Value }>(MAX_CACHED)
  return (key) => known.getOrMake(key, () => ({ value: find(key) })).value
}
