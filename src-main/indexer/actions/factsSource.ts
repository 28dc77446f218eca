import type { Cell } from '@ton/core'

/**
 * Facts about contracts for the classification of a trace (docs/actions §7), by raw address with upper-case digits. A
 * look-up returns undefined if the contract is not known to be of that kind. Look-ups are synchronous: they read from
 * memory or from a local database.
 */
export type FactsSource = {
  jettonWallet(address: string): JettonWalletFacts | undefined
  nftItem(address: string): NftItemFacts | undefined
  nftSale(address: string): NftSaleFacts | undefined
  nftAuction(address: string): NftAuctionFacts | undefined
  multisigOrder(address: string): MultisigOrderFacts | undefined
  dedustPool(address: string): DedustPoolFacts | undefined
  /** Hash of an account's code, base64. */
  codeHash(address: string): string | undefined
  /** Storage of an account. */
  data(address: string): Cell | undefined
}

export type JettonWalletFacts = { readonly owner: string; readonly jetton: string }

export type NftItemFacts = {
  readonly index: bigint
  readonly collection: string | null
  readonly owner: string | null
  /** Off-chain content's address, where the item has one (TEP-64). */
  readonly uri: string | undefined
}

/** A sale at a fixed price; amounts in nanoton. */
export type NftSaleFacts = {
  readonly nft: string
  readonly owner: string | null
  readonly marketplace: string | null
  readonly fullPrice: bigint
}

export type NftAuctionFacts = {
  readonly nft: string
  readonly owner: string | null
  readonly marketplace: string | null
  readonly lastBid: bigint
}

export type MultisigOrderFacts = { readonly signers: readonly string[] }

/** Addresses of the pool's two jettons; null for TON. */
export type DedustPoolFacts = { readonly assets: readonly (string | null)[] }
