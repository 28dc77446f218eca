import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import type { FetchedContent } from '../../../store/queries/fetchedContent.ts'
import type { TokenEntry, TokenTexts } from '../../../store/queries/tokenEntries.ts'
import { addressText } from './scalars.ts'

/** Metadata of one token (v3-contract §5.9). */
export type ShownToken = {
  readonly info: TokenInfoJson
  /** False while the content behind its URL has not been fetched. */
  readonly isIndexed: boolean
}

export type TokenInfoOptions = {
  /** Undefined: never fetched yet. */
  fetched(url: string): FetchedContent | undefined
  /** Our own URL of an image; undefined where we do not serve it. */
  image(url: string): string | undefined
}

const TYPES = {
  jetton_master: 'jetton_masters',
  jetton_wallet: 'jetton_wallets',
  nft_item: 'nft_items',
  nft_collection: 'nft_collections',
} as const

/** On-chain fields of which one must be there if nothing else is known. */
const SUFFICIENT = {
  jetton_master: ['symbol'],
  nft_item: ['name', 'domain'],
  nft_collection: ['name', 'description', 'image'],
} as const

/** URLs of other schemes count as fetched in vain. */
const FETCHABLE = /^(https?|ipfs):\/\//i

/** Texts that have fields of their own; everything else is in `extra`. */
const TOP_LEVEL = ['name', 'symbol', 'description', 'image'] as const

/** Returns what is shown of a token. */
export function tokenInfo(token: TokenEntry, options: TokenInfoOptions): ShownToken {
  if (token.kind === 'jetton_wallet') {
    const { balance, jetton, owner } = token
    const extra = { balance: balance.toString(), jetton: addressText(jetton), owner: addressText(owner) }
    return { isIndexed: true, info: { valid: true, type: TYPES[token.kind], extra } }
  }
  const kind = {
    type: TYPES[token.kind],
    ...(token.kind === 'nft_item' && { nft_index: token.index.toString() }),
  }
  const content =
    token.kind === 'nft_item' && token.domain !== undefined
      ? { ...token.content, domain: token.domain }
      : token.content
  const url = contentUrl(content)
  const fetched = url === undefined ? undefined : options.fetched(url)
  if (url !== undefined && fetched === undefined) return { isIndexed: false, info: kind }
  const isSufficient = SUFFICIENT[token.kind].some((name) => name in content)
  if (fetched?.state !== 'fetched' && !isSufficient) {
    return { isIndexed: true, info: { valid: false, ...kind } }
  }
  const fields = { ...(fetched?.state === 'fetched' && fetched.fields), ...content }
  return { isIndexed: true, info: { valid: true, ...kind, ...placed(fields, options) } }
}

/** The URL of a content's JSON; undefined if there is none. */
function contentUrl({ url, uri }: TokenTexts): string | undefined {
  return url ?? uri
}

/** Whether the JSON behind a URL can be fetched. */
export function isFetchable(url: string): boolean {
  return FETCHABLE.test(url)
}

/** Fields where TokenInfo has them. Empty ones are left out. */
function placed(
  fields: Readonly<Record<string, unknown>>,
  { image }: Pick<TokenInfoOptions, 'image'>,
): TokenInfoJson {
  const isTop = (name: string) => TOP_LEVEL.some((top) => top === name) && typeof fields[name] === 'string'
  const names = Object.keys(fields)
  const top = names.filter((name) => isTop(name) && fields[name] !== '')
  const others = names.filter((name) => !isTop(name)).sort()
  const own = typeof fields.image === 'string' && fields.image !== '' ? image(fields.image) : undefined
  const extra = {
    ...(own !== undefined && { _image_big: own, _image_medium: own, _image_small: own }),
    ...Object.fromEntries(others.map((name) => [name, fields[name]])),
  }
  return {
    ...(Object.fromEntries(top.map((name) => [name, fields[name]])) as TokenInfoJson),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}
