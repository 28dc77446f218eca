/** The part of a document that has the base. */
type PageHead = { querySelector(selector: string): { readonly content?: string } | null }

/** One segment that is not `.` or `..`: a second slash would name a host. */
const BASE = /^\/(?!\.+$)[\w.~-]+$/

/** Returns the base of a page: empty, or a slash and a name. Throws Error for another content. */
export function readBase(page: PageHead): string {
  const content = page.querySelector('meta[name="tonscope-base"]')?.content ?? ''
  if (content !== '' && !BASE.test(content)) throw new Error(`${content} is not a base address`)
  return content
}

export type BaseAddress = {
  /** Empty, or a slash and the network's name. */
  readonly path: string
  readonly origin: string
  /** Returns the path below the origin of a path of this network. */
  at(path: string): string
  /** Returns the path of this network of one below the origin; undefined if it belongs to another network. */
  within(path: string): string | undefined
  /** Returns the absolute URL of a path of this network. */
  url(path: string): string
  socketUrl(path: string): string
}

/** Returns the address of a network. */
export function baseAddress(base: string, origin: string): BaseAddress {
  const at = (path: string) => `${base}${path}`
  return {
    path: base,
    origin,
    at,
    within(path) {
      if (!path.startsWith(base)) return undefined
      const rest = path.slice(base.length)
      if (rest.startsWith('/')) return rest
      return rest === '' || /^[?#]/.test(rest) ? `/${rest}` : undefined
    },
    url: (path) => `${origin}${at(path)}`,
    socketUrl: (path) => `${origin.replace(/^http/, 'ws')}${at(path)}`,
  }
}
