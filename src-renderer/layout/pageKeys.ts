/** Pages by the key that follows `g`. */
const PAGES: Readonly<Record<string, string>> = {
  h: '/',
  b: '/blocks',
  t: '/tokens',
  n: '/nfts',
  w: '/watched',
  x: '/tools',
  i: '/index',
  c: '/config',
}

/** Time in which the second key must follow `g`, ms. */
const SEQUENCE_MS = 1_500

/** The command of a key: open a page, move to a row, or copy the page's address or hash. */
export type PageKey =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'row'; readonly step: 1 | -1 }
  | { readonly kind: 'copy' }

/**
 * Returns a reader of keys, which remembers a `g` for a moment. It returns undefined for other keys.
 * @param now the time in ms of a clock that does not jump
 */
export function pageKeyReader(now: () => number): (key: string) => PageKey | undefined {
  let begunAt = Number.NEGATIVE_INFINITY
  return (key) => {
    const isSecond = now() - begunAt <= SEQUENCE_MS
    begunAt = Number.NEGATIVE_INFINITY
    if (isSecond) {
      const path = Object.hasOwn(PAGES, key) ? PAGES[key] : undefined
      return path === undefined ? undefined : { kind: 'page', path }
    }
    switch (key) {
      case 'g':
        begunAt = now()
        return undefined
      case 'j':
        return { kind: 'row', step: 1 }
      case 'k':
        return { kind: 'row', step: -1 }
      case 'y':
        return { kind: 'copy' }
      default:
        return undefined
    }
  }
}
