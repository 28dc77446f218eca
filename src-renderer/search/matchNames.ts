import type { MetadataJson, TokenInfoJson } from '#shared/schema/v3/common.ts'
import { safeText } from '#shared/untrustedText.ts'
import { type TokenWords, tokenWords } from '../decode/tokenInfo.ts'
import { skeleton } from '../format/imitation.ts'

export type TokenKind = 'jetton' | 'collection' | 'item'

/** A jetton, a collection or an NFT with its name. */
export type NamedToken = {
  readonly kind: TokenKind
  /** Raw address of the contract. */
  readonly address: string
  readonly name: string
  /** Empty for NFTs, and for jettons without a symbol. */
  readonly symbol: string
}

/** An account that the search finds by a text. */
export type NamedAccount = {
  /** Account key. */
  readonly key: string
  /** The name from the best source, which the explorer shows everywhere. */
  readonly name: string
  /** A few words about an account that is not a token. */
  readonly about: string
  readonly token: NamedToken | undefined
  /** Whether only a public list has the name: other matches that are as good come first. */
  readonly isListed: boolean
  /** The texts that are searched, as skeletons, the names first. */
  readonly texts: readonly string[]
}

/** A name from another source than a token's metadata. */
export type GivenName = {
  readonly key: string
  readonly name: string
  readonly about: string
  /** See NamedAccount. */
  readonly isListed?: boolean
}

type Contract = {
  readonly address: string
  readonly content: Readonly<Record<string, unknown>> | null
}

const MAX_NAME = 48
const MAX_SYMBOL = 16
const TYPES: Readonly<Record<TokenKind, TokenInfoJson['type']>> = {
  jetton: 'jetton_masters',
  collection: 'nft_collections',
  item: 'nft_items',
}

/** Reads names and symbols of tokens from an answer of v3, without those that have neither. */
export function namedTokens(
  kind: TokenKind,
  contracts: readonly Contract[],
  metadata: MetadataJson,
): NamedToken[] {
  return contracts.flatMap(({ address, content }) => {
    const info = metadata[address]?.token_info.find((token) => token.type === TYPES[kind])
    const words: TokenWords = tokenWords(info, content)
    const name = safeText(words.name ?? '', MAX_NAME).text
    const symbol = safeText(words.symbol ?? '', MAX_SYMBOL).text
    return name === '' && symbol === '' ? [] : [{ kind, address, name, symbol }]
  })
}

function searched(texts: readonly string[]): string[] {
  return texts.map(skeleton).filter((text) => text !== '')
}

/**
 * Returns the accounts with names, one entry for each.
 * @param given names in the order of their precedence
 * @param keyOf returns the account key of an address
 */
export function namedAccounts(
  given: readonly GivenName[],
  tokens: readonly NamedToken[],
  keyOf: (address: string) => string,
): NamedAccount[] {
  const byKey = new Map(tokens.map((token) => [keyOf(token.address), token]))
  const accounts = new Map<string, NamedAccount>()
  for (const { key, name, about, isListed = false } of given) {
    const known = accounts.get(key)
    const token = byKey.get(key)
    const texts = [name, ...(token ? [token.symbol, token.name] : []), about]
    if (known) accounts.set(key, { ...known, texts: [...known.texts, ...searched(texts)] })
    else accounts.set(key, { key, name, about, token, isListed: isListed && !token, texts: searched(texts) })
  }
  for (const [key, token] of byKey) {
    if (accounts.has(key)) continue
    const name = token.name === '' ? token.symbol : token.name
    accounts.set(key, {
      key,
      name,
      about: '',
      token,
      isListed: false,
      texts: searched([token.symbol, token.name]),
    })
  }
  return [...accounts.values()]
}

/** Returns the rank of a match, 0 for the best, or undefined for no match. */
function rankOf({ texts }: NamedAccount, wanted: string, words: readonly string[]): number | undefined {
  if (texts.includes(wanted)) return 0
  if (texts.some((text) => text.startsWith(wanted))) return 1
  if (texts.some((text) => text.includes(wanted))) return 2
  return words.every((word) => texts.some((text) => text.includes(word))) ? 3 : undefined
}

/**
 * Returns the accounts with the text, or with all its words, in their names, best matches first, otherwise in
 * the order of `accounts`. Letters that look alike are equal, so that imitations are listed beside the originals.
 */
export function matchNames(accounts: readonly NamedAccount[], text: string, max: number): NamedAccount[] {
  const wanted = skeleton(text)
  if (wanted === '') return []
  const words = searched(text.split(/\s+/))
  const ranked = accounts.flatMap((account) => {
    const rank = rankOf(account, wanted, words)
    return rank === undefined ? [] : [{ account, rank }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank || Number(a.account.isListed) - Number(b.account.isListed))
    .slice(0, max)
    .map(({ account }) => account)
}
