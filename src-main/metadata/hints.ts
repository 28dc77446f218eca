import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createGuardedFetcher, type FetchOptions } from './guardedFetch.ts'
import { MetadataError } from './metadataError.ts'

export type HintOptions = {
  /** Address of a toncenter v3 API, such as `https://toncenter.com/api/v3`. */
  readonly url: string
  /** API key of that server; sent to it alone. */
  readonly key?: string | undefined
  readonly fetch?: Pick<FetchOptions, 'resolve' | 'limits'>
  /** Default: DEFAULT_PACE, with a tenth of the interval for a server that has given a key. */
  readonly pace?: HintPace
  /** Unix milliseconds; default Date.now. */
  readonly now?: () => number
}

export type HintPace = {
  /** Time between two requests, ms. */
  readonly intervalMs: number
  /** Pause after a failure, ms; it doubles with each further one. */
  readonly pauseMs: number
}

/** A claim of a hint server: the account (`workchain:hexadecimal`) and lt of a transaction. */
export type HintPlace = { readonly account: string; readonly lt: bigint }

/** What was asked of the hint server, and what came of it, since the start. */
export type HintStatus = {
  readonly host: string
  /** Requests that were answered, and that failed or had a wrong answer. */
  readonly answered: number
  readonly failed: number
  /** Requests that were not sent, because of the rate or of earlier failures. */
  readonly held: number
  /** Places at which the network has what was asked for, and those at which it has not. */
  readonly proved: number
  readonly dropped: number
}

/**
 * A server that the user allows to be asked where on the chain something is. Its answers are claims: the caller reads
 * the place from the network, proves it, and reports the result.
 */
export type Hints = {
  /** Returns up to MAX_PLACES places of a transaction, by its hash. Never rejects: without an answer it is empty. */
  placesOf(hash: Buffer, signal: AbortSignal): Promise<readonly HintPlace[]>
  /** Counts a place that was looked at. */
  judge(isProved: boolean): void
  status(): HintStatus
  /** Aborts all running requests. */
  close(): Promise<void>
}

/** Maximum number of places of one answer that are looked at. */
const MAX_PLACES = 2
/** Maximum size of an answer: a transaction with 255 messages can have several megabytes. */
const MAX_BYTES = 4 << 20
/** Liteservers read a logical time as a signed number. */
const MAX_LT = 1n << 63n
/** Limits of a request. Redirects are refused: the user allowed one server. */
const LIMITS = { totalMs: 5_000, connectMs: 3_000, idleMs: 4_000, redirects: 0, connections: 2 }
/** Toncenter allows one request a second, with a key ten. */
const DEFAULT_PACE: HintPace = { intervalMs: 1_100, pauseMs: 5_000 }
/** Maximum wait for a turn, ms. */
const MAX_WAIT_MS = 3_000
const MAX_PAUSE_MS = 300_000

const answerSchema = z.object({ transactions: z.array(z.unknown()) })
const placeSchema = z.object({
  account: z.string().regex(/^(?:0|-1):[0-9a-fA-F]{64}$/),
  lt: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt)
    .refine((lt) => lt < MAX_LT),
})

/** Opens a client of a hint server; nothing is sent before the first question. Throws MetadataError bad-url, scheme. */
export function openHints({ url, key, fetch = {}, now = Date.now, ...options }: HintOptions): Hints {
  const base = hintUrl(url)
  const fetcher = createGuardedFetcher({
    ...fetch,
    limits: { ...LIMITS, ...fetch.limits },
    allowed: namedPlaces(base),
  })
  const { intervalMs, pauseMs } = options.pace ?? paceWith(key)
  const counts = { answered: 0, failed: 0, held: 0, proved: 0, dropped: 0 }
  let nextAt = 0
  let resumeAt = 0
  let pause = 0

  /** Waits for the turn of a request; false if it must not be sent. */
  async function takeTurn(signal: AbortSignal): Promise<boolean> {
    const at = Math.max(now(), nextAt)
    if (now() < resumeAt || at - now() > MAX_WAIT_MS) return false
    nextAt = at + intervalMs
    if (at > now()) await delay(at - now(), undefined, { signal })
    return now() >= resumeAt
  }

  async function ask(hash: Buffer, signal: AbortSignal): Promise<readonly HintPlace[]> {
    const question = new URL(`${base.href}/transactions`)
    question.searchParams.set('hash', hash.toString('base64'))
    question.searchParams.set('limit', String(MAX_PLACES))
    const { body } = await fetcher.fetch(question.href, {
      maxBytes: MAX_BYTES,
      accept: 'application/json',
      signal,
      ...(key !== undefined && { apiKey: key }),
    })
    return answeredPlaces(body)
  }

  return {
    async placesOf(hash, signal) {
      try {
        if (!(await takeTurn(signal))) {
          counts.held++
          return []
        }
        const places = await ask(hash, signal)
        counts.answered++
        pause = 0
        return places
      } catch {
        // A request that its caller gave up says nothing of the server.
        if (signal.aborted) return []
        counts.failed++
        pause = Math.min(Math.max(pauseMs, pause * 2), MAX_PAUSE_MS)
        resumeAt = now() + pause
        return []
      }
    },
    judge(isProved) {
      counts[isProved ? 'proved' : 'dropped']++
    },
    status: () => ({ host: base.host, ...counts }),
    close: () => fetcher.close(),
  }
}

function paceWith(key: string | undefined): HintPace {
  return key === undefined ? DEFAULT_PACE : { ...DEFAULT_PACE, intervalMs: DEFAULT_PACE.intervalMs / 10 }
}

/** Reads the address of a hint server. Throws MetadataError bad-url, scheme. */
function hintUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw new MetadataError('bad-url', 'the address of the hint server is no URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new MetadataError('scheme', 'the address of the hint server is not of http or https')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new MetadataError('bad-url', 'the address of the hint server has more than host and path')
  return new URL(url.href.replace(/\/+$/, ''))
}

/**
 * Returns the address of a server of this machine or its network, which the user named by it. A host name gives no such
 * right: it can resolve to any address.
 */
function namedPlaces({ hostname, port, protocol }: URL): readonly string[] {
  const isLiteral = hostname === 'localhost' || hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isLiteral ? [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`] : []
}

/** Returns the places of an answer that can exist. Throws for one that is not of the API. */
function answeredPlaces(body: Buffer): readonly HintPlace[] {
  const { transactions } = answerSchema.parse(JSON.parse(body.toString('utf8')))
  return transactions.slice(0, MAX_PLACES).flatMap((row) => placeSchema.safeParse(row).data ?? [])
}
