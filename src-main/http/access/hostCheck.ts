import { ApiError } from '#shared/apiError.ts'
import type { Middleware } from '../appContext.ts'
import { truncateHeader } from '../response/truncateHeader.ts'

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const DEFAULT_HTTP_PORT = 80

/** The accepted values of `Host`. A name from the settings can have a port; without one any port is accepted. */
export type HostRule = {
  /** The port that the server listens on. */
  readonly port: number
  readonly extraNames?: readonly string[]
}

function splitHost(host: string): { name: string; port: number } | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/.exec(host)
  const [, name, port] = match ?? []
  return name === undefined
    ? undefined
    : { name, port: port === undefined ? DEFAULT_HTTP_PORT : Number(port) }
}

/** Returns whether a `Host` header names this gateway. */
export function isOwnHost(host: string | undefined, rule: HostRule): boolean {
  const text = host?.toLowerCase() ?? ''
  const given = splitHost(text)
  if (!given) return false
  if (LOOPBACK_NAMES.includes(given.name) && given.port === rule.port) return true
  const names = (rule.extraNames ?? []).map((name) => name.toLowerCase())
  return names.includes(given.name) || names.includes(text)
}

/**
 * Returns the host of a request line like `GET http://evil.example/ HTTP/1.1`, which takes precedence over `Host`, if
 * it is another host.
 */
function foreignTarget(target: string | undefined, rule: HostRule): string | undefined {
  if (target === undefined || target.startsWith('/')) return undefined
  const [, host = target] = /^[a-z]+:\/\/([^/?#]*)/i.exec(target) ?? []
  return isOwnHost(host, rule) ? undefined : host
}

/**
 * Refuses requests under a foreign name: a page of evil.example whose name resolves to 127.0.0.1 sends no Origin on a
 * same-origin GET, so that an Origin list alone would let it read everything.
 */
export function hostCheck(rule: () => HostRule): Middleware {
  return (c) => {
    const host = foreignTarget(c.env.incoming?.url, rule()) ?? c.req.header('host')
    if (isOwnHost(host, rule())) return undefined
    throw new ApiError(
      403,
      `host ${host === undefined ? 'missing' : `'${truncateHeader(host)}'`} is not served here`,
    )
  }
}
