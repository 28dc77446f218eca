/**
 * Recognizes tokens with names and symbols that imitate better known ones: by letters of other alphabets that
 * look like Latin ones, or by the name of the network's own coin.
 */
import { safeText } from '#shared/untrustedText.ts'

/** The reason why a text is suspicious. */
export type Imitation =
  | { readonly kind: 'imitates'; readonly original: string }
  | { readonly kind: 'mixed alphabets' }
  | { readonly kind: 'hidden characters' }
  /** The token is of a collection whose name is suspicious. */
  | { readonly kind: 'collection'; readonly of: Imitation }

/** A known asset with its spellings and its genuine jetton masters. */
type KnownAsset = {
  readonly symbol: string
  readonly spellings: readonly string[]
  /** Raw addresses with lower-case digits. Absent for the network's own coin, which is not a jetton. */
  readonly masters?: readonly string[]
}

const ASSETS: readonly KnownAsset[] = [
  { symbol: 'TON', spellings: ['TON', 'TONCOIN', 'GRAM'] },
  {
    symbol: 'USDT',
    spellings: ['USDT', 'USD₮', 'TETHER', 'TETHERUSD', 'TETHERUSDT'],
    masters: ['0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe'],
  },
  { symbol: 'USDC', spellings: ['USDC', 'USDCOIN'], masters: [] },
  {
    symbol: 'NOT',
    spellings: ['NOTCOIN'],
    masters: ['0:2f956143c461769579baef2e32cc2d7bc18283f40d20bb03e432cd603ac33ffc'],
  },
  { symbol: 'BTC', spellings: ['BTC', 'BITCOIN'], masters: [] },
  { symbol: 'ETH', spellings: ['ETH', 'ETHEREUM'], masters: [] },
]

/**
 * Letters of other alphabets and signs that look like these Latin letters. Compatibility forms need no entry.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  A: 'АΑᎪꓮ',
  B: 'ВΒᏴꓐ',
  C: 'СϹᏟꓚ',
  D: 'ᎠꓓԀ',
  E: 'ЕΕᎬꓰ',
  F: 'Ϝꓝ',
  G: 'ԌᏀꓖ',
  H: 'НΗᎻꓧ',
  I: 'ІΙӀꓲ1|',
  J: 'ЈᎫꓙ',
  K: 'КΚᏦꓗ',
  L: 'Ꮮꓡ',
  M: 'МΜᎷꓟ',
  N: 'Νꓠ',
  O: 'ОΟՕꓳ0',
  P: 'РΡᏢꓑ',
  Q: 'Ԛ',
  R: 'ᎡꓣƦ',
  S: 'ЅᏚꓢՏ5',
  T: 'ТΤᎢꓔ₮Ŧ',
  U: 'ՍꓴЏ',
  V: 'ѴᏙꓦ',
  W: 'ԜᎳꓪ',
  X: 'ХΧꓫ',
  Y: 'ҮΥꓬ',
  Z: 'ΖᏃꓜ',
}

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) =>
    Array.from(others).map((other): [string, string] => [other, latin]),
  ),
)

const MAX_READ = 100

/** Returns the Latin capitals and digits that a text looks like, without all other characters. */
export function skeleton(text: string): string {
  // Some small letters look alike although their capitals do not, such as к and u.
  const small = text.slice(0, MAX_READ).normalize('NFKD').replaceAll('υ', 'u').replaceAll('ս', 'u')
  return Array.from(small.toUpperCase())
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Armenian}/u,
]

/** Returns whether a word of the text mixes letters of several alphabets that look alike. */
function mixesAlphabets(text: string): boolean {
  return text
    .slice(0, MAX_READ)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1)
}

/**
 * Returns how a token's name or symbol imitates another one, or undefined.
 * @param master raw address of the token's jetton master; undefined for other tokens
 * @param isMainnet whether the known masters are those of this network: in others a token with the plain
 *   spelling of a known jetton is a test token
 */
export function imitationOf(
  given: string,
  { master, isMainnet }: { readonly master?: string | undefined; readonly isMainnet: boolean },
): Imitation | undefined {
  const { text, hadHidden } = safeText(given, MAX_READ)
  const seen = skeleton(text)
  const asset = ASSETS.find(({ spellings }) => spellings.some((spelling) => skeleton(spelling) === seen))
  if (asset) {
    const plain = text.trim().replaceAll(/\s/g, '').toUpperCase()
    const isPlain = asset.spellings.includes(plain)
    const isRight = master !== undefined && asset.masters?.includes(master.toLowerCase())
    // A jetton is never the network's coin. The masters of bridged coins are not listed, so that their plain
    // names are accepted.
    const isSuspect = !isPlain || asset.masters === undefined || (isMainnet && asset.masters.length > 0)
    if (isSuspect && !isRight) return { kind: 'imitates', original: asset.symbol }
  }
  if (!asset && mixesAlphabets(text)) return { kind: 'mixed alphabets' }
  return hadHidden ? { kind: 'hidden characters' } : undefined
}
