import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { V3Name, V3Request } from '#shared/schema/v3/operations.ts'
import { accountKey } from '../decode/accountKey.ts'
import type { Network } from './network.tsx'
import type { PageKey } from './pageKey.ts'
import { getV3 } from './v3.ts'

/**
 * Time for which a list is fresh, ms: the index verifies a contract shortly after the block that changed it.
 */
const FRESH_MS = 3_000
const INTERVAL_MS = 6_000

/** Returns the query for a list of token contracts or their events, which is refreshed while it is shown. */
function listQuery<const Name extends V3Name>(network: Network, name: Name, request: V3Request<Name>) {
  return queryOptions({
    queryKey: [network.id, name, request],
    queryFn: ({ signal }) => getV3(name, request, signal),
    staleTime: FRESH_MS,
    refetchInterval: network.recorded ? false : INTERVAL_MS,
    placeholderData: keepPreviousData,
  })
}

/** Options of a query for one of many parts of a list, which is not refreshed while it is shown. */
const OF_LIST = { staleTime: 30_000, refetchInterval: false } as const

/** A page by its offset, since lists of contracts have no other key. */
export type Page = { readonly limit: number; readonly offset: number }

export function jettonMasterQuery(network: Network, address: string) {
  return listQuery(network, 'jetton/masters', { address: [accountKey(address)], limit: 1 })
}

export function jettonMastersQuery(network: Network, page: Page) {
  return listQuery(network, 'jetton/masters', page)
}

export function jettonWalletQuery(network: Network, address: string) {
  return listQuery(network, 'jetton/wallets', { address: [accountKey(address)], limit: 1 })
}

/** Returns the query for an owner's wallet of a jetton, which needs no index of other wallets. */
export function walletOfJettonQuery(network: Network, owner: string, jetton: string) {
  const request = { owner_address: [accountKey(owner)], jetton_address: [accountKey(jetton)], limit: 1 }
  return { ...listQuery(network, 'jetton/wallets', request), ...OF_LIST }
}

export type WalletFilter = { readonly showsZero: boolean }

/**
 * Returns the query for the jetton wallets of an owner, largest balances first, although balances of different
 * jettons are not comparable.
 */
export function walletsOfOwnerQuery(
  network: Network,
  owner: string,
  { showsZero }: WalletFilter,
  page: Page,
) {
  return listQuery(network, 'jetton/wallets', {
    owner_address: [accountKey(owner)],
    exclude_zero_balance: !showsZero,
    ...page,
  })
}

/** Returns the query for the wallets of a jetton, largest balances first. */
export function holdersQuery(network: Network, jetton: string, page: Page) {
  return listQuery(network, 'jetton/wallets', {
    jetton_address: [accountKey(jetton)],
    exclude_zero_balance: true,
    sort: 'desc',
    ...page,
  })
}

function windowOf(key: PageKey | undefined) {
  return key && { end_lt: key.at, offset: key.skip }
}

export type JettonTransferFilter = Pick<
  V3Request<'jetton/transfers'>,
  'owner_address' | 'jetton_wallet' | 'jetton_master'
>

/** Returns the query for jetton transfers, newest first. */
export function jettonTransfersQuery(
  network: Network,
  filter: JettonTransferFilter,
  key: PageKey | undefined,
  limit: number,
) {
  return listQuery(network, 'jetton/transfers', { ...filter, ...windowOf(key), limit, sort: 'desc' })
}

export function nftItemQuery(network: Network, address: string) {
  return listQuery(network, 'nft/items', { address: [accountKey(address)], limit: 1 })
}

/** Returns the query for an item of a list. */
export function itemQuery(network: Network, address: string) {
  return { ...nftItemQuery(network, address), ...OF_LIST }
}

/** Returns the query for a collection of a list. */
export function collectionQuery(network: Network, address: string) {
  return { ...nftCollectionQuery(network, address), ...OF_LIST }
}

/** Returns the query for a jetton wallet of a list. */
export function walletQuery(network: Network, address: string) {
  return { ...jettonWalletQuery(network, address), ...OF_LIST }
}

/** Returns the query for a jetton of a list. */
export function masterQuery(network: Network, address: string) {
  return { ...jettonMasterQuery(network, address), ...OF_LIST }
}

export type NftFilter = Pick<
  V3Request<'nft/items'>,
  'owner_address' | 'collection_address' | 'include_on_sale' | 'sort_by_last_transaction_lt'
>

export function nftItemsQuery(network: Network, filter: NftFilter, page: Page) {
  return listQuery(network, 'nft/items', { ...filter, ...page })
}

export type NftTransferFilter = Pick<
  V3Request<'nft/transfers'>,
  'owner_address' | 'item_address' | 'collection_address'
>

/** Returns the query for transfers of NFT items, newest first. */
export function nftTransfersQuery(
  network: Network,
  filter: NftTransferFilter,
  key: PageKey | undefined,
  limit: number,
) {
  return listQuery(network, 'nft/transfers', { ...filter, ...windowOf(key), limit, sort: 'desc' })
}

export function nftCollectionQuery(network: Network, address: string) {
  return listQuery(network, 'nft/collections', { collection_address: [accountKey(address)], limit: 1 })
}

export function nftCollectionsQuery(network: Network, page: Page) {
  return listQuery(network, 'nft/collections', page)
}

/** Returns the query for a sale or auction by its contract. */
export function nftSaleQuery(network: Network, address: string) {
  return listQuery(network, 'nft/sales', { address: [accountKey(address)] })
}

export function domainQuery(network: Network, domain: string) {
  return listQuery(network, 'dns/records', { domain })
}

export function multisigQuery(network: Network, address: string) {
  return listQuery(network, 'multisig/wallets', {
    address: [accountKey(address)],
    include_orders: false,
    limit: 1,
  })
}

export function multisigOrderQuery(network: Network, address: string) {
  return listQuery(network, 'multisig/orders', {
    address: [accountKey(address)],
    parse_actions: true,
    limit: 1,
  })
}

export function ordersOfMultisigQuery(network: Network, address: string, page: Page) {
  return listQuery(network, 'multisig/orders', {
    multisig_address: [accountKey(address)],
    parse_actions: true,
    sort: 'desc',
    ...page,
  })
}

export function vestingQuery(network: Network, address: string) {
  return listQuery(network, 'vesting', { contract_address: [accountKey(address)], limit: 1 })
}
