import {
  type Query,
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { accountKey } from '../decode/accountKey.ts'
import { type Identity, identitiesOf, type Names } from '../decode/identity.ts'
import { readAccountLabels, writeAccountLabel } from '../settings/localSettings.ts'
import { scenarioQuery } from './devnet.ts'
import { getIdentities } from './identities.ts'
import { IdentityLoader } from './identityLoader.ts'
import { indexQuery } from './indexStatus.ts'
import { useNetworkState } from './network.tsx'
import type { Answer } from './request.ts'

/** Names change seldom, and those of a new token only once the index has verified it. */
const FRESH_MS = 30_000

/** What the scenario of the devnet calls an account, and what it is. */
export type ScenarioName = { readonly name: string; readonly kind: string }

type IdentityState = {
  /** Whether there is an index to ask; undefined while that is not known. */
  readonly hasIndex: boolean | undefined
  readonly loader: IdentityLoader
  readonly scenario: ReadonlyMap<string, ScenarioName>
  /** The scenario is being read. */
  readonly isScenarioPending: boolean
  /** The user's own names, by account key. */
  readonly labels: ReadonlyMap<string, string>
  readonly setLabel: (key: string, label: string | undefined) => void
}

const IdentityContext = createContext<IdentityState | undefined>(undefined)

function identityKey(networkId: string, key: string) {
  return [networkId, 'identity', key] as const
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The books of an answer of v3, wherever a query keeps it. */
function namesIn(data: unknown): Names | undefined {
  if (!isRecord(data)) return undefined
  const { result, answer } = data
  if (isRecord(result) && isRecord(result.address_book)) return result as Names
  return answer === undefined ? undefined : namesIn(answer)
}

/** Keeps identities that the cache does not have; those that it has were asked for. */
function learn(client: QueryClient, networkId: string, identities: ReadonlyMap<string, Identity>): void {
  for (const [key, identity] of identities) {
    const queryKey = identityKey(networkId, key)
    const known = client.getQueryData<Identity>(queryKey)
    if (known === undefined || identity.tokens.length > 0) client.setQueryData(queryKey, identity)
  }
}

/** Learns the names that the answers of v3 bring along, so that few accounts need a request of their own. */
function useLearnedNames(networkId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (networkId === undefined) return
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      if (event.query.queryKey[0] !== networkId || event.query.queryKey[1] === 'identity') return
      const names = namesIn(event.query.state.data)
      if (names) learn(client, networkId, identitiesOf(names))
    })
  }, [client, networkId])
}

/** The account of a state that a query keeps (see accountQuery). */
function stateIn({ queryKey: [, kind, key], state }: Query) {
  if (kind !== 'account' || typeof key !== 'string' || state.data === undefined) return undefined
  return { key, state: (state.data as Answer<V2Result<'getAddressInformation'>>).result }
}

/** Without an index, learns the forms of addresses from the states that pages read anyway. */
function useLearnedStates(networkId: string | undefined, isOn: boolean, testOnly: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (networkId === undefined || !isOn) return
    const learnState = async (query: Query) => {
      const found = query.queryKey[0] === networkId ? stateIn(query) : undefined
      if (!found) return
      // The reader of cells is no part of the start.
      const { identityOfState } = await import('../decode/stateIdentity.ts')
      const identity = identityOfState(found.key, found.state, testOnly)
      const queryKey = identityKey(networkId, found.key)
      if (client.getQueryData<Identity>(queryKey)?.friendly === identity.friendly) return
      client.setQueryData(queryKey, identity)
    }
    const cache = client.getQueryCache()
    for (const query of cache.findAll({ queryKey: [networkId, 'account'] })) void learnState(query)
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') void learnState(event.query)
    })
  }, [client, networkId, isOn, testOnly])
}

/** Holds the names of accounts for the pages below. */
export function IdentityProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const { network } = useNetworkState()
  const id = network?.id
  useLearnedNames(id)
  const isDevnet = network?.kind === 'devnet'
  const { data, isPending } = useQuery({ ...scenarioQuery(id ?? ''), enabled: isDevnet })
  const isScenarioPending = isDevnet && isPending
  const index = useQuery({ ...indexQuery, select: ({ mode }) => mode })
  const hasIndex = index.data === undefined ? (index.isError ? false : undefined) : index.data !== 'off'
  useLearnedStates(id, hasIndex === false, network?.kind === 'testnet')
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => setLabels(id === undefined ? new Map() : readAccountLabels(id)), [id])
  const setLabel = useCallback(
    (key: string, label: string | undefined) => {
      if (id !== undefined) setLabels(writeAccountLabel(id, key, label))
    },
    [id],
  )
  const loader = useMemo(
    () =>
      new IdentityLoader(getIdentities, (identities) => id !== undefined && learn(client, id, identities)),
    [client, id],
  )
  const scenario = useMemo(
    () => new Map(data?.map(({ name, kind, address }) => [accountKey(address), { name, kind }])),
    [data],
  )
  const state = useMemo(
    () => ({ hasIndex, loader, scenario, isScenarioPending, labels, setLabel }),
    [hasIndex, loader, scenario, isScenarioPending, labels, setLabel],
  )
  return <IdentityContext value={state}>{children}</IdentityContext>
}

export function useIdentityState(): IdentityState {
  const state = useContext(IdentityContext)
  if (!state) throw new Error('useIdentityState outside IdentityProvider')
  return state
}

function identityQuery(loader: IdentityLoader, networkId: string, key: string) {
  return queryOptions({
    queryKey: identityKey(networkId, key),
    queryFn: () => loader.load(key),
    staleTime: FRESH_MS,
    // A name is an addition: a page without it is whole.
    retry: false,
  })
}

export type IdentityAnswer = {
  readonly identity: Identity | undefined
  /** Whether loading is finished: a missing address has no identity. */
  readonly isSettled: boolean
}

/** The identity of an account in any form of its address; of none where `address` is undefined. */
export function useIdentity(
  address: string | undefined,
  { refetchMs }: { readonly refetchMs?: number } = {},
): IdentityAnswer {
  const { hasIndex, loader } = useIdentityState()
  const { network } = useNetworkState()
  const key = address === undefined ? '' : accountKey(address)
  const id = network?.id ?? ''
  const isAsked = address !== undefined && network !== undefined && key.includes(':') && hasIndex !== false
  const { data, isPending } = useQuery({
    ...identityQuery(loader, id, key),
    enabled: isAsked && hasIndex === true,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })
  return { identity: data, isSettled: !isAsked || !isPending }
}

/** The identities of several accounts (keys) as far as they are known now. */
export function useIdentities(keys: readonly string[]): ReadonlyMap<string, Identity> {
  const { hasIndex, loader } = useIdentityState()
  const id = useNetworkState().network?.id ?? ''
  return useQueries({
    queries: keys.map((key) => ({ ...identityQuery(loader, id, key), enabled: hasIndex === true })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, i): [string, Identity][] => (data ? [[keys[i] ?? '', data]] : []))),
  })
}
