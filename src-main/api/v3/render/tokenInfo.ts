import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import type { MetadataFields } from '../../../metadata/metadataJson.ts'
import { mergeContent, metadataUrlOf } from '../../../metadata/tokenInfo.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { TokenEntry } from '../../../store/queries/tokenEntries.ts'
import { addressText } from './scalars.ts'

/** Metadata of one token (compatibility-v3 §4.9). */
export type ShownToken = {
  readonly info: TokenInfoJson
  /** False while the content of its URL has not been fetched. */
  readonly isIndexed: boolean
}

/** The content of a token's URL. */
export type FetchedContent = 'failed' | MetadataFields

export type TokenInfoOptions = {
  /** Whether no newer state of a jetton wallet can exist: otherwise its balance is not shown. */
  isCurrent(wallet: StdAddress): boolean
  /** Undefined: not fetched yet. */
  fetched(url: string): FetchedContent | undefined
  /** Returns the gateway's URL of an image; undefined if the gateway does not serve it. */
  image(url: string): string | undefined
}

const TYPES = {
  jetton_master: 'jetton_masters',
  jetton_wallet: 'jetton_wallets',
  nft_item: 'nft_items',
  nft_collection: 'nft_collections',
} as const

/** Returns the metadata of a token. */
export function tokenInfo(token: TokenEntry, { isCurrent, fetched, image }: TokenInfoOptions): ShownToken {
  if (token.kind === 'jetton_wallet') {
    const { address, balance, jetton, owner } = token
    const extra = {
      ...(isCurrent(address) && { balance: balance.toString() }),
      jetton: addressText(jetton),
      owner: addressText(owner),
    }
    return { isIndexed: true, info: { valid: true, type: TYPES[token.kind], extra } }
  }
  const type = TYPES[token.kind]
  const kind = { type, ...(token.kind === 'nft_item' && { nft_index: token.index.toString() }) }
  const url = contentUrl(token)
  const content = url === undefined ? undefined : fetched(url)
  if (url !== undefined && content === undefined) return { isIndexed: false, info: kind }
  const fields = content === 'failed' ? undefined : content
  const { valid, extra, ...texts } = mergeContent(type, ownContent(token), fields)
  if (!valid) return { isIndexed: true, info: { valid, ...kind } }
  const shown = {
    ...imageVariants(texts.image, image),
    ...extra,
  }
  return {
    isIndexed: true,
    info: { valid, ...kind, ...texts, ...(Object.keys(shown).length > 0 && { extra: shown }) },
  }
}

/** Returns the URL with which a token's content is completed; undefined if its contract has all of it. */
export function contentUrl(token: TokenEntry): string | undefined {
  return token.kind === 'jetton_wallet' ? undefined : metadataUrlOf(token.content)
}

function ownContent(token: Exclude<TokenEntry, { kind: 'jetton_wallet' }>) {
  const { content } = token
  return token.kind === 'nft_item' && token.domain !== undefined
    ? { ...content, domain: token.domain }
    : content
}

/** All sizes are the same image: the gateway does not scale. */
function imageVariants(url: string | undefined, image: TokenInfoOptions['image']) {
  const own = url === undefined ? undefined : image(url)
  return own === undefined ? {} : { _image_big: own, _image_medium: own, _image_small: own }
}
