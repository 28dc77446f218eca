import { percentDecoded } from '../search/pastedText.ts'

/** Longer paths name no object. */
const MAX_LENGTH = 4_000
/** A hash with padding, an address, and a hash without padding, whose last character has 4 of the 256 bits. */
const BASE64_FORMS = [
  { length: 44, pattern: /^[\w+/-]{43}=$/ },
  { length: 48, pattern: /^[EUk0][Qf][\w+/-]{46}$/ },
  { length: 43, pattern: /^[\w+/-]{42}[AEIMQUYcgkosw048]$/ },
]
const SEPARATOR = /[/:]/

/** Returns the start of the hash or address in base64 that ends before an index and fills a part of the path. */
function base64Start(path: string, end: number): number | undefined {
  const form = BASE64_FORMS.find(
    ({ length, pattern }) =>
      SEPARATOR.test(path.charAt(end - length - 1)) && pattern.test(path.slice(end - length, end)),
  )
  return form && end - form.length
}

function encoded(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/')
}

/** Returns a decoded path in which the slashes of each hash and address are percent-encoded. */
function withEncodedParts(path: string): string {
  let written = ''
  let rest = path.length
  // From the end, since the words of a path are before the objects.
  for (let end = path.length; end > 0; end--) {
    const isEnd = end === path.length || SEPARATOR.test(path.charAt(end))
    const start = isEnd ? base64Start(path, end) : undefined
    if (start === undefined) continue
    const part = path.slice(start, end)
    if (part.includes('/')) {
      written = `${encodeURIComponent(part)}${encoded(path.slice(end, rest))}${written}`
      rest = start
    }
    // The separator before the part can end another one.
    end = start
  }
  return rest === path.length ? path : `${encoded(path.slice(0, rest))}${written}`
}

/**
 * Returns a path with query and fragment in which the router keeps the slashes of a hash or address in base64:
 * it joins repeated slashes and removes the last one. Other paths are returned as they are.
 * @param href path, query and fragment, with a slash at the beginning
 */
export function keepSlashes(href: string): string {
  const path = /^[^?#]*/.exec(href)?.[0] ?? ''
  const decoded = percentDecoded(path)
  if (path.length > MAX_LENGTH || !/\/\/|.\/$/.test(decoded)) return href
  const kept = withEncodedParts(decoded)
  return kept === decoded ? href : `${kept}${href.slice(path.length)}`
}

type OpenPage = {
  readonly location: Readonly<Record<'origin' | 'pathname' | 'search' | 'hash', string>>
  readonly history: {
    readonly state: unknown
    replaceState(state: unknown, title: string, url: string): void
  }
}

/** Changes the window's location to one whose slashes the router keeps, before the router reads it. */
export function keepSlashesOfLocation({ location, history }: OpenPage): void {
  const { origin, pathname, search, hash } = location
  const href = `${pathname}${search}${hash}`
  const kept = keepSlashes(href)
  // With the origin, since a path that begins with two slashes names a host.
  if (kept !== href) history.replaceState(history.state, '', `${origin}${kept}`)
}
