import { randomBytes, timingSafeEqual } from 'node:crypto'
import { extname } from 'node:path'
import type { AppContext, Middleware } from '../appContext.ts'
import { isFromThisMachine } from '../request/peer.ts'
import { setHeader } from '../response/respond.ts'

/**
 * The explorer uses the same API as all clients, many times a second and without a key. So that it still works with
 * access control on, pages that are served to a browser of this machine set a pass: a random cookie of this start that
 * scripts cannot read and that a page of another site cannot make a browser send. A request of this machine with the
 * pass is not limited. A program of this machine can fetch a pass, but it can read the user's files as well. From other
 * machines the pass has no effect.
 */
export type PagePass = {
  isShown(c: AppContext): boolean
  /** Adds the cookie to the answer if the client is entitled to it and does not have it. */
  issue(c: AppContext): void
}

const PASS_BYTES = 32

export function createPagePass(): PagePass {
  const pass = randomBytes(PASS_BYTES).toString('base64url')
  const bytes = Buffer.from(pass)

  function isShown(c: AppContext): boolean {
    const shown = cookieOf(c.req.header('cookie') ?? '', cookieName(c))
    const given = Buffer.from(shown ?? '')
    return given.length === bytes.length && timingSafeEqual(given, bytes)
  }
  return {
    isShown,
    issue(c) {
      if (!isFromThisMachine(c) || isShown(c)) return
      setHeader(c, 'Set-Cookie', `${cookieName(c)}=${pass}; Path=/; HttpOnly; SameSite=Strict`)
    },
  }
}

/** Browsers share cookies between ports, so that two gateways need two names. */
function cookieName(c: AppContext): string {
  return `tonscope_pass_${c.env?.incoming?.socket.localPort ?? 0}`
}

function cookieOf(header: string, name: string): string | undefined {
  const pair = header.split(';').find((text) => text.trimStart().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}

/** Paths that programs request, not pages. */
const NO_PAGES = ['/healthz', '/metrics']

/** Returns whether a path is a page or is requested by open pages, which after a restart have the previous pass. */
function isForPages(path: string): boolean {
  if (path.startsWith('/api/')) return path.startsWith('/api/tonscope/')
  return !NO_PAGES.includes(path) && ['', '.html'].includes(extname(path))
}

export function issuePass(pass: PagePass): Middleware {
  return (c) => {
    if (isForPages(c.req.path)) pass.issue(c)
    return undefined
  }
}
