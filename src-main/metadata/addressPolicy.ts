import ipaddr from 'ipaddr.js'
import { MetadataError } from './metadataError.ts'

/** Decides which servers can be connected to: public ones, and those that a setting allows. */
export type AddressPolicy = {
  /** Checks a URL before its host name is resolved. Throws MetadataError forbidden-address. */
  checkUrl(url: URL): void
  /**
   * Checks an address that `hostname` resolved to, or that a socket is connected to. Throws MetadataError
   * forbidden-address.
   */
  checkAddress(hostname: string, port: number, address: string): void
}

/** The range of all global unicast addresses; ipaddr.js also calls unassigned space outside of it unicast. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
const WEB_PORTS: readonly number[] = [80, 443]
const FIRST_USER_PORT = 1024

type Allowed = {
  /** A `host:port`, with the host as in URLs. */
  readonly places: ReadonlySet<string>
  readonly ranges: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]
}

/**
 * Creates the policy.
 * @param allowed servers outside of public address space: `host:port`, or a range such as `10.0.0.0/8` (any port)
 * Throws MetadataError bad-url for an entry that is neither.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const { places, ranges } = parseAllowed(allowed)

  function isAllowed(hostname: string, port: number, address: string | undefined): boolean {
    if (places.has(`${hostname}:${port}`)) return true
    const parsed = address === undefined ? undefined : parseAddress(address)
    return (
      parsed !== undefined &&
      ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))
    )
  }

  function checkAddress(hostname: string, port: number, address: string): void {
    if (isAllowed(hostname, port, address)) return
    if (!isPublicAddress(address)) {
      const place = addressLiteral(hostname) === undefined ? `${hostname} is at ${address}, which` : hostname
      throw new MetadataError('forbidden-address', `${place} is not public`)
    }
    checkPort(hostname, port)
  }

  return {
    checkUrl(url) {
      const port = portOf(url)
      const literal = addressLiteral(url.hostname)
      if (literal !== undefined) checkAddress(url.hostname, port, literal)
    },
    checkAddress,
  }
}

/** Ports below 1024 belong to services other than the web, except for two. */
function checkPort(hostname: string, port: number): void {
  if (port >= FIRST_USER_PORT || WEB_PORTS.includes(port)) return
  throw new MetadataError('forbidden-address', `port ${port} of ${hostname} is not a web server's`)
}

/**
 * Returns whether an address is in public unicast space: not private, loopback, link-local, shared (CGNAT), multicast,
 * reserved, unique local, and not IPv6 that stands for an IPv4 address (mapped, NAT64, 6to4, Teredo).
 * @param address IPv4 in four decimal parts or IPv6; other texts are not public
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed?.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

/** Returns the port of an http or https URL. */
function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/**
 * Returns the address of a URL whose host is one; undefined for a name. URL has converted every IPv4 form to four
 * decimal parts.
 */
function addressLiteral(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return ipaddr.IPv4.isValidFourPartDecimal(hostname) ? hostname : undefined
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : undefined
}

function parseAllowed(entries: readonly string[]): Allowed {
  const places = new Set<string>()
  const ranges: (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] = []
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else places.add(parsePlace(entry))
  }
  return { places, ranges }
}

function parsePlace(entry: string): string {
  const url = /:\d{1,5}$/.test(entry) ? URL.parse(`http://${entry}/`) : null
  if (url?.pathname !== '/' || url.username !== '') {
    throw new MetadataError(
      'bad-url',
      `${entry || 'an empty text'} is neither HOST:PORT nor a range of addresses`,
    )
  }
  return `${url.hostname}:${portOf(url)}`
}
