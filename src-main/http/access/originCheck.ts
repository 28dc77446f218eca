import { ApiError } from '#shared/apiError.ts'
import type { AppContext, Middleware } from '../appContext.ts'
import { truncateHeader } from '../response/truncateHeader.ts'
import { isAllowedOrigin } from './cors.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']
/** Prefix of commands that change this gateway: its devnet, its keys, its index. */
const OWN_PREFIX = '/api/tonscope/'

/** The browser page that sent a request. */
type Page = {
  /** As in the `Origin` header; "another site" if the browser sent no such header. */
  readonly origin: string
  /** Whether the page came from this gateway, under the host name of the request. */
  readonly isOwn: boolean
}

/** Returns the page that sent the request, or undefined for a program, which sends no `Origin` and no `Sec-Fetch-Site`. */
function pageOf(c: AppContext): Page | undefined {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isSameSite = site === undefined || site === 'same-origin'
  if (origin !== undefined) return { origin, isOwn: isSameSite && isSameOrigin(origin, c.req.header('host')) }
  // `none` means an address that the user typed, not the request of a page.
  return site === undefined || site === 'none' ? undefined : { origin: 'another site', isOwn: isSameSite }
}

/**
 * Returns whether an origin is the one that `host`, the `Host` header, names. The host check has accepted that header
 * before. With https a proxy in front of the gateway ends TLS.
 */
function isSameOrigin(origin: string, host: string | undefined): boolean {
  const page = URL.parse(origin)
  if (!page || !['http:', 'https:'].includes(page.protocol) || host === undefined) return false
  return URL.parse(`${page.protocol}//${host}`)?.host === page.host
}

/**
 * Refuses writes of pages (ApiError 403): the browser hides the answer from a foreign page, but by then the message
 * is sent or the devnet reset. Under `/api/tonscope/` only pages of the gateway itself can write, elsewhere pages of
 * this machine and of `origins`. Programs send no origin and pass.
 */
export function originCheck(origins: readonly string[]): Middleware {
  return (c) => {
    if (READING.includes(c.req.method)) return undefined
    const page = pageOf(c)
    if (!page || page.isOwn) return undefined
    if (c.req.path.startsWith(OWN_PREFIX)) {
      throw new ApiError(
        403,
        `pages of ${truncateHeader(page.origin)} may not change this Tonscope: only the explorer's own can`,
      )
    }
    const origin = c.req.header('origin')
    if (origin === undefined || isAllowedOrigin(origin, origins)) return undefined
    throw new ApiError(403, `pages of ${truncateHeader(origin)} may not send requests here`)
  }
}

/**
 * Returns whether the page of an origin that is not allowed sent the request, as an image or a script for instance. A
 * link that the user follows from another site is not such a request.
 */
export function isFetchedByOthers(c: AppContext, isAllowed: (origin: string) => boolean): boolean {
  const page = pageOf(c)
  if (!page || page.isOwn || c.req.header('sec-fetch-mode') === 'navigate') return false
  const origin = c.req.header('origin')
  return origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : !isAllowed(origin)
}

/** Throws ApiError 403 for a request of another origin's page: with `--page-sends off`, these cannot send messages. */
export function refuseForeignPage(c: AppContext): void {
  const page = pageOf(c)
  if (!page || page.isOwn) return
  throw new ApiError(403, `pages of ${truncateHeader(page.origin)} cannot send messages: --page-sends is off`)
}
