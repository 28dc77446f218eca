import { type Imitation, imitationOf } from '../format/imitation.ts'
import type { TokenWords } from './tokenInfo.ts'

/** The texts by which a token is known. */
export type TokenTexts = Partial<Pick<TokenWords, 'name' | 'symbol'>>

type NamedToken = {
  readonly own: TokenTexts
  /** Raw address of the jetton's master; undefined for other tokens. */
  readonly master?: string | undefined
  /** The texts of an NFT item's collection. */
  readonly collection?: TokenTexts | undefined
}

/** Returns what is suspicious about the name or symbol of a token, or of an item's collection. */
export function suspicionOf(
  { own, master, collection }: NamedToken,
  isMainnet: boolean,
): Imitation | undefined {
  const ofTexts = ({ name, symbol }: TokenTexts, by?: string) =>
    [symbol, name].map((text) => imitationOf(text ?? '', { master: by, isMainnet })).find(Boolean)
  const found = ofTexts(own, master)
  if (found || !collection) return found
  const of = ofTexts(collection)
  return of && { kind: 'collection', of }
}
