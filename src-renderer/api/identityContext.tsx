import {
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { accountKey } from '../decode/accountKey.ts'
import { type Identity, identitiesOf, isMoreKnown, type Names, withCachedTokens } from '../decode/identity.ts'
import { type KnownAccount, loadKnownAccounts } from '../decode/knownAccounts.ts'
import { isProtocolAccount } from '../decode/systemAccounts.ts'
import type { TokenType } from '../decode/tokenInfo.ts'
import { type OwnLabels, useAccountLabels } from './accountLabels.ts'
import { scenarioQuery } from './devnet.ts'
import { getIdentities } from './identities.ts'
import { IdentityLoader } from './identityLoader.ts'
import { indexQuery } from './indexStatus.ts'
import { useNetworkState } from './network.tsx'
import type { Answer } from './request.ts'

/**
 * Time for which an identity is fresh: names seldom change, and a new token has a name only after the index
 * verified it.
 */
const FRESH_MS = 30_000

/** Name and kind of an account of the devnet's scenario. */
export type ScenarioName = { readonly name: string; readonly kind: string }

type IdentityState = {
  /** Whether v3 answers; undefined until this is known. */
  readonly hasIndex: boolean | undefined
  /**
   * Whether the index can have whole lists, since it follows the chain or was imported; undefined until this is known.
   * Otherwise v3 reads what one account, trace or block needs from liteservers, and refuses other lists.
   */
  readonly isFollowed: boolean | undefined
  readonly loader: IdentityLoader
  readonly scenario: ReadonlyMap<string, ScenarioName>
  /** Whether the scenario is loading. */
  readonly isScenarioPending: boolean
  /** Names of a public list, by account key; empty outside of mainnet, and until they are loaded. */
  readonly known: ReadonlyMap<string, KnownAccount>
  /** The user's labels by account key. */
  readonly labels: ReadonlyMap<string, string>
  /** The same labels with their notes, and how to change them. */
  readonly ownLabels: OwnLabels
}

const IdentityContext = createContext<IdentityState | undefined>(undefined)

function identityKey(networkId: string, key: string) {
  return [networkId, 'identity', key] as const
}

function formKey(networkId: string, key: string) {
  return [networkId, 'addressForm', key] as const
}

/** What v3 can answer: lists of the whole chain, what one object needs, or nothing because the index is unusable. */
function reachOf({ mode, state }: Pick<IndexStatus, 'mode' | 'state'>): 'all' | 'objects' | 'nothing' {
  if (mode !== 'off') return 'all'
  return state === 'stopped' ? 'nothing' : 'objects'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns the address book and metadata of a cached v3 answer. */
function namesIn(data: unknown): Names | undefined {
  if (!isRecord(data)) return undefined
  const { result, answer } = data
  if (isRecord(result) && isRecord(result.address_book)) return result as Names
  return answer === undefined ? undefined : namesIn(answer)
}

/** Adds identities to the cache where it has less. */
function learn(client: QueryClient, networkId: string, identities: ReadonlyMap<string, Identity>): void {
  for (const [key, identity] of identities) {
    const queryKey = identityKey(networkId, key)
    const cached = client.getQueryData<Identity>(queryKey)
    if (isMoreKnown(identity, cached)) client.setQueryData(queryKey, withCachedTokens(identity, cached))
  }
}

/** Adds the names in an answer to the cache, and of accounts that can have other ones the forms of their addresses. */
export function learnNames(client: QueryClient, networkId: string, names: Names): void {
  const identities = identitiesOf(names)
  learn(client, networkId, identities)
  for (const [key, { friendly }] of identitiesOf(names, true)) {
    if (friendly !== undefined && !identities.has(key)) client.setQueryData(formKey(networkId, key), friendly)
  }
}

/** Caches the names in all answers of v3, so that few accounts need a separate request. */
function useLearnedNames(networkId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (networkId === undefined) return
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      if (event.query.queryKey[0] !== networkId || event.query.queryKey[1] === 'identity') return
      const names = namesIn(event.query.state.data)
      if (names) learnNames(client, networkId, names)
    })
  }, [client, networkId])
}

/** Returns the account and state of a query of accountQuery. */
function stateIn({ queryKey: [, kind, key], state }: Query) {
  if (kind !== 'account' || typeof key !== 'string' || state.data === undefined) return undefined
  return { key, state: (state.data as Answer<V2Result<'getAddressInformation'>>).result }
}

/** Where the index does not know all accounts, caches the forms of addresses that follow from states read by pages. */
function useLearnedStates(networkId: string | undefined, isOn: boolean, testOnly: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (networkId === undefined || !isOn) return
    const learnState = async (query: Query) => {
      const found = query.queryKey[0] === networkId ? stateIn(query) : undefined
      if (!found) return
      // The reader of cells is not a part of the start script.
      const { formOfState } = await import('../decode/stateForm.ts')
      const form = formOfState(found.key, found.state, testOnly)
      if (form !== undefined) client.setQueryData(formKey(networkId, found.key), form)
    }
    const cache = client.getQueryCache()
    for (const query of cache.findAll({ queryKey: [networkId, 'account'] })) void learnState(query)
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') void learnState(event.query)
    })
  }, [client, networkId, isOn, testOnly])
}

const NONE_KNOWN: ReadonlyMap<string, KnownAccount> = new Map()

/** Without the list, accounts have no labels. */
const knownAccountsQuery = queryOptions({
  queryKey: ['knownAccounts'],
  queryFn: loadKnownAccounts,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  structuralSharing: false,
})

/** Provides the names of accounts. */
export function IdentityProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const { network } = useNetworkState()
  const id = network?.id
  useLearnedNames(id)
  const isDevnet = network?.kind === 'devnet'
  const { data, isPending } = useQuery({ ...scenarioQuery(id ?? ''), enabled: isDevnet })
  const isScenarioPending = isDevnet && isPending
  const isMainnet = network?.kind === 'mainnet'
  const { data: known = NONE_KNOWN } = useQuery({ ...knownAccountsQuery, enabled: isMainnet })
  const index = useQuery({ ...indexQuery, select: reachOf })
  const reach = index.data ?? (index.isError ? 'nothing' : undefined)
  const hasIndex = reach && reach !== 'nothing'
  const isFollowed = reach && reach === 'all'
  useLearnedStates(id, isFollowed === false, network?.kind === 'testnet')
  const ownLabels = useAccountLabels(id)
  const labels = useMemo(
    () => new Map([...ownLabels.labels].map(([key, { name }]) => [key, name])),
    [ownLabels.labels],
  )
  const loader = useMemo(
    () =>
      new IdentityLoader(getIdentities, {
        learn: (identities) => id !== undefined && learn(client, id, identities),
        known: (key) => client.getQueryData<Identity>(identityKey(id ?? '', key)),
        isRemote: isFollowed !== true,
      }),
    [client, id, isFollowed],
  )
  const scenario = useMemo(
    () => new Map(data?.map(({ name, kind, address }) => [accountKey(address), { name, kind }])),
    [data],
  )
  const state = useMemo(
    () => ({ hasIndex, isFollowed, loader, scenario, isScenarioPending, known, labels, ownLabels }),
    [hasIndex, isFollowed, loader, scenario, isScenarioPending, known, labels, ownLabels],
  )
  return <IdentityContext value={state}>{children}</IdentityContext>
}

export function useIdentityState(): IdentityState {
  const state = useContext(IdentityContext)
  if (!state) throw new Error('useIdentityState outside IdentityProvider')
  return state
}

/** Returns accounts (keys) that answers of this window have named as tokens of a type, in the order of their discovery. */
export function seenTokens(client: QueryClient, networkId: string, type: TokenType): readonly string[] {
  return client
    .getQueriesData<Identity>({ queryKey: [networkId, 'identity'] })
    .flatMap(([queryKey, identity]) =>
      identity?.tokens.some((token) => token.type === type) ? [String(queryKey[2])] : [],
    )
}

function identityQuery(loader: IdentityLoader, networkId: string, key: string) {
  return queryOptions({
    queryKey: identityKey(networkId, key),
    queryFn: () => loader.load(key),
    staleTime: FRESH_MS,
    // A page is complete without names.
    retry: false,
  })
}

/** Returns the friendly form of an address that follows from other answers than the account's identity. */
export function useLearnedForm(address: string): string | undefined {
  const { network } = useNetworkState()
  const queryKey = formKey(network?.id ?? '', accountKey(address))
  return useQuery<string>({ queryKey, queryFn: skipToken }).data
}

export type IdentityAnswer = {
  readonly identity: Identity | undefined
  /** True if loading is finished. An unknown address has no identity. */
  readonly isSettled: boolean
}

/** Returns the identity of an account given in any form, or none if `address` is undefined. */
export function useIdentity(
  address: string | undefined,
  { refetchMs }: { readonly refetchMs?: number } = {},
): IdentityAnswer {
  const { hasIndex, isFollowed, loader } = useIdentityState()
  const { network } = useNetworkState()
  const key = address === undefined ? '' : accountKey(address)
  const id = network?.id ?? ''
  // Liteservers would be asked for what the address tells.
  const isKnown = isFollowed !== true && isProtocolAccount(key)
  const isAsked = network !== undefined && key.includes(':') && hasIndex !== false && !isKnown
  const { data, isPending } = useQuery({
    ...identityQuery(loader, id, key),
    enabled: isAsked && hasIndex === true,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  })
  return { identity: data, isSettled: !isAsked || !isPending }
}

/** Returns the identities of several accounts (by key) that are known so far. */
export function useIdentities(keys: readonly string[]): ReadonlyMap<string, Identity> {
  const { hasIndex, loader } = useIdentityState()
  const id = useNetworkState().network?.id ?? ''
  return useQueries({
    queries: keys.map((key) => ({ ...identityQuery(loader, id, key), enabled: hasIndex === true })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, i): [string, Identity][] => (data ? [[keys[i] ?? '', data]] : []))),
  })
}
