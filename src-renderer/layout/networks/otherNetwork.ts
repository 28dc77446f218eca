import type { NetworkEntry } from '#shared/schema/networks.ts'

/** Pages that every network has; objects of a chain and pages of the devnet are not among them. */
const SHARED_PAGES = new Set([
  '/access',
  '/blocks',
  '/index',
  '/liteservers',
  '/messages',
  '/networks',
  '/nfts',
  '/sdk',
  '/send',
  '/tokens',
  '/tools',
  '/transactions',
  '/watched',
])
const DEVNET_PAGES = new Set(['/controls', '/faucet'])

/**
 * Returns the path below the origin to which a page leads on another network: an account stays the account, with its
 * tab, a list stays the list. An object that only one chain has leads to home.
 * @param pathname of the page, relative to its base
 */
export function pathOnNetwork(
  { base, kind }: Pick<NetworkEntry, 'base' | 'kind'>,
  pathname: string,
  search: string,
): string {
  if (/^\/account\/[^/]+$/.test(pathname)) {
    const tab = new URLSearchParams(search).get('tab')
    return `${base}${pathname}${tab === null ? '' : `?tab=${encodeURIComponent(tab)}`}`
  }
  const isKept = SHARED_PAGES.has(pathname) || (kind === 'devnet' && DEVNET_PAGES.has(pathname))
  return `${base}${isKept ? pathname : '/'}`
}

/** Returns the network of a page's base. The default network has its name as a base too. */
export function presentNetwork<Entry extends Pick<NetworkEntry, 'name' | 'base'>>(
  networks: readonly Entry[],
  base: string,
): Entry | undefined {
  return networks.find((entry) => entry.base === base) ?? networks.find(({ name }) => `/${name}` === base)
}
