/**
 * First segments of paths that every network has, which therefore cannot be names of networks: the gateway's own and
 * those of the explorer's pages.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'docs',
  'healthz',
  'metrics',
  'access',
  'account',
  'address',
  'block',
  'blocks',
  'controls',
  'faucet',
  'index',
  'library',
  'liteservers',
  'messages',
  'networks',
  'nft',
  'nfts',
  'sdk',
  'send',
  'tokens',
  'tools',
  'trace',
  'transaction',
  'transactions',
  'tx',
  'watched',
])
