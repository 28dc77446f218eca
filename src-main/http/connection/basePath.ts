import type { IncomingMessage } from 'node:http'

/**
 * Base addresses of networks: `/testnet/api/v2/…` is `/api/v2/…` of the network `testnet`. The name is removed from the
 * request target before anything else reads it, exactly once and without decoding. So everything behind it, from the
 * host check to the routes, sees the same paths on every network, and no spelling of a path reaches a network past
 * its own checks.
 */

/** Returns whether there is a network of that name. Names are compared byte for byte. */
export type IsNetwork = (name: string) => boolean

/** A request target below a base address. */
export type BasedTarget = {
  /** The network's name. */
  readonly network: string
  /** The target without the base: `/api/v2/…`, in absolute form `http://host/api/v2/…`. */
  readonly target: string
}

/** Networks of the requests whose target had a base. */
const networks = new WeakMap<IncomingMessage, string>()

/** Splits a request target, in origin or absolute form, at its base; undefined if it has none. */
export function splitBase(target: string, isNetwork: IsNetwork): BasedTarget | undefined {
  const start = pathStart(target)
  if (start < 0) return undefined
  const end = segmentEnd(target, start + 1)
  const network = target.slice(start + 1, end)
  if (!isNetwork(network)) return undefined
  const rest = target.slice(end)
  return { network, target: `${target.slice(0, start)}${rest.startsWith('/') ? '' : '/'}${rest}` }
}

/** Returns where the path of a target begins; -1 if it has none. */
function pathStart(target: string): number {
  if (target.startsWith('/')) return 0
  const authority = target.indexOf('://')
  return authority < 0 ? -1 : target.indexOf('/', authority + 3)
}

function segmentEnd(target: string, from: number): number {
  for (let at = from; at < target.length; at++) {
    const character = target[at]
    if (character === '/' || character === '?' || character === '#') return at
  }
  return target.length
}

/** Removes the base from the target of a request, and remembers its network. */
export function enterBase(request: IncomingMessage, isNetwork: IsNetwork): void {
  const based = splitBase(request.url ?? '', isNetwork)
  if (!based) return
  request.url = based.target
  networks.set(request, based.network)
}

/** Returns the network whose base a request named; undefined for a request to the default network without a base. */
export function networkOf(request: IncomingMessage | undefined): string | undefined {
  return request && networks.get(request)
}

/** Returns the base of a request: empty, or a slash and the network's name. */
export function basePathOf(request: IncomingMessage | undefined): string {
  const network = networkOf(request)
  return network === undefined ? '' : `/${network}`
}

/** Returns the tag of a page that names its base address; base is a slash and a network's name. */
export function baseTag(base: string): string {
  return `<meta name="tonscope-base" content="${base}">`
}
