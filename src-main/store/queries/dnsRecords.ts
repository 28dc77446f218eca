import type { StdAddress } from '../parsedBlock.ts'
import { findAccountId, findAccounts, loadAddresses, loadByIds } from './accountIds.ts'
import { type Addresses, accountNumbers, matchesNothing } from './accountNumbers.ts'
import { among, type Page } from './conditions.ts'
import type { Reader } from './reader.ts'

/** A domain of a root collection with its records (compatibility-v3 §8.1). */
export type DnsRecord = {
  readonly item: StdAddress
  readonly owner: StdAddress | undefined
  readonly domain: string
  readonly nextResolver: StdAddress | undefined
  readonly wallet: StdAddress | undefined
  readonly siteAdnl: Buffer | undefined
  readonly storageBagId: Buffer | undefined
}

/** A filter by wallet record or by domain. */
export type DnsFilter =
  /** Of these items only, if they are given. */
  { readonly wallet: StdAddress; readonly items?: Addresses } | { readonly domain: string }

type Row = {
  item: bigint
  owner: bigint | null
  domain: string
  next_resolver: bigint | null
  wallet: bigint | null
  site_adnl: Buffer | null
  storage_bag_id: Buffer | null
}

const SELECT = 'SELECT item, owner, domain, next_resolver, wallet, site_adnl, storage_bag_id FROM dns_entries'

/** Returns domains by length, then by name. */
export function findDnsRecords(
  reader: Reader,
  filter: DnsFilter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): DnsRecord[] {
  const rows =
    'wallet' in filter
      ? ofWallet(reader, filter, [limit, offset])
      : reader.all<Row>(`${SELECT} WHERE domain = ? ORDER BY item LIMIT ? OFFSET ?`, [
          filter.domain,
          limit,
          offset,
        ])
  const addresses = loadAddresses(
    reader,
    rows
      .flatMap(({ item, owner, next_resolver, wallet }) => [item, owner, next_resolver, wallet])
      .filter((id) => id !== null),
  )
  const addressOf = (id: bigint | null) => (id === null ? undefined : addresses.get(id))
  return rows.flatMap((row) => {
    const item = addressOf(row.item)
    if (item === undefined) return []
    return [
      {
        item,
        owner: addressOf(row.owner),
        domain: row.domain,
        nextResolver: addressOf(row.next_resolver),
        wallet: addressOf(row.wallet),
        siteAdnl: row.site_adnl ?? undefined,
        storageBagId: row.storage_bag_id ?? undefined,
      },
    ]
  })
}

function ofWallet(
  reader: Reader,
  { wallet, items }: Extract<DnsFilter, { wallet: StdAddress }>,
  page: readonly [number, number],
): Row[] {
  const id = findAccountId(reader, wallet)
  const numbers = accountNumbers(reader, items)
  if (id === undefined || matchesNothing(numbers)) return []
  const isItem = numbers && among('+item', numbers)
  return reader.all<Row>(
    `${SELECT} WHERE wallet = ?${isItem ? ` AND ${isItem.sql}` : ''} ORDER BY length(domain), domain, item LIMIT ? OFFSET ?`,
    [id, ...(isItem?.values ?? []), ...page],
  )
}

/** The shortest domain that an account owns and that points to it. */
const OWN_DOMAIN = `SELECT d.domain FROM dns_entries d WHERE d.owner = d.wallet AND d.owner = a.id
  ORDER BY length(d.domain), d.item LIMIT 1`

/** Returns the domains of accounts (compatibility-v3 §4.8); accounts without one are absent. */
export function loadDomains(
  reader: Reader,
  addresses: readonly StdAddress[],
): ReadonlyMap<StdAddress, string> {
  if (reader.all('SELECT 1 AS found FROM dns_entries LIMIT 1', []).length === 0) return new Map()
  const accounts = findAccounts(reader, addresses)
  const rows = loadByIds<{ id: bigint; domain: string | null }>(
    reader,
    `SELECT a.id, (${OWN_DOMAIN}) AS domain FROM accounts a`,
    'a.id',
    accounts.map(({ id }) => id),
  )
  const domains = new Map(rows.map(({ id, domain }) => [id, domain]))
  return new Map(
    accounts.flatMap(({ id, address }): [StdAddress, string][] => {
      const domain = domains.get(id)
      return domain ? [[address, domain]] : []
    }),
  )
}
