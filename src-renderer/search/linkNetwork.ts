import type { Status } from '#shared/schema/status.ts'
import { cleanPaste, wordsOf } from './pastedText.ts'
import { parseLink } from './readLink.ts'

/** A network that explorers have links of. */
export type LinkNetwork = 'mainnet' | 'testnet'

/** Explorers and APIs of mainnet, whose testnet has another host. */
const MAINNET_HOSTS = new Set([
  'tonviewer.com',
  'tonscan.org',
  'toncenter.com',
  'tonapi.io',
  'explorer.toncoin.org',
  'dton.io',
  'tonwhales.com',
  'tonhub.com',
  'ton.cx',
  'getgems.io',
])
const TESTNET_HOST = /^(?:testnet|test|sandbox)[.-]/

/** Returns the network of an explorer's link by its host, its first path segment or its parameter; undefined if unknown. */
export function linkNetwork(text: string): LinkNetwork | undefined {
  const clean = cleanPaste(text)
  for (const word of [clean, ...wordsOf(clean)]) {
    const link = /\s/.test(word) ? undefined : parseLink(word)
    if (!link) continue
    const host = link.host
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/:\d+$/, '')
    const [segment] = link.path.toLowerCase().split('/').filter(Boolean)
    const isTestnet =
      TESTNET_HOST.test(host) || segment === 'testnet' || /(?:^|&)testnet=(?:true|1)(?:&|$)/i.test(link.query)
    if (isTestnet) return 'testnet'
    if (MAINNET_HOSTS.has(host) || segment === 'mainnet') return 'mainnet'
  }
  return undefined
}

/**
 * Returns the network of an explorer's link if it is not that of the page. A custom or archived network can be either.
 * @param kind of the page's network
 */
export function otherLinkNetwork(text: string, kind: Status['network']['kind']): LinkNetwork | undefined {
  const network = linkNetwork(text)
  return kind === 'custom' || kind === 'archive' || network === kind ? undefined : network
}
