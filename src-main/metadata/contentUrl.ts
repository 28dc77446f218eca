import { MetadataError } from './metadataError.ts'

/** The URLs from which content can be fetched. */
export type ContentSource = {
  /** URLs to try in this order; the last failure is reported. */
  readonly candidates: readonly URL[]
  /** Group of the request limits: the host name, or `ipfs` for content behind gateways. */
  readonly group: string
}

/** Public gateways of IPFS, tried in this order. */
const DEFAULT_IPFS_GATEWAYS: readonly string[] = [
  'https://ipfs.io/ipfs/',
  'https://dweb.link/ipfs/',
  'https://gateway.pinata.cloud/ipfs/',
]

const MAX_CONTENT_URL_LENGTH = 2_048

/** CIDv0 and CIDv1 in base32, then a path. */
const CID_PATH = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,})([/?#].*)?$/
const IPFS_PREFIX = /^(?:ipfs:(?:\/\/)?\/?|\/ipfs\/)(?:ipfs\/)?/i
const TON_STORAGE = 'TON Storage is not supported'
/** Reasons for schemes that token content has; other schemes have a general one. */
const REFUSED_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['tonstorage:', TON_STORAGE],
  ['ton:', TON_STORAGE],
  ['ipns:', 'IPNS names are not supported'],
  ['ar:', 'Arweave is not supported'],
])

/**
 * Returns the source of the content of a token's `uri`, `url` or `image`: http and https, and IPFS as
 * `ipfs://CID/path`, `/ipfs/CID/path` or a bare CID through gateways.
 * @param gateways URLs to which a CID is appended
 * Throws MetadataError: bad-url, scheme.
 */
export function contentSource(
  text: string,
  gateways: readonly string[] = DEFAULT_IPFS_GATEWAYS,
): ContentSource {
  const trimmed = text.trim()
  if (trimmed.length > MAX_CONTENT_URL_LENGTH) {
    throw new MetadataError('bad-url', `the URL is longer than ${MAX_CONTENT_URL_LENGTH} characters`)
  }
  const path = ipfsPath(trimmed)
  if (path !== undefined) return ipfsSource(path, gateways)
  const url = webUrl(trimmed)
  return { candidates: [url], group: url.hostname }
}

/**
 * Parses a URL of a token or of a redirect that is fetched unchanged.
 * @param base of a relative URL
 * Throws MetadataError: bad-url, scheme.
 */
export function webUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new MetadataError('bad-url', 'the text is no URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const reason = REFUSED_SCHEMES.get(url.protocol) ?? `content of ${url.protocol} is not fetched`
    throw new MetadataError('scheme', reason)
  }
  if (url.username !== '' || url.password !== '') {
    throw new MetadataError('bad-url', 'the URL has credentials')
  }
  url.hash = ''
  return url
}

/** Returns `CID/path`; undefined for other texts. */
function ipfsPath(text: string): string | undefined {
  const match = IPFS_PREFIX.exec(text)
  if (match) return text.slice(match[0].length)
  return CID_PATH.test(text) ? text : undefined
}

function ipfsSource(path: string, gateways: readonly string[]): ContentSource {
  if (!CID_PATH.test(path)) throw new MetadataError('bad-url', 'the IPFS URL has no content identifier')
  if (gateways.length === 0) throw new MetadataError('scheme', 'no IPFS gateway is set')
  const candidates = gateways.map((gateway) => {
    const prefix = webUrl(gateway.endsWith('/') ? gateway : `${gateway}/`)
    const url = webUrl(prefix.href + path)
    // `..` must not lead to other paths of the gateway.
    if (!url.href.startsWith(prefix.href))
      throw new MetadataError('bad-url', 'the IPFS path leaves its content')
    return url
  })
  return { candidates, group: 'ipfs' }
}
