import type { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import type { AccessSettings, AccessState, AddedKey, newKey } from '#shared/schema/access.ts'
import type { AppContext, Middleware } from '../appContext.ts'
import { METRICS_PATH } from '../metrics/metricsRoute.ts'
import { addressGroup, isFromThisMachine } from '../request/peer.ts'
import { setHeader } from '../response/respond.ts'
import { isJsonRpcPath } from '../v2/jsonRpc.ts'
import { createPagePass, type PagePass } from './accessPass.ts'
import { createRateLimits, type RateLimits, type SteadyClock } from './rateLimits.ts'

/**
 * Access control (compatibility-v2 §1.7): API keys and rates. Only a key of another network gets 403. An address that is
 * marked as test-only is accepted on every network, as in toncenter's own server.
 */

/** The rights of a key. */
export type KeyRule = {
  /** Name under which the key's requests are counted; it never changes. */
  readonly id: string
  /** Requests per second; null: no limit. */
  readonly rate: number | null
  /** Whether the key is valid for the served network. */
  readonly hereAllowed: boolean
}

export type AccessRules = {
  /** False: all clients have access, and keys are not checked. */
  readonly enabled: boolean
  /** Rate of all requests without a key from one address, per second; null: no limit. */
  readonly keylessRate: number | null
}

/** The stored keys and limits. */
export type AccessStore = {
  rules(): AccessRules
  /** Returns the rule of a key as it was sent; undefined for an unknown key. */
  find(key: string): KeyRule | undefined
  state(): AccessState
  /** These reject with ApiError for an impossible change, and then change nothing. */
  change(settings: AccessSettings): Promise<AccessState>
  add(wanted: z.infer<typeof newKey>): Promise<AddedKey>
  revoke(name: string): Promise<AccessState>
}

export const REFUSAL_KINDS = [
  'unknown_key',
  'wrong_network',
  'key_rate',
  'keyless_rate',
  'key_needed',
] as const
export type RefusalKind = (typeof REFUSAL_KINDS)[number]

export type AccessControl = {
  readonly store: AccessStore
  readonly pass: PagePass
  /** False: no request is checked. */
  enabled(): boolean
  /** Throws ApiError 401, 403 or 429 for a request that is not allowed. Does not read its body. */
  check(c: AppContext): void
  /** Returns the number of refused requests since the start. */
  refusals(): Readonly<Record<RefusalKind, number>>
}

/** Prefix of all APIs, so that families that are added later are included. */
const GUARDED = '/api/'
/** Paths for Tonscope's own programs and pages: those of this machine need no key. */
const OWN = '/api/tonscope/'

function isOwn(path: string): boolean {
  return path.startsWith(OWN) || path === METRICS_PATH
}

/** Returns whether a path of Tonscope needs no key: reading, except metrics. */
function isPublic({ path, method }: AppContext['req']): boolean {
  return path !== METRICS_PATH && READING.includes(method)
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** What all networks of a program share: a browser has one cookie, and a client one rate. */
export type SharedAccess = {
  readonly pass: PagePass
  // Separate, so that many addresses cannot evict the buckets of keys.
  readonly ofKeys: RateLimits
  readonly ofAddresses: RateLimits
}

/** Creates the page pass and the rates of a program. */
export function createSharedAccess(clock: SteadyClock = () => performance.now()): SharedAccess {
  return {
    pass: createPagePass(),
    ofKeys: createRateLimits(clock),
    ofAddresses: createRateLimits(clock),
  }
}

/** Creates the access control of one network. */
export function createAccessControl(
  store: AccessStore,
  { pass, ofKeys, ofAddresses }: SharedAccess = createSharedAccess(),
): AccessControl {
  const refused = Object.fromEntries(REFUSAL_KINDS.map((kind) => [kind, 0])) as Record<RefusalKind, number>

  function refusal(kind: RefusalKind, status: number, text: string): ApiError {
    refused[kind]++
    return new ApiError(status, text)
  }

  function takeOne(c: AppContext, kind: RefusalKind, who: string, rate: number | null): void {
    if (rate === null) return
    const wait = (kind === 'key_rate' ? ofKeys : ofAddresses).take(who, rate)
    if (wait === 0) return
    setHeader(c, 'Retry-After', String(Math.ceil(wait)))
    throw refusal(kind, 429, 'Ratelimit exceeded')
  }

  function admit(c: AppContext, rule: KeyRule | undefined): void {
    if (!rule) throw refusal('unknown_key', 401, 'API key does not exist')
    if (!rule.hereAllowed) throw refusal('wrong_network', 403, 'Network not allowed')
    takeOne(c, 'key_rate', rule.id, rule.rate)
  }

  return {
    store,
    pass,
    enabled: () => store.rules().enabled,
    check(c) {
      const { path } = c.req
      const own = isOwn(path)
      if (!own && !path.startsWith(GUARDED) && !isJsonRpcPath(c.req)) return
      if (isFromThisMachine(c) && (own || pass.isShown(c))) return
      const key = keyOf(c)
      if (key !== undefined) return admit(c, store.find(key))
      if (own && !isPublic(c.req)) {
        throw refusal('key_needed', 403, 'other machines need an API key for this')
      }
      takeOne(
        c,
        'keyless_rate',
        addressGroup(c.env?.incoming?.socket.remoteAddress),
        store.rules().keylessRate,
      )
    },
    refusals: () => ({ ...refused }),
  }
}

/** Returns the key of a request. The header takes precedence over the query; an empty one counts as absent. */
function keyOf(c: AppContext): string | undefined {
  const sent = c.req.header('x-api-key')?.trim()
  if (sent) return sent
  const { url } = c.req
  const query = url.indexOf('?')
  return (query < 0 ? null : new URLSearchParams(url.slice(query)).get('api_key')) || undefined
}

/** Checks access. Runs before bodies are read and before the cache, so that a refused request costs little. */
export function accessCheck(control: AccessControl): Middleware {
  return (c) => {
    if (!c.env.isAdmitted && control.enabled()) control.check(c)
    return undefined
  }
}
