import { DNS_CATEGORIES } from '#shared/contracts/dnsRecords.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import { accountKey } from '../decode/accountKey.ts'
import { base64OfHex } from '../format/hexOfBase64.ts'

/** Accounts of a registered domain, by raw address. */
export type Domain = {
  /** The account in the record `wallet`. */
  readonly wallet: string | undefined
  /** The item whose owner has the domain; undefined for a name below another domain. */
  readonly item: string | undefined
}

type Entry = V2Result<'dnsResolve'>['entries'][number]

/** The requests that resolving makes. */
export type DomainSources = {
  /** Returns v3's records of a domain with an item, or undefined if v3 cannot answer. */
  records(domain: string): Promise<V3Result<'dns/records'>['records'] | undefined>
  /** Returns the resolver in the configuration, or undefined if there is none. */
  root(): Promise<string | undefined>
  /** Returns the entries of v2's `dnsResolve`, starting at the root. */
  entries(root: string, domain: string, ttl: number): Promise<readonly Entry[]>
  /** Returns whether a contract is deployed at an address. */
  isActive(address: string): Promise<boolean>
}

const ZONES = ['.ton', '.t.me']
const WALLET = base64OfHex(DNS_CATEGORIES.wallet)
/** Maximum number of resolvers after the root: the zone, the item, and resolvers of names below it. */
const MAX_RESOLVERS = 8
/** Number of resolvers from the root to the zone, which has the item's address. */
const TO_ITEM = 1

/** Returns the last label of a domain with its zone: `alice.ton` of `tips.alice.ton`. */
function registeredPart(name: string): string {
  const zone = ZONES.find((suffix) => name.endsWith(suffix)) ?? ''
  const labels = name.slice(0, name.length - zone.length).split('.')
  return `${labels.at(-1)}${zone}`
}

function resolverOf([first]: readonly Entry[]): string | undefined {
  return first?.entry['@type'] === 'dns.entryDataNextResolver'
    ? accountKey(first.entry.resolver.account_address)
    : undefined
}

function walletOf(entries: readonly Entry[]): string | undefined {
  const entry = entries.find(({ category }) => category === WALLET)?.entry
  return entry?.['@type'] === 'dns.entryDataSmcAddress'
    ? accountKey(entry.smc_address.account_address)
    : undefined
}

/** Resolves a domain by the get-methods of its resolvers. */
async function resolveByMethods(name: string, sources: DomainSources): Promise<Domain | null> {
  const root = await sources.root()
  if (root === undefined) return null
  const registered = registeredPart(name)
  const item = resolverOf(await sources.entries(root, registered, TO_ITEM))
  // A zone computes the address of an item even if the item does not exist.
  if (item === undefined || !(await sources.isActive(item))) return null
  const wallet = walletOf(await sources.entries(root, name, MAX_RESOLVERS))
  return { wallet, item: name === registered ? item : undefined }
}

/**
 * Returns the accounts of a domain, null if it is not registered. Asks v3 first, and runs get-methods for names below
 * another domain and if v3 cannot answer. Rejects with the errors of `sources`.
 */
export async function resolveDomain(name: string, sources: DomainSources): Promise<Domain | null> {
  const records = name === registeredPart(name) ? await sources.records(name) : undefined
  if (!records) return resolveByMethods(name, sources)
  const [record] = records
  if (!record) return null
  const { dns_wallet: wallet, nft_item_address: item } = record
  return { wallet: wallet === null ? undefined : accountKey(wallet), item: accountKey(item) }
}
