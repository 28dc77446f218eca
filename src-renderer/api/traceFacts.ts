import { type QueryClient, type QueryKey, queryOptions, useQueries } from '@tanstack/react-query'
import type { JettonTransferJson } from '#shared/schema/v3/jettons.ts'
import type { Action } from '../actions/action.ts'
import { faultOf, type KnownFault } from '../actions/actionResult.ts'
import { foldTraces, type TraceFold } from '../actions/foldTraces.ts'
import { type TraceFacts, traceFacts, type UnreadTrace } from '../actions/traceFacts.ts'
import { accountKey } from '../decode/accountKey.ts'
import type { Names } from '../decode/identity.ts'
import { useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'
import { traceLoaders } from './traceLoaders.ts'

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

/** The trace of a transaction, as a row of an account's history shows it. */
export type ReadTrace = {
  /** Actions in which the account takes part. */
  readonly actions: readonly Action[]
  readonly facts: TraceFacts | UnreadTrace
  /** NFT items among the accounts of the trace. */
  readonly items: readonly string[]
  /** Jetton wallets among the accounts of the trace. */
  readonly wallets: readonly string[]
}

function tokensIn({ metadata = {} }: Names, wanted: 'nft_items' | 'jetton_wallets'): string[] {
  return Object.entries(metadata).flatMap(([address, { token_info }]) =>
    token_info.some(({ type }) => type === wanted) ? [address] : [],
  )
}

/**
 * Returns the query for the trace of a transaction (hash in base64), which needs no index of other blocks. The data is
 * null if no trace has the transaction.
 * @param here key of the account of the history
 */
export function readTraceQuery(networkId: string, hash: string, here: string) {
  return queryOptions({
    queryKey: [networkId, 'readTrace', hash, here],
    queryFn: async ({ client, signal }): Promise<ReadTrace | null> => {
      const loaded = await traceLoaders(client, networkId).withParties.load(hash, signal)
      if (!loaded) return null
      const { trace, names, actions = [] } = loaded
      const isOwn = ({ accounts = [] }: Action) => accounts.some((account) => accountKey(account) === here)
      const accounts = new Set(
        Object.values(trace.transactions ?? {}).map(({ account }) => accountKey(account)),
      )
      // The names are those of all traces of the answer.
      const isInTrace = (address: string) => accounts.has(accountKey(address))
      return {
        actions: actions.filter(isOwn),
        facts: traceFacts(trace, names, here),
        items: tokensIn(names, 'nft_items').filter(isInTrace),
        wallets: tokensIn(names, 'jetton_wallets').filter(isInTrace),
      }
    },
    staleTime: ({ state: { data } }) =>
      data && ('unread' in data.facts || data.facts.isFinal) ? Number.POSITIVE_INFINITY : RETRY_MS,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === null && dataUpdateCount < MAX_TRIES ? RETRY_MS : false,
    // Facts have no parts that a later answer shares.
    structuralSharing: false,
  })
}

/** The trace of a transaction in a list of all accounts. */
export type LatestTrace = {
  /** Undefined if the trace has no actions. */
  readonly fold: TraceFold | undefined
  readonly facts: TraceFacts | UnreadTrace
  /** True if the trace was not finished. */
  readonly isOpen: boolean
}

function latestTraceKey(networkId: string, first: string) {
  return [networkId, 'latestTrace', first] as const
}

/**
 * Returns the query for the trace of transactions, which needs no index of other blocks. The data is null if no trace
 * has them; while a trace that has grown is read, it is that of before.
 * @param first hash of the first transaction that is known, in base64
 * @param newest hash of the newest one
 */
export function latestTraceQuery(client: QueryClient, networkId: string, first: string, newest: string) {
  const queryKey: QueryKey = [...latestTraceKey(networkId, first), newest]
  return queryOptions<LatestTrace | null>({
    queryKey,
    queryFn: async ({ signal }): Promise<LatestTrace | null> => {
      const loaded = await traceLoaders(client, networkId).byTransaction.load(newest, signal)
      if (!loaded) return null
      const { trace, names } = loaded
      const [fold] = foldTraces(trace.actions ?? [])
      const isOpen = trace.trace_info.trace_state === 'pending'
      return { fold, facts: traceFacts(trace, names, ''), isOpen }
    },
    placeholderData: () =>
      client
        .getQueriesData<LatestTrace>({ queryKey: latestTraceKey(networkId, first) })
        .findLast(([, data]) => data)?.[1],
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && data?.isOpen !== false && dataUpdateCount < MAX_TRIES ? RETRY_MS : false,
    retry: false,
    structuralSharing: false,
  })
}

/** The facts about a trace, or why there are none; neither while it is loading. */
export type TraceReading = { readonly facts?: TraceFacts; readonly unread?: string }

const LOADING: TraceReading = {}

export function readingOf(
  data: TraceFacts | UnreadTrace | null | undefined,
  error: Error | null,
): TraceReading {
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
