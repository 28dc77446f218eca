import { type Json, type MetadataFields, placeFields } from './metadataJson.ts'

/** Contracts with content, by the names of compatibility-v3 §4.9. */
export type ContentKind = 'jetton_masters' | 'nft_items' | 'nft_collections'

/** Parsed content of a contract by attribute: toncenter's `jetton_content`, `content`, …. */
export type OnchainContent = { readonly [attribute: string]: string }

/** The part of v3's TokenInfo that comes from content (compatibility-v3 §4.9). */
export type ContentInfo = MetadataFields & { readonly valid: boolean }

/** Returns the URL that completes the content: `url`, else `uri`; undefined if the contract has all of it. */
export function metadataUrlOf({ url, uri }: OnchainContent): string | undefined {
  return url || uri || undefined
}

/**
 * Merges a contract's own content with that of its URL. The contract's value takes precedence key by key.
 * @param fetched undefined if there is no URL or the fetch failed: the contract's own content is then used alone
 */
export function mergeContent(
  kind: ContentKind,
  onchain: OnchainContent,
  fetched: MetadataFields | undefined,
): ContentInfo {
  if (!fetched) return { valid: isSufficient(kind, onchain), ...placeFields(Object.entries(onchain)) }
  const { extra, ...top } = fetched
  const merged: { readonly [key: string]: Json } = { ...extra, ...top, ...onchain }
  return { valid: true, ...placeFields(Object.entries(merged)) }
}

function isSufficient(
  kind: ContentKind,
  { symbol, name, domain, description, image }: OnchainContent,
): boolean {
  switch (kind) {
    case 'jetton_masters':
      return symbol !== undefined
    case 'nft_items':
      return (name ?? domain) !== undefined
    case 'nft_collections':
      return (name ?? description ?? image) !== undefined
  }
}
