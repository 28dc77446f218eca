import { safeText } from '#shared/untrustedText.ts'
import type { Imitation } from '../format/imitation.ts'
import type { Identity } from './identity.ts'
import type { KnownAccount } from './knownAccounts.ts'
import { suspicionOf } from './suspicion.ts'
import { type TokenType, tokenOf, tokenWords } from './tokenInfo.ts'

/**
 * The source of a name: the user, the devnet's scenario, the protocol, a public list, the account's domain, or the
 * token itself.
 */
export type NameSource = 'label' | 'scenario' | 'system' | 'known' | 'domain' | 'token'

export type AccountName = {
  /** One line that is safe to display. */
  readonly text: string
  readonly source: NameSource
  /** Present if the name is from a token's metadata. */
  readonly type?: TokenType | undefined
  /** Present if the name is from a public list. */
  readonly known?: KnownAccount | undefined
}

export type NameSources = {
  readonly label?: string | undefined
  readonly scenario?: string | undefined
  readonly system?: string | undefined
  readonly known?: KnownAccount | undefined
  readonly identity?: Identity | undefined
  /** The identity of the master, for a jetton wallet. */
  readonly master?: Identity | undefined
  /** The identity of the collection, for an NFT item. */
  readonly collection?: Identity | undefined
}

export type NameContext = {
  /** The account's raw address. */
  readonly key: string
  readonly isMainnet: boolean
}

const MAX_NAME = 48

/** Returns the master of a jetton wallet from its metadata. */
export function masterOf(identity: Identity | undefined): string | undefined {
  const jetton = tokenOf(identity, 'jetton_wallets')?.extra?.jetton
  return typeof jetton === 'string' ? jetton : undefined
}

function cleanName(text: string | undefined): string | undefined {
  const clean = text === undefined ? '' : safeText(text, MAX_NAME).text
  return clean === '' ? undefined : clean
}

function nameAndSymbol(identity: Identity | undefined, type: TokenType): string | undefined {
  const { name, symbol } = tokenWords(tokenOf(identity, type))
  return cleanName(name) ?? cleanName(symbol)
}

function tokenName({ identity, master }: NameSources): Pick<AccountName, 'text' | 'type'> | undefined {
  const jetton = nameAndSymbol(identity, 'jetton_masters')
  if (jetton !== undefined) return { text: jetton, type: 'jetton_masters' }
  if (tokenOf(identity, 'jetton_wallets')) {
    const words = tokenWords(tokenOf(master, 'jetton_masters'))
    const unit = cleanName(words.symbol) ?? cleanName(words.name)
    return unit === undefined ? undefined : { text: `${unit} wallet`, type: 'jetton_wallets' }
  }
  for (const type of ['nft_items', 'nft_collections'] as const) {
    const text = cleanName(tokenWords(tokenOf(identity, type)).name)
    if (text !== undefined) return { text, type }
  }
  return undefined
}

/** Returns the name of an account from the first source that has one, or undefined. */
export function accountName(sources: NameSources): AccountName | undefined {
  const { label, scenario, system, known, identity } = sources
  if (label !== undefined) return { text: label, source: 'label' }
  const called = cleanName(scenario)
  if (called !== undefined) return { text: called, source: 'scenario' }
  if (system !== undefined) return { text: system, source: 'system' }
  if (known) return { text: known.name, source: 'known', known }
  const domain = cleanName(identity?.domain)
  if (domain !== undefined) return { text: domain, source: 'domain' }
  const token = tokenName(sources)
  return token && { ...token, source: 'token' }
}

/**
 * Returns what is suspicious about the tokens that an account is, also where it has no name. A name from another
 * source hides the token's own texts, but not the collection of an item.
 * @param name the shown name of the account
 */
export function accountSuspicion(
  { identity, master, collection }: NameSources,
  name: AccountName | undefined,
  { key, isMainnet }: NameContext,
): Imitation | undefined {
  const isOwn = name === undefined || name.source === 'token'
  const wordsOf = (of: Identity | undefined, type: TokenType) => tokenWords(tokenOf(of, type))
  const ofCollection = wordsOf(collection, 'nft_collections')
  if (!isOwn) return suspicionOf({ own: {}, collection: ofCollection }, isMainnet)
  const tokens = [
    { own: wordsOf(identity, 'jetton_masters'), master: key },
    { own: wordsOf(master, 'jetton_masters'), master: masterOf(identity) },
    { own: wordsOf(identity, 'nft_items'), collection: ofCollection },
    { own: wordsOf(identity, 'nft_collections') },
  ]
  return tokens.map((token) => suspicionOf(token, isMainnet)).find(Boolean)
}
