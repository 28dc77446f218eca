import type { MetadataJson, TokenInfoJson } from '#shared/schema/v3/common.ts'
import { type TokenWords, tokenWords } from '../decode/tokenInfo.ts'
import { skeleton } from '../format/imitation.ts'
import { safeText } from '../format/untrustedText.ts'

/** A jetton or collection with its name. */
export type NamedToken = {
  readonly kind: 'jetton' | 'collection'
  /** Raw address of the contract. */
  readonly address: string
  readonly name: string
  /** Empty for collections, and for jettons without a symbol. */
  readonly symbol: string
}

type Master = {
  readonly address: string
  readonly content: Readonly<Record<string, string>> | null
}

const MAX_NAME = 48
const MAX_SYMBOL = 16

/** Reads names and symbols of jettons or collections from an answer of v3, without those that have neither. */
export function namedTokens(
  kind: NamedToken['kind'],
  masters: readonly Master[],
  metadata: MetadataJson,
): NamedToken[] {
  const type: TokenInfoJson['type'] = kind === 'jetton' ? 'jetton_masters' : 'nft_collections'
  return masters.flatMap(({ address, content }) => {
    const info = metadata[address]?.token_info.find((token) => token.type === type)
    const words: TokenWords = tokenWords(info, content)
    const name = safeText(words.name ?? '', MAX_NAME).text
    const symbol = safeText(words.symbol ?? '', MAX_SYMBOL).text
    return name === '' && symbol === '' ? [] : [{ kind, address, name, symbol }]
  })
}

/** Returns the rank of a match, 0 for the best, or undefined for no match. */
function rankOf({ name, symbol }: NamedToken, wanted: string): number | undefined {
  const texts = [symbol, name].map(skeleton)
  if (texts.includes(wanted)) return 0
  if (texts.some((text) => text.startsWith(wanted))) return 1
  return texts.some((text) => text.includes(wanted)) ? 2 : undefined
}

/**
 * Returns the tokens with the text in their name or symbol, best matches first, otherwise in the order of
 * `tokens`. Letters that look alike are equal, so that imitations are listed beside the originals.
 */
export function matchTokens(tokens: readonly NamedToken[], text: string, max: number): NamedToken[] {
  const wanted = skeleton(text)
  if (wanted === '') return []
  const ranked = tokens.flatMap((token) => {
    const rank = rankOf(token, wanted)
    return rank === undefined ? [] : [{ token, rank }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ token }) => token)
}
