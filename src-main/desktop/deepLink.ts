/** A `tonscope://` link, parsed. It only ever opens a page; `ton://` belongs to the wallets and isn't ours. */
export type DeepLink =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'unknown'; readonly text: string }

const ADDRESS = /^[0-9A-Za-z_\-:+/=]{1,80}$/
const BLOCK = /^(-?\d{1,10})\/([0-9a-f]{16})\/(\d{1,10})$/

/** `tonscope://account/ADDRESS`, `tonscope://block/WC/SHARD/SEQNO`, `tonscope://home`. */
export function parseDeepLink(text: string): DeepLink {
  const unknown: DeepLink = { kind: 'unknown', text }
  if (!/^tonscope:\/\//i.test(text) || !URL.canParse(text)) return unknown
  const url = new URL(text)
  const rest = decode(url.pathname.replace(/^\/+|\/+$/g, ''))
  if (rest === undefined) return unknown
  switch (url.hostname.toLowerCase()) {
    case 'home':
      return { kind: 'page', path: '/' }
    case 'account':
      return ADDRESS.test(rest) ? { kind: 'page', path: `/account/${encodeURIComponent(rest)}` } : unknown
    case 'block':
      return BLOCK.test(rest) ? { kind: 'page', path: `/block/${rest}` } : unknown
    default:
      return unknown
  }
}

/** The first deep link among the arguments of a (second) start. */
export function deepLinkOf(args: readonly string[]): DeepLink | undefined {
  const text = args.find((arg) => /^tonscope:\/\//i.test(arg))
  return text === undefined ? undefined : parseDeepLink(text)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // Malformed percent-encoding: the link is simply not one of ours.
    return undefined
  }
}
