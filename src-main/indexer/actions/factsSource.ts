import type { Cell } from '@ton/core'

/**
 * Facts about contracts for the classification of a trace (docs/actions §7), by raw address with upper-case digits. A
 * lookup returns undefined if the contract is not known to be of that kind. Lookups are synchronous: they read from
 * memory or from a local database.
 */
export type FactsSource = {
  jettonWallet(address: string): JettonWalletFacts | undefined
  nftItem(address: string): NftItemFacts | undefined
  nftSale(address: string): NftSaleFacts | undefined
  nftAuction(address: string): NftAuctionFacts | undefined
  multisigOrder(address: string): MultisigOrderFacts | undefined
  dedustPool(address: string): DedustPoolFacts | undefined
  /** Returns the hash of an account's code, base64. */
  codeHash(address: string): string | undefined
  /** Returns the storage of an account. */
  data(address: string): Cell | undefined
}

/** Owner and master of a jetton wallet. */
export type JettonWalletFacts = { readonly owner: string; readonly jetton: string }

/** An NFT item (TEP-62). */
export type NftItemFacts = {
  readonly index: bigint
  readonly collection: string | null
  readonly owner: string | null
  /** URI of off-chain content, if the item has one (TEP-64). */
  readonly uri: string | undefined
}

/** A sale at a fixed price; amounts in nanoton. */
export type NftSaleFacts = {
  readonly nft: string
  readonly owner: string | null
  readonly marketplace: string | null
  readonly fullPrice: bigint
}

/** An auction of an NFT; amounts in nanoton. */
export type NftAuctionFacts = {
  readonly nft: string
  readonly owner: string | null
  readonly marketplace: string | null
  readonly lastBid: bigint
}

/** Signers of a multisig order, in their order; null for those that are not known. */
export type MultisigOrderFacts = { readonly signers: readonly (string | null)[] }

/** The pool's two jetton masters; null for TON. */
export type DedustPoolFacts = { readonly assets: readonly (string | null)[] }
