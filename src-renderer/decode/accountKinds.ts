import { interfacesOf, provenInterfaces } from '#shared/contracts/interfacesOf.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import type { Identity } from './identity.ts'
import { methodIds } from './methodIds.ts'
import { readBoc } from './transactionView.ts'

/** Kinds of contracts. An account can have several. */
export type AccountKind =
  | 'jetton'
  | 'jetton wallet'
  | 'NFT item'
  | 'NFT collection'
  | 'NFT sale'
  | 'multisig'
  | 'multisig order'
  | 'vesting'

const BY_INTERFACE: readonly (readonly [RegExp, AccountKind])[] = [
  [/^jetton_master|^dedust_pool$|^stonfi_pool/, 'jetton'],
  [/^jetton_wallet/, 'jetton wallet'],
  [/^nft_item|^teleitem$|_staking_item$/, 'NFT item'],
  [/^nft_collection|_staking_master$/, 'NFT collection'],
  [/^nft_(?:sale|auction)/, 'NFT sale'],
  [/^multisig_v2$/, 'multisig'],
  [/^multisig_order/, 'multisig order'],
  [/^wallet_vesting$/, 'vesting'],
]

const BY_TOKEN = {
  jetton_masters: 'jetton',
  jetton_wallets: 'jetton wallet',
  nft_items: 'NFT item',
  nft_collections: 'NFT collection',
} as const

/**
 * Interfaces of pools, each of one protocol. A contract with several of them cannot be assigned to a protocol.
 */
const POOLS: ReadonlySet<string> = new Set(['dedust_pool', 'moon_pool', 'stonfi_pool', 'stonfi_pool_v2'])

/**
 * Returns the interfaces that are specific to a contract. v3 lists every interface whose get-methods a code
 * has, so that those that do not identify a contract are left out (provenInterfaces). A wallet has only the interface of its code, so a contract with several wallet interfaces is not a
 * wallet: the configuration contract has a `seqno` too.
 */
export function distinctiveInterfaces(interfaces: readonly string[]): string[] {
  const isAmbiguous = (isOf: (name: string) => boolean) => interfaces.filter(isOf).length > 1
  const isPool = (name: string) => POOLS.has(name)
  const hidesWallets = isAmbiguous(isWalletInterface)
  const hidesPools = isAmbiguous(isPool)
  return provenInterfaces(interfaces).filter(
    (name) => !(hidesWallets && isWalletInterface(name)) && !(hidesPools && isPool(name)),
  )
}

export function isWalletInterface(name: string): boolean {
  return name.startsWith('wallet')
}

/** Returns the interfaces that a code has by its hash or its get-methods, as the index detects them. */
function interfacesOfCode(code: string): readonly string[] {
  const cell = readBoc(code)
  return (cell && interfacesOf(bytesToBase64(cell.hash()), methodIds(cell))) ?? []
}

/**
 * Returns the kinds that an account claims, according to the index and to its code. A claim can be false: the
 * index only answers for contracts that it has verified.
 * @param code bag of cells in base64
 */
export function claimedKinds(identity: Identity | undefined, code: string | undefined): Set<AccountKind> {
  const kinds = new Set<AccountKind>()
  for (const { type } of identity?.tokens ?? []) if (type !== undefined) kinds.add(BY_TOKEN[type])
  const interfaces = [...(identity?.interfaces ?? []), ...(code === undefined ? [] : interfacesOfCode(code))]
  for (const name of interfaces) {
    for (const [pattern, kind] of BY_INTERFACE) if (pattern.test(name)) kinds.add(kind)
  }
  return kinds
}

const NAMES: Readonly<Record<string, string>> = {
  dns: 'DNS resolver',
  nft_sale_getgems_v2: 'NFT sale (Getgems v2)',
  nft_sale_getgems_v3: 'NFT sale (Getgems v3)',
  nft_sale_getgems_v4: 'NFT sale (Getgems v4)',
  nft_auction_getgems_v3: 'NFT auction (Getgems v3)',
  nft_auction_getgems_v4: 'NFT auction (Getgems v4)',
  multisig_v2: 'multisig v2',
  multisig_order_v2: 'multisig order',
  wallet_vesting: 'vesting wallet',
}

/** Returns an interface's displayed name: `wallet v4 r2`, `jetton wallet`. */
export function interfaceText(name: string): string {
  return (
    NAMES[name] ??
    name
      .trim()
      .replace(/(v\d+)(r\d+)$/, '$1 $2')
      .replaceAll('_', ' ')
      .replace(/^nft\b/, 'NFT')
  )
}
