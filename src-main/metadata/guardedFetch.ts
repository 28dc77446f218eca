import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction, Socket } from 'node:net'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { type AddressPolicy, createAddressPolicy } from './addressPolicy.ts'
import { ACCEPTED_ENCODINGS, readBoundedBody, tooLarge } from './boundedBody.ts'
import { contentSource, webUrl } from './contentUrl.ts'
import { fetchErrorOf } from './fetchErrors.ts'
import { MetadataError } from './metadataError.ts'
import { retryAfterMs } from './retryAfter.ts'

export type FetchOptions = {
  /** Allowed servers outside of public address space; see createAddressPolicy. Default: none. */
  readonly allowed?: readonly string[]
  /** Default: DEFAULT_IPFS_GATEWAYS. */
  readonly ipfsGateways?: readonly string[]
  /** Resolves a host name to all its addresses. Default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>
  readonly limits?: Partial<FetchLimits>
}

export type FetchLimits = {
  /** Time limit of one URL of a candidate, redirects included, ms. */
  readonly totalMs: number
  readonly connectMs: number
  /** Maximum wait for headers, or between two parts of a body, ms. */
  readonly idleMs: number
  readonly redirects: number
  /** Maximum number of open connections to one origin. */
  readonly connections: number
}

export type FetchRequest = {
  /** Maximum size of a body, encoded and decoded. */
  readonly maxBytes: number
  /** Value of the Accept header. */
  readonly accept: string
  /** Value of the X-API-Key header; sent to the origin of the URL alone. Default: none. */
  readonly apiKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type Fetched = {
  /** The final URL, after redirects. */
  readonly url: URL
  readonly body: Buffer
}

/** Fetches content that an untrusted contract names. */
export type GuardedFetcher = {
  /**
   * Fetches a URL as contentSource reads it. Connects to public addresses only: each one is checked after resolution,
   * on every redirect, and the checked address is the one that is connected to. No cookies or referrer are sent, and no
   * credentials but `apiKey`. Rejects with MetadataError.
   */
  fetch(url: string, request: FetchRequest): Promise<Fetched>
  /** Aborts all running requests. */
  close(): Promise<void>
}

const DEFAULT_LIMITS: FetchLimits = {
  totalMs: 30_000,
  connectMs: 10_000,
  idleMs: 10_000,
  redirects: 4,
  connections: 4,
}
const MAX_HEADER_BYTES = 16_384
const KEEP_ALIVE_MS = 2_000
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** Codes of failures for which another gateway has the same answer. */
const FINAL_CODES: readonly string[] = ['too-large', 'off']

/** Creates a fetcher with its own connections. Throws MetadataError bad-url for an invalid entry of `allowed`. */
export function createGuardedFetcher(options: FetchOptions = {}): GuardedFetcher {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const policy = createAddressPolicy(options.allowed)
  const closing = new AbortController()
  let opened: Promise<Agent> | undefined

  /** Opens the connections' agent. Its modules take 3 MB, which a gateway that fetches nothing does not need. */
  async function openAgent(): Promise<Agent> {
    const { Agent, buildConnector } = await import('undici')
    const connect = guardedConnector({
      policy,
      resolve: options.resolve ?? resolveAll,
      open: (lookup) => buildConnector({ timeout: limits.connectMs, lookup }),
      closed: closing.signal,
    })
    return new Agent({
      connect,
      connections: limits.connections,
      pipelining: 1,
      headersTimeout: limits.idleMs,
      bodyTimeout: limits.idleMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
  }

  async function fetchCandidate(
    first: URL,
    { maxBytes, accept, apiKey, signal }: FetchRequest,
  ): Promise<Fetched> {
    const deadline = AbortSignal.timeout(limits.totalMs)
    const stop = AbortSignal.any([deadline, closing.signal, ...(signal ? [signal] : [])])
    try {
      stop.throwIfAborted()
      opened ??= openAgent()
      const agent = await opened
      let url = first
      for (let redirects = 0; ; redirects++) {
        policy.checkUrl(url)
        const response = await untilAborted(
          agent.request({
            origin: url.origin,
            path: url.pathname + url.search,
            method: 'GET',
            headers: {
              accept,
              'accept-encoding': ACCEPTED_ENCODINGS,
              'user-agent': 'Tonscope',
              ...(apiKey !== undefined && url.origin === first.origin && { 'x-api-key': apiKey }),
            },
            signal: stop,
          }),
          stop,
        )
        const next = redirectOf(response, url)
        if (!next) return { url, body: await bodyOf(response, maxBytes) }
        discard(response)
        if (redirects >= limits.redirects) {
          throw new MetadataError('redirects', `more than ${limits.redirects} redirects`)
        }
        url = next
      }
    } catch (error) {
      if (closing.signal.aborted) throw new MetadataError('off', 'fetching was stopped', { cause: error })
      throw fetchErrorOf(error, first, deadline.aborted ? limits.totalMs : undefined)
    }
  }

  return {
    async fetch(text, request) {
      let failure: unknown
      for (const url of contentSource(text, options.ipfsGateways).candidates) {
        try {
          return await fetchCandidate(url, request)
        } catch (error) {
          failure = error
          if (request.signal?.aborted) break
          if (error instanceof MetadataError && FINAL_CODES.includes(error.code)) break
        }
      }
      throw failure
    },
    async close() {
      closing.abort()
      await (await opened)?.destroy()
    },
  }
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true, verbatim: true })
}

type Connecting = {
  readonly policy: AddressPolicy
  readonly resolve: NonNullable<FetchOptions['resolve']>
  /** Returns a connector that resolves names with the lookup. */
  readonly open: (lookup: LookupFunction) => buildConnector.connector
  /** Aborts connection attempts. */
  readonly closed: AbortSignal
}

/** Connects to addresses that the policy allows, and checks the socket's address again. */
function guardedConnector({ policy, resolve, open, closed }: Connecting): buildConnector.connector {
  return (options, callback) => {
    // An IPv6 address has no brackets here, unlike in URLs.
    const hostname = options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    const connect = open(guardedLookup(policy, resolve, port))
    // The types omit that the socket is returned.
    const opened = connect(options, (...[error, socket]) => {
      closed.removeEventListener('abort', onClosed)
      if (error) return callback(error, null)
      try {
        policy.checkAddress(hostname, port, socket.remoteAddress ?? '')
      } catch (refusal) {
        socket.destroy()
        return callback(refusal as Error, null)
      }
      callback(null, socket)
    }) as unknown as Socket
    const onClosed = () => opened.destroy(new MetadataError('off', 'fetching was stopped'))
    closed.addEventListener('abort', onClosed, { once: true })
  }
}

/**
 * A lookup for net.connect that fails if one address of the name is not allowed: a name with a public and a private
 * address is an attack or a mistake.
 */
function guardedLookup(
  policy: AddressPolicy,
  resolve: NonNullable<FetchOptions['resolve']>,
  port: number,
): LookupFunction {
  return (hostname, { all }, callback) => {
    const found = async () => {
      const addresses = await resolve(hostname)
      for (const { address } of addresses) policy.checkAddress(hostname, port, address)
      return addresses
    }
    found().then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(new MetadataError('dns', `${hostname} has no address`), '')
        else if (all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

/** Rejects as soon as the signal is aborted; undici itself reacts only once it is connected. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Returns the target of a redirect; undefined for another response. Throws MetadataError. */
function redirectOf(response: Dispatcher.ResponseData, url: URL): URL | undefined {
  const location = headerOf(response, 'location')
  if (!REDIRECTS.includes(response.statusCode) || location === undefined) return undefined
  try {
    return webUrl(location, url)
  } catch (error) {
    discard(response)
    throw error
  }
}

async function bodyOf(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const { statusCode, body } = response
  try {
    if (statusCode < 200 || statusCode > 299) {
      const code = statusCode === 429 ? 'rate-limited' : 'status'
      throw new MetadataError(code, `the server answered with status ${statusCode}`, {
        retryAfterMs: retryAfterMs(headerOf(response, 'retry-after'), Date.now()),
      })
    }
    if (Number(headerOf(response, 'content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
    return await readBoundedBody(body, headerOf(response, 'content-encoding'), maxBytes)
  } finally {
    discard(response)
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Closes the connection if the body has not ended. */
function discard({ body }: Dispatcher.ResponseData): void {
  // Destroying an unread body emits an error.
  body.on('error', () => {})
  body.destroy()
}
