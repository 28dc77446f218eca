import { DNS } from '#shared/contracts/dns.ts'
import type { FactsSource } from '../factsSource.ts'
import type { ActionRow } from '../row.ts'

/** Names of NFT marketplaces, and collections of Telegram items and domains (docs/actions §9, §10). */

/**
 * Names by address of the operator or of the collection. The reference's table is not part of its index; only this
 * entry is known, from a recorded response.
 */
const NAMES: ReadonlyMap<string, string> = new Map(rootsOf('.t.me').map((root) => [root, 'fragment']))

/** Returns the marketplace's name: by the operator's address if the action has one, otherwise by the collection. */
export function marketplaceName(operator: string | null | undefined, { asset }: ActionRow): string | null {
  return NAMES.get(operator ?? asset ?? '') ?? null
}

const FRAGMENT_HOST = 'nft.fragment.com'

/** Returns whether an address is one of Telegram's usernames, numbers or gifts. */
export function isFragmentItem(address: string | null | undefined, facts: FactsSource): boolean {
  const uri = typeof address === 'string' ? facts.nftItem(address)?.uri : undefined
  return uri !== undefined && URL.canParse(uri) && new URL(uri).hostname === FRAGMENT_HOST
}

const DOMAIN_CODES: ReadonlySet<string> = new Set(
  (DNS.codes ?? []).filter(({ title }) => title === '.ton domain').map(({ hash }) => hash),
)
const DOMAIN_ROOTS: ReadonlySet<string> = new Set(rootsOf('.ton'))

/** Returns whether an address is a domain of .ton. */
export function isDomain(address: string | null | undefined, facts: FactsSource): boolean {
  if (typeof address !== 'string') return false
  const collection = facts.nftItem(address)?.collection
  if (typeof collection === 'string' && DOMAIN_ROOTS.has(collection)) return true
  const code = facts.codeHash(address)
  return code !== undefined && DOMAIN_CODES.has(code)
}

function rootsOf(zone: string): string[] {
  return (DNS.accounts ?? [])
    .filter(({ title }) => title === `root of ${zone}`)
    .map(({ address }) => address.toUpperCase())
}
