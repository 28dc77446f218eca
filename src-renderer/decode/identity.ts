import type { AddressBookJson, MetadataJson, TokenInfoJson } from '#shared/schema/v3/common.ts'
import { accountKey } from './accountKey.ts'

/** Facts of the index about an account besides its state: its domain, interfaces and token metadata. */
export type Identity = {
  /** The friendly form with the flags that fit the account; undefined if the index does not have it. */
  readonly friendly: string | undefined
  readonly domain: string | undefined
  readonly interfaces: readonly string[]
  /** An entry for each kind of token that the account is, verified by the index. */
  readonly tokens: readonly TokenInfoJson[]
}

export const UNKNOWN: Identity = { friendly: undefined, domain: undefined, interfaces: [], tokens: [] }

/**
 * Returns whether an identity of a newer answer has more than the cached one: without an index of all blocks, a token
 * or a domain is found only when another part of the page reads its contract.
 */
export function isMoreKnown(found: Identity, cached: Identity | undefined): boolean {
  if (cached === undefined || found.tokens.length > 0) return true
  return found.domain !== undefined && found.domain !== cached.domain
}

/** Returns an identity with what a cached one had and a newer answer, which lacks metadata, has not. */
export function withCachedTokens(found: Identity, cached: Identity | undefined): Identity {
  return found.tokens.length > 0 || cached === undefined ? found : { ...found, tokens: cached.tokens }
}

/** The address book and metadata of an answer, by account key. */
export type Names = {
  readonly address_book?: AddressBookJson | undefined
  readonly metadata?: MetadataJson | undefined
}

/** The address book's value for a text that is not an address. */
const NO_ADDRESS = 'addr_none'

/** Interfaces of accounts that have metadata. */
const TOKEN_INTERFACE = /^(?:jetton|nft)_/

/**
 * Returns whether an account can have metadata. The list of interfaces is empty if the methods are unknown, for
 * example because the code is in a library.
 */
function canBeToken(interfaces: readonly string[] | null): boolean {
  return (
    interfaces !== null && (interfaces.length === 0 || interfaces.some((name) => TOKEN_INTERFACE.test(name)))
  )
}

/**
 * Reads the identities in an answer.
 * @param isWhole whether the answer has the metadata of all its accounts; otherwise accounts that can be tokens
 *   and have no metadata are left out
 */
export function identitiesOf({ address_book, metadata }: Names, isWhole = false): Map<string, Identity> {
  const tokens = new Map(
    Object.entries(metadata ?? {}).map(([raw, { token_info }]) => [accountKey(raw), token_info]),
  )
  const identities = new Map<string, Identity>()
  for (const [raw, { user_friendly, domain, interfaces }] of Object.entries(address_book ?? {})) {
    const key = accountKey(raw)
    const names = interfaces ?? []
    // An answer without metadata does not show whether the account is a token.
    if (!isWhole && !tokens.has(key) && canBeToken(interfaces)) continue
    identities.set(key, {
      friendly: user_friendly === null || user_friendly === NO_ADDRESS ? undefined : user_friendly,
      domain: domain ?? undefined,
      interfaces: names,
      tokens: tokens.get(key) ?? [],
    })
  }
  // Masters of jetton wallets have metadata but no entry in the address book.
  for (const [key, info] of tokens) {
    if (!identities.has(key)) identities.set(key, { ...UNKNOWN, tokens: info })
  }
  return identities
}
