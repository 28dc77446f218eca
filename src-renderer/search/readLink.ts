import { type ParsedQuery, readPlain } from './readPlain.ts'

/** Path segments before the seqno of a masterchain block. */
const BLOCK_WORDS = new Set(['block', 'blocks', 'b', 'seqno'])

function parseUrl(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const bare = /^[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?\/\S+$/i.test(text)
  if (!whole && !bare) return undefined
  return URL.parse(whole ? text : `https://${text}`) ?? undefined
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Returns the segments of a path. In `ton://transfer/EQ…` and `tonscope://account/…` the first one has the
 * position of a host.
 */
function segmentsOf(url: URL): string[] {
  const path = url.pathname.split('/').filter(Boolean).map(decoded)
  return /^https?:$/.test(url.protocol) ? path : [decoded(url.host), ...path].filter(Boolean)
}

function firstOf(texts: readonly (string | null)[]): ParsedQuery[] {
  for (const text of texts) {
    const readings = text === null ? [] : readPlain(text)
    if (readings.length > 0) return readings
  }
  return []
}

/**
 * Reads parameters with the reference explorer's names: `workchain`, `shard`, `seqno`; `account`, `lt`, `hash`.
 */
function fromParameters(parameters: URLSearchParams): ParsedQuery[] {
  const all = (...names: string[]) => {
    const values = names.map((name) => parameters.get(name))
    return values.includes(null) ? null : values.join(':')
  }
  return firstOf([all('workchain', 'shard', 'seqno'), all('account', 'lt', 'hash'), all('lt', 'hash')])
}

function fromSegments(segments: readonly string[]): ParsedQuery[] {
  const joined = segments.flatMap((_, i) =>
    segments.length - i >= 3 ? [segments.slice(i, i + 3).join(':')] : [],
  )
  const numbered = segments.flatMap((segment, i) => (BLOCK_WORDS.has(segments[i - 1] ?? '') ? [segment] : []))
  const words = segments.filter((segment) => !/^\d+$/.test(segment) && !BLOCK_WORDS.has(segment))
  return firstOf([...joined, ...words, ...numbered])
}

/**
 * Reads the object of a link to any explorer or wallet, or to Tonscope. The host is ignored, since explorers
 * change.
 */
export function readLink(text: string): ParsedQuery[] {
  const url = parseUrl(text)
  if (!url) return []
  for (const readings of [fromParameters(url.searchParams), fromSegments(segmentsOf(url))]) {
    if (readings.length > 0) return readings
  }
  return firstOf([...url.searchParams.values(), decoded(url.hash.slice(1))])
}
