import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import { safeText } from '#shared/untrustedText.ts'
import { type Imitation, imitationOf } from '../format/imitation.ts'
import type { Identity } from './identity.ts'
import { type TokenType, tokenOf, tokenWords } from './tokenInfo.ts'

/**
 * The source of a name: the user, the devnet's scenario, the protocol, the account's domain, or the token
 * itself.
 */
export type NameSource = 'label' | 'scenario' | 'system' | 'domain' | 'token'

export type AccountName = {
  /** One line that is safe to display. */
  readonly text: string
  readonly source: NameSource
  /** Present if the name is from a token's metadata. */
  readonly type?: TokenType | undefined
  readonly imitation?: Imitation | undefined
}

export type NameSources = {
  readonly label?: string | undefined
  readonly scenario?: string | undefined
  readonly system?: string | undefined
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

type Named = Pick<AccountName, 'text' | 'type'> & { readonly checked: string; readonly master?: string }

function jettonName(info: TokenInfoJson | undefined): string | undefined {
  const { name, symbol } = tokenWords(info)
  return cleanName(name) ?? cleanName(symbol)
}

/** Returns the name of a jetton as its metadata have it. */
function rawName(info: TokenInfoJson | undefined): string | undefined {
  const { name, symbol } = tokenWords(info)
  return [name, symbol].find((text) => cleanName(text) !== undefined)
}

function tokenName({ identity, master }: NameSources, key: string): Named | undefined {
  const jetton = tokenOf(identity, 'jetton_masters')
  const jettonText = jettonName(jetton)
  if (jettonText !== undefined) {
    return { text: jettonText, type: 'jetton_masters', checked: rawName(jetton) ?? '', master: key }
  }
  if (tokenOf(identity, 'jetton_wallets')) {
    const info = tokenOf(master, 'jetton_masters')
    const words = tokenWords(info)
    const unit = cleanName(words.symbol) ?? cleanName(words.name)
    const address = masterOf(identity)
    return unit === undefined
      ? undefined
      : {
          text: `${unit} wallet`,
          type: 'jetton_wallets',
          checked: [words.symbol, words.name].find((raw) => cleanName(raw) === unit) ?? unit,
          ...(address !== undefined && { master: address }),
        }
  }
  for (const type of ['nft_items', 'nft_collections'] as const) {
    const { name } = tokenWords(tokenOf(identity, type))
    const text = cleanName(name)
    if (text !== undefined) return { text, type, checked: name ?? text }
  }
  return undefined
}

/** Returns the name of an account from the first source that has one, or undefined. */
export function accountName(sources: NameSources, { key, isMainnet }: NameContext): AccountName | undefined {
  const { label, scenario, system, identity } = sources
  const imitation = ofCollection(sources, isMainnet)
  const named = (text: string, source: NameSource): AccountName =>
    imitation ? { text, source, imitation } : { text, source }
  if (label !== undefined) return named(label, 'label')
  const called = cleanName(scenario)
  if (called !== undefined) return named(called, 'scenario')
  if (system !== undefined) return named(system, 'system')
  const domain = cleanName(identity?.domain)
  if (domain !== undefined) return named(domain, 'domain')
  const token = tokenName(sources, key)
  if (!token) return undefined
  const own = imitationOf(token.checked, { master: token.master, isMainnet })
  return { text: token.text, source: 'token', type: token.type, imitation: own ?? imitation }
}

/** Returns what is suspicious about the name of an item's collection. */
function ofCollection({ collection }: NameSources, isMainnet: boolean): Imitation | undefined {
  const { name } = tokenWords(tokenOf(collection, 'nft_collections'))
  const of = name === undefined ? undefined : imitationOf(name, { isMainnet })
  return of && { kind: 'collection', of }
}
