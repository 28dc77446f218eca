import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import { findAccounts, loadAddresses, loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** A token contract with its on-chain metadata (compatibility-v3 §4.9). */
export type TokenEntry = { readonly address: StdAddress } & (
  | { readonly kind: 'jetton_master'; readonly content: TokenTexts }
  | {
      readonly kind: 'jetton_wallet'
      readonly balance: bigint
      readonly jetton: StdAddress
      readonly owner: StdAddress
    }
  | {
      readonly kind: 'nft_item'
      readonly index: bigint
      readonly content: TokenTexts
      /** The name of an item that is a domain. */
      readonly domain: string | undefined
    }
  | { readonly kind: 'nft_collection'; readonly content: TokenTexts }
)

/** TEP-64 fields by name. */
export type TokenTexts = Readonly<Record<string, string>>

/** Returns the jettons of the jetton wallets among `addresses`. */
export function loadJettonsOf(reader: Reader, addresses: readonly StdAddress[]): StdAddress[] {
  const rows = loadByIds<{ jetton: bigint }>(
    reader,
    'SELECT jetton FROM jetton_wallets',
    'account',
    findAccounts(reader, addresses).map(({ id }) => id),
  )
  return [...loadAddresses(reader, new Set(rows.map(({ jetton }) => jetton))).values()]
}

type ContentRow = { account: bigint; content: string | null }

/** The accounts that can be of each kind. */
export type TokenCandidates = { readonly [Kind in TokenEntry['kind']]: readonly StdAddress[] }

/**
 * Loads the token contracts among accounts, and the masters of jetton wallets among them. An account can have several
 * entries.
 */
export function loadTokenEntries(reader: Reader, candidates: TokenCandidates): TokenEntry[] {
  const idsOf = (kind: keyof TokenCandidates) => findAccounts(reader, candidates[kind]).map(({ id }) => id)
  const wallets = loadByIds<{ account: bigint; balance: Buffer; owner: bigint; jetton: bigint }>(
    reader,
    'SELECT account, balance, owner, jetton FROM jetton_wallets',
    'account',
    idsOf('jetton_wallet'),
  )
  const jettons = wallets.map(({ jetton }) => jetton)
  const masters = contentRows(reader, 'jetton_masters', [...idsOf('jetton_master'), ...jettons])
  const items = loadByIds<ContentRow & { item_index: Buffer; domain: string | null }>(
    reader,
    `SELECT account, item_index, content, (SELECT domain FROM dns_entries WHERE item = account) AS domain
    FROM nft_items`,
    'account',
    idsOf('nft_item'),
  )
  const collections = contentRows(reader, 'nft_collections', idsOf('nft_collection'))
  const byId = loadAddresses(reader, [
    ...[...masters, ...items, ...collections].map(({ account }) => account),
    ...wallets.flatMap(({ account, owner, jetton }) => [account, owner, jetton]),
  ])
  const addressOf = (id: bigint): StdAddress => {
    const address = byId.get(id)
    if (address === undefined) throw new Error(`the index has no account ${id}`)
    return address
  }
  return [
    ...masters.map(
      ({ account, content }): TokenEntry => ({
        kind: 'jetton_master',
        address: addressOf(account),
        content: textsOf(content),
      }),
    ),
    ...wallets.map(
      ({ account, balance, owner, jetton }): TokenEntry => ({
        kind: 'jetton_wallet',
        address: addressOf(account),
        balance: readSortableInteger(balance),
        owner: addressOf(owner),
        jetton: addressOf(jetton),
      }),
    ),
    ...items.map(
      ({ account, item_index, content, domain }): TokenEntry => ({
        kind: 'nft_item',
        address: addressOf(account),
        index: readSortableInteger(item_index),
        content: textsOf(content),
        domain: domain ?? undefined,
      }),
    ),
    ...collections.map(
      ({ account, content }): TokenEntry => ({
        kind: 'nft_collection',
        address: addressOf(account),
        content: textsOf(content),
      }),
    ),
  ]
}

function contentRows(
  reader: Reader,
  table: 'jetton_masters' | 'nft_collections',
  accounts: readonly bigint[],
): ContentRow[] {
  return loadByIds<ContentRow>(reader, `SELECT account, content FROM ${table}`, 'account', accounts)
}

function textsOf(content: string | null): TokenTexts {
  return content === null ? {} : (JSON.parse(content) as TokenTexts)
}
