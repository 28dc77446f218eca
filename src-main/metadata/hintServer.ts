import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { Lru } from '../platform/lru.ts'
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
  /** Pause after a failure, ms; it doubles with each further one. A longer one that the server asks for counts. */
  readonly pauseMs: number
}

/** A claim of a hint server: the account (`workchain:hexadecimal`) and lt of a transaction. */
export type HintPlace = { readonly account: string; readonly lt: bigint }

/** Lists of contracts that a hint server is asked for, by what the request names. */
export type HintList =
  | 'walletsOfOwner'
  | 'walletsOfJetton'
  | 'itemsOfOwner'
  /** The seller counts as the owner of an item on sale. */
  | 'itemsOfSeller'
  | 'itemsOfCollection'
  | 'domainsOfWallet'

/** What was asked of the hint server, and what came of it, since it was allowed. */
export type HintStatus = {
  readonly host: string
  /** Requests that were answered. */
  readonly answered: number
  /** Requests that the server refused with a status, 429 apart. */
  readonly refused: number
  /** Requests that the server refused with status 429. */
  readonly limited: number
  /** Requests without an answer, or with one that is not of the API. */
  readonly failed: number
  /** Requests that were not sent, because of the rate. */
  readonly held: number
  /** Requests that were not sent, because earlier ones had failed. */
  readonly backedOff: number
  /** Places and contracts that the network confirms, and those that it does not. */
  readonly proved: number
  readonly dropped: number
}

/**
 * A server that the user allows to be asked where on the chain something is. Its answers are claims: the caller reads
 * the place from the network, proves it, and reports the result.
 */
export type HintServer = {
  readonly host: string
  /**
   * Returns up to MAX_PLACES places of a transaction, by its hash or by that of a message that it received or sent.
   * Never rejects: without an answer it is empty.
   */
  placesOf(what: 'transaction' | 'message', hash: Buffer, signal: AbortSignal): Promise<readonly HintPlace[]>
  /**
   * Returns up to MAX_CANDIDATES contracts (`workchain:hexadecimal`) of a list. Never rejects: without an answer it is
   * undefined. An answer is kept for a minute, for the next pages of a list.
   * @param account what the list is of, `workchain:hexadecimal`
   */
  contractsOf(list: HintList, account: string, signal: AbortSignal): Promise<readonly string[] | undefined>
  /** Counts places or contracts that were looked at. */
  judge(result: 'proved' | 'dropped', number: number): void
  status(): HintStatus
  /** Aborts all running requests. */
  close(): Promise<void>
}

/** Maximum number of places of one answer that are looked at. */
const MAX_PLACES = 2
/** Maximum number of contracts of one answer that are looked at. */
const MAX_CANDIDATES = 64
/** Number of answers with contracts that are kept, and for how long, ms. */
const KEPT_ANSWERS = 32
const KEPT_MS = 60_000
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

const rawAddress = z.string().regex(/^(?:0|-1):[0-9a-fA-F]{64}$/)
const placeSchema = z.object({
  account: rawAddress,
  lt: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt)
    .refine((lt) => lt < MAX_LT),
})

type ListQuestion = {
  readonly path: string
  readonly by: string
  /** Field of the answer with the rows, and field of a row with the contract. */
  readonly rows: string
  readonly contract: string
  readonly more?: Readonly<Record<string, string>>
}

const WALLETS = { path: 'jetton/wallets', rows: 'jetton_wallets', contract: 'address' }
const ITEMS = { path: 'nft/items', rows: 'nft_items', contract: 'address' }
const LISTS: Readonly<Record<HintList, ListQuestion>> = {
  walletsOfOwner: { ...WALLETS, by: 'owner_address' },
  walletsOfJetton: { ...WALLETS, by: 'jetton_address', more: { sort: 'desc' } },
  itemsOfOwner: { ...ITEMS, by: 'owner_address' },
  itemsOfSeller: { ...ITEMS, by: 'owner_address', more: { include_on_sale: 'true' } },
  itemsOfCollection: { ...ITEMS, by: 'collection_address' },
  domainsOfWallet: { path: 'dns/records', rows: 'records', contract: 'nft_item_address', by: 'wallet' },
}

/** Opens a client of a hint server; nothing is sent before the first question. Throws MetadataError bad-url, scheme. */
export function openHintServer({
  url,
  key,
  fetch = {},
  now = Date.now,
  ...options
}: HintOptions): HintServer {
  const base = parseHintUrl(url)
  const fetcher = createGuardedFetcher({
    ...fetch,
    limits: { ...LIMITS, ...fetch.limits },
    allowed: namedPlaces(base),
  })
  const closing = new AbortController()
  const { intervalMs, pauseMs } = options.pace ?? paceWith(key)
  const counts = {
    ...{ answered: 0, refused: 0, limited: 0, failed: 0, held: 0, backedOff: 0 },
    ...{ proved: 0, dropped: 0 },
  }
  const kept = new Lru<string, { readonly contracts: readonly string[]; readonly until: number }>(
    KEPT_ANSWERS,
  )
  let nextAt = 0
  let resumeAt = 0
  let pause = 0

  /** Waits for the turn of a request; returns why it must not be sent. */
  async function takeTurn(signal: AbortSignal): Promise<'held' | 'backedOff' | undefined> {
    const at = Math.max(now(), nextAt)
    if (now() < resumeAt) return 'backedOff'
    if (at - now() > MAX_WAIT_MS) return 'held'
    nextAt = at + intervalMs
    if (at > now()) await delay(at - now(), undefined, { signal })
    return now() < resumeAt ? 'backedOff' : undefined
  }

  /** Sends a question, and reads its answer; undefined without one. */
  async function ask<Answer>(
    path: string,
    values: Readonly<Record<string, string>>,
    { read, signal: client }: { read(json: unknown): Answer; readonly signal: AbortSignal },
  ): Promise<Answer | undefined> {
    const signal = AbortSignal.any([client, closing.signal])
    try {
      signal.throwIfAborted()
      const hindrance = await takeTurn(signal)
      if (hindrance) {
        counts[hindrance]++
        return undefined
      }
      const question = `${base.href}/${path}?${new URLSearchParams(values)}`
      const wanted = { maxBytes: MAX_BYTES, accept: 'application/json', signal }
      const { body } = await fetcher.fetch(question, { ...wanted, ...(key !== undefined && { apiKey: key }) })
      const answer = read(JSON.parse(body.toString('utf8')))
      counts.answered++
      pause = 0
      return answer
    } catch (error) {
      // A request that its caller gave up says nothing of the server.
      if (signal.aborted) return undefined
      counts[failureOf(error)]++
      pause = Math.min(Math.max(pauseMs, pause * 2), MAX_PAUSE_MS)
      resumeAt = now() + Math.min(Math.max(pause, wantedPause(error)), MAX_PAUSE_MS)
      return undefined
    }
  }

  return {
    host: base.host,
    async placesOf(what, hash, signal) {
      const [path, by] =
        what === 'transaction' ? ['transactions', 'hash'] : ['transactionsByMessage', 'msg_hash']
      const values = { [by]: hash.toString('base64'), limit: String(MAX_PLACES) }
      return (await ask(path, values, { read: answeredPlaces, signal })) ?? []
    },
    async contractsOf(list, account, signal) {
      const { path, by, rows, contract, more } = LISTS[list]
      const values = { [by]: account, limit: String(MAX_CANDIDATES), ...more }
      const name = `${list}:${account}`
      const before = kept.get(name)
      if (before && before.until > now()) return before.contracts
      const read = (json: unknown) => answeredContracts(json, rows, contract)
      const contracts = await ask(path, values, { read, signal })
      if (contracts) kept.set(name, { contracts, until: now() + KEPT_MS })
      return contracts
    },
    judge(result, number) {
      counts[result] += number
    },
    status: () => ({ host: base.host, ...counts }),
    async close() {
      closing.abort()
      await fetcher.close()
    },
  }
}

function failureOf(error: unknown): 'refused' | 'limited' | 'failed' {
  if (!(error instanceof MetadataError)) return 'failed'
  return error.code === 'rate-limited' ? 'limited' : error.code === 'status' ? 'refused' : 'failed'
}

/** Returns the pause that the server asks for, ms. */
function wantedPause(error: unknown): number {
  return error instanceof MetadataError ? (error.retryAfterMs ?? 0) : 0
}

function paceWith(key: string | undefined): HintPace {
  return key === undefined ? DEFAULT_PACE : { ...DEFAULT_PACE, intervalMs: DEFAULT_PACE.intervalMs / 10 }
}

/** Reads the address of a hint server. Throws MetadataError bad-url, scheme. */
export function parseHintUrl(text: string): URL {
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
function answeredPlaces(json: unknown): readonly HintPlace[] {
  const { transactions } = z.object({ transactions: z.array(z.unknown()) }).parse(json)
  return transactions.slice(0, MAX_PLACES).flatMap((row) => placeSchema.safeParse(row).data ?? [])
}

/** Returns the contracts of an answer, each once. Throws for one that is not of the API. */
function answeredContracts(json: unknown, rows: string, contract: string): readonly string[] {
  const found = z.record(z.string(), z.unknown()).parse(json)
  const read = z.object({ [contract]: rawAddress })
  const named = z
    .array(z.unknown())
    .parse(found[rows])
    .slice(0, MAX_CANDIDATES)
    .flatMap((row) => read.safeParse(row).data?.[contract]?.toUpperCase() ?? [])
  return [...new Set(named)]
}
