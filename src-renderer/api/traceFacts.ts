import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import type { JettonTransferJson } from '#shared/schema/v3/jettons.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import { faultOf, type KnownFault } from '../actions/actionResult.ts'
import type { TraceFold } from '../actions/foldTraces.ts'
import { type TraceFacts, traceFacts, type UnreadTrace } from '../actions/traceFacts.ts'
import type { Names } from '../decode/identity.ts'
import { ApiFailure } from './apiFailure.ts'
import { type AskBatch, BatchLoader, inHalves } from './batchLoader.ts'
import { learnNames, useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'
import { WITH_ACTIONS } from './traces.ts'
import { getV3 } from './v3.ts'

/** Maximum number of traces in a request: a trace can have thousands of transactions. */
const MAX_BATCH = 12
/** Time after which a trace that can change is read again, ms. */
const RETRY_MS = 3_000
/** Maximum number of requests for a trace that the index does not have yet. */
const MAX_TRIES = 5

/** A trace as lists know it. */
export type TraceRef = {
  /** Trace id in base64, or if it is not finalized, the normalized hash of its external message. */
  readonly id: string
  readonly isPending: boolean
  /** Changes when the trace grows. */
  readonly version: string
}

export function traceRef({ traceId, key, finality, endLt }: TraceFold): TraceRef {
  return traceId === null || finality !== 'finalized'
    ? { id: key, isPending: true, version: `${finality} ${endLt}` }
    : { id: traceId, isPending: false, version: String(endLt) }
}

type Loaded = { readonly trace: TraceJson; readonly names: Names }

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

/** Returns whether a request can have failed because of one of its traces. */
function isOfOneTrace(error: unknown): boolean {
  return error instanceof ApiFailure && !error.temporary
}

type Loaders = { readonly indexed: BatchLoader<Loaded>; readonly pending: BatchLoader<Loaded> }

const loadersOf = new WeakMap<QueryClient, Map<string, Loaders>>()

/** Returns the loaders of a network. One answer is read at a time, since each can be large. */
function traceLoaders(client: QueryClient, networkId: string): Loaders {
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
  const loader = (ask: Parameters<typeof learning>[0]) =>
    new BatchLoader<Loaded>({
      ask: inHalves(learning(ask), isOfOneTrace),
      maxBatch: MAX_BATCH,
      maxRequests: 1,
    })
  const own = known.get(networkId) ?? { indexed: loader(askTraces), pending: loader(askPending) }
  known.set(networkId, own)
  return own
}

function traceFactsQuery(networkId: string, { id, isPending, version }: TraceRef, here: string) {
  return queryOptions({
    queryKey: [networkId, 'traceFacts', id, isPending, version, here],
    queryFn: async ({ client, signal }): Promise<TraceFacts | UnreadTrace | null> => {
      const loaders = traceLoaders(client, networkId)
      const loaded = await loaders[isPending ? 'pending' : 'indexed'].load(id, signal)
      return loaded ? traceFacts(loaded.trace, loaded.names, here) : null
    },
    staleTime: ({ state: { data } }) =>
      data && ('unread' in data || data.isFinal) ? Number.POSITIVE_INFINITY : RETRY_MS,
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < MAX_TRIES ? RETRY_MS : false,
    // Facts have no parts that a later answer shares.
    structuralSharing: false,
  })
}

/** The facts about a trace, or why there are none; neither while it is loading. */
export type TraceReading = { readonly facts?: TraceFacts; readonly unread?: string }

const LOADING: TraceReading = {}

function readingOf(data: TraceFacts | UnreadTrace | null | undefined, error: Error | null): TraceReading {
  if (data === undefined) return error ? { unread: error.message } : LOADING
  if (data === null) return { unread: 'the trace is not indexed yet' }
  return 'unread' in data ? data : { facts: data }
}

/**
 * Reads the traces of a list.
 * @param here key of the account of the list, whose changes are wanted
 * @returns a function with the reading of a trace by its id
 */
export function useTraceFacts(refs: readonly TraceRef[], here = ''): (id: string) => TraceReading {
  const { hasIndex } = useIdentityState()
  const { network } = useNetworkState()
  const distinct = [...new Map(refs.map((ref) => [ref.id, ref])).values()]
  const readings = useQueries({
    queries: distinct.map((ref) => ({
      ...traceFactsQuery(network?.id ?? '', ref, here),
      enabled: network !== undefined && hasIndex === true,
    })),
    combine: (answers) =>
      new Map(answers.map(({ data, error }, i) => [distinct[i]?.id ?? '', readingOf(data, error)])),
  })
  return (id) => readings.get(id) ?? LOADING
}

type Transfer = Pick<JettonTransferJson, 'trace_id' | 'transaction_hash' | 'transaction_aborted'>

/** Returns a function with what went wrong with a token transfer; until its trace is read, by its own fields. */
export function useTransferFailures(
  transfers: readonly Transfer[],
): (transfer: Transfer) => KnownFault | undefined {
  const ids = transfers.flatMap(({ trace_id }) => (trace_id === null ? [] : [trace_id]))
  const readingOf = useTraceFacts(ids.map((id) => ({ id, isPending: false, version: '' })))
  return ({ trace_id, transaction_hash, transaction_aborted }) => {
    const { facts } = readingOf(trace_id ?? '')
    const outcome = facts?.transferFailures.get(transaction_hash)
    if (outcome) return faultOf(outcome)
    return transaction_aborted ? { kind: 'bad', words: 'failed' } : undefined
  }
}
