import type { QueryClient } from '@tanstack/react-query'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { Action } from '../actions/action.ts'
import type { Names } from '../decode/identity.ts'
import { MAX_LIMIT } from './actionPages.ts'
import { ApiFailure } from './apiFailure.ts'
import { type AskBatch, BatchLoader, inHalves } from './batchLoader.ts'
import { learnNames } from './identityContext.tsx'
import { WITH_ACTIONS } from './traces.ts'
import { getV3 } from './v3.ts'

/** Maximum number of traces in a request: a trace can have thousands of transactions. */
const MAX_BATCH = 12
/** The same where traces are read from liteservers: an answer is as late as the last of its traces. */
const MAX_READ = 3
/** Maximum number of such requests at a time: a browser has six connections to an origin. */
const MAX_READERS = 4

/** The same for the latest traces of all accounts: others follow with every block, so that requests count more. */
const MAX_LATEST = 4
const MAX_LATEST_READERS = 2

type Loaded = {
  readonly trace: TraceJson
  readonly names: Names
  /** With the accounts that take part; only of `withParties`. */
  readonly actions?: readonly Action[]
}

async function askTraces(keys: readonly string[]): Promise<ReadonlyMap<string, Loaded>> {
  const { signal } = new AbortController()
  const { result } = await getV3(
    'traces',
    { trace_id: [...keys], ...WITH_ACTIONS, limit: keys.length },
    signal,
  )
  return new Map(result.traces.map((trace) => [trace.trace_id ?? '', { trace, names: result }]))
}

async function askPending(keys: readonly string[]): Promise<ReadonlyMap<string, Loaded>> {
  const { signal } = new AbortController()
  const { supported_action_types } = WITH_ACTIONS
  const { result } = await getV3('pendingTraces', { ext_msg_hash: [...keys], supported_action_types }, signal)
  return new Map(
    (result.traces ?? []).flatMap((trace) => {
      const [first] = Object.values(trace.transactions ?? {})
      const hashes = [trace.external_hash, first?.trace_external_hash, first?.trace_external_hash_norm]
      return keys.filter((key) => hashes.includes(key)).map((key) => [key, { trace, names: result }] as const)
    }),
  )
}

/** Reads the actions of traces with the accounts that take part, which the traces' own actions lack. */
async function askActions(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Action[]>> {
  if (ids.length === 0) return new Map()
  const { supported_action_types } = WITH_ACTIONS
  const { result } = await getV3(
    'actions',
    { trace_id: [...ids], include_accounts: true, supported_action_types, limit: MAX_LIMIT, sort: 'asc' },
    signal,
  )
  if (result.actions.length === MAX_LIMIT && ids.length > 1) {
    const single = await Promise.all(ids.map((id) => askActions([id], signal)))
    return new Map(single.flatMap((answer) => [...answer]))
  }
  return Map.groupBy(result.actions, ({ trace_id }) => trace_id ?? '')
}

async function askByTransaction(hashes: readonly string[]): Promise<ReadonlyMap<string, Loaded>> {
  const { signal } = new AbortController()
  const request = { tx_hash: [...hashes], ...WITH_ACTIONS, limit: hashes.length }
  const { result } = await getV3('traces', request, signal)
  const found = new Map<string, Loaded>()
  for (const trace of result.traces) {
    const loaded = { trace, names: result }
    for (const hash of hashes) {
      // A trace that is too large to be served has no transactions.
      if (hashes.length === 1 || trace.transactions?.[hash] !== undefined) found.set(hash, loaded)
    }
  }
  if (hashes.length === 1) return found
  const others = hashes.filter((hash) => !found.has(hash))
  const single = await Promise.all(others.map((hash) => askByTransaction([hash])))
  return new Map([found, ...single].flatMap((answer) => [...answer]))
}

async function askWithParties(hashes: readonly string[]): Promise<ReadonlyMap<string, Loaded>> {
  const found = await askByTransaction(hashes)
  const ids = new Set([...found.values()].flatMap(({ trace: { trace_id } }) => trace_id ?? []))
  const actions = await askActions([...ids], new AbortController().signal)
  return new Map(
    [...found].map(([hash, loaded]) => {
      const own = actions.get(loaded.trace.trace_id ?? '') ?? []
      return [hash, { ...loaded, actions: own }]
    }),
  )
}

/** Returns whether a request can have failed because of one of its traces. */
function isOfOneTrace(error: unknown): boolean {
  return error instanceof ApiFailure && !error.temporary
}

type Loaders = {
  /** By trace id. */
  readonly indexed: BatchLoader<Loaded>
  /** By the normalized hash of the external message. */
  readonly pending: BatchLoader<Loaded>
  /** By the hash of any transaction of the trace, also where liteservers are asked. */
  readonly byTransaction: BatchLoader<Loaded>
  /** The same with the accounts that take part in each action. */
  readonly withParties: BatchLoader<Loaded>
}

const loadersOf = new WeakMap<QueryClient, Map<string, Loaders>>()

/** Returns the loaders of a network. Of the index one answer is read at a time, since each can be large. */
export function traceLoaders(client: QueryClient, networkId: string): Loaders {
  const known = loadersOf.get(client) ?? new Map<string, Loaders>()
  loadersOf.set(client, known)
  const learning =
    (ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Loaded>>): AskBatch<Loaded> =>
    async (keys) => {
      const found = await ask(keys)
      for (const names of new Set([...found.values()].map((loaded) => loaded.names))) {
        learnNames(client, networkId, names)
      }
      return found
    }
  const loader = (ask: Parameters<typeof learning>[0], maxBatch = MAX_BATCH, maxRequests = 1) =>
    new BatchLoader<Loaded>({ ask: inHalves(learning(ask), isOfOneTrace), maxBatch, maxRequests })
  const own = known.get(networkId) ?? {
    indexed: loader(askTraces),
    pending: loader(askPending),
    byTransaction: loader(askByTransaction, MAX_LATEST, MAX_LATEST_READERS),
    withParties: loader(askWithParties, MAX_READ, MAX_READERS),
  }
  known.set(networkId, own)
  return own
}
