import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { V3Name, V3Request } from '#shared/schema/v3/operations.ts'
import { accountKey } from '../decode/accountKey.ts'
import type { Network } from './network.tsx'
import type { PageKey } from './pageKey.ts'
import { getV3 } from './v3.ts'

/** The index verifies a contract shortly after the block that changed it: lists are asked for again. */
const FRESH_MS = 3_000
const INTERVAL_MS = 6_000

/** A list of token contracts or of their events, asked for anew while it is on the screen. */
function listQuery<const Name extends V3Name>(network: Network, name: Name, request: V3Request<Name>) {
  return queryOptions({
    queryKey: [network.id, name, request],
    queryFn: ({ signal }) => getV3(name, request, signal),
    staleTime: FRESH_MS,
    refetchInterval: network.recorded ? false : INTERVAL_MS,
    placeholderData: keepPreviousData,
  })
}

/** A page by its offset: lists of contracts have no other key. */
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

export type WalletFilter = { readonly showsZero: boolean }

/** The jetton wallets of an owner, largest balances first: balances of different jettons do not compare. */
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

/** The wallets of a jetton, largest balances first. */
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

/** Jetton transfers, newest first. */
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

/** Transfers of NFT items, newest first. */
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

/** A sale or auction by its contract. */
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
