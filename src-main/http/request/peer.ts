import { isIP } from 'node:net'
import type { AppContext } from '../appContext.ts'

/** The client's end of a connection. */

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** Headers that proxies add: behind a proxy every client has this machine's address. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

/** Returns whether a listen address can be reached from this machine only. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK.test(address)
}

/**
 * Returns whether the request comes from a program of this machine, by its TCP address, and names the gateway by an
 * address or as localhost. Requests that a proxy on this machine forwards do not count.
 */
export function isFromThisMachine(c: AppContext): boolean {
  const { remoteAddress, localAddress } = c.env?.incoming?.socket ?? {}
  if (remoteAddress === undefined) return false
  // A connection from an address of this machine to itself never leaves it.
  if (!isLoopbackAddress(remoteAddress) && remoteAddress !== localAddress) return false
  return isAddressOrLocalhost(c.req.header('host') ?? '') && !FORWARDED.some((name) => c.req.header(name))
}

function isAddressOrLocalhost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name.toLowerCase() === 'localhost' || isIP(name) !== 0
}

/**
 * Returns the client to which a request without a key is attributed: an IPv4 address, or the /64 of an IPv6 one,
 * because a provider's customer has at least that many.
 */
export function addressGroup(remoteAddress: string | undefined): string {
  const [address = ''] = (remoteAddress ?? 'unknown').split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
