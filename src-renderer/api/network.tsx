import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { Status } from '#shared/schema/status.ts'
import { useNow } from '../components/clock.tsx'
import { type ChainClock, chainTime } from '../format/chainClock.ts'
import { ApiFailure } from './apiFailure.ts'
import { useChainClock } from './chainClock.ts'
import { isRecorded, statusQuery } from './status.ts'

export type Network = {
  /** Identifies the chain; the first part of every query key. */
  readonly id: string
  readonly name: string
  readonly kind: Status['network']['kind']
  /** True if the head never changes. */
  readonly recorded: boolean
}

export type NetworkState = {
  readonly network: Network | undefined
  readonly status: Status | undefined
  /** True if the last poll failed; `status` is the last known one. */
  readonly unreachable: boolean
  /** Time of the last successful poll, ms. */
  readonly seenAt: number
  readonly clock: ChainClock
}

const NetworkContext = createContext<NetworkState | undefined>(undefined)

export function NetworkProvider({ children }: { readonly children: ReactNode }) {
  const { data: status, isError, dataUpdatedAt } = useQuery(statusQuery)
  const id = status?.network.id ?? status?.network.name
  const name = status?.network.name
  const kind = status?.network.kind
  const recorded = status ? isRecorded(status) : false
  const network = useMemo(
    () =>
      id === undefined || name === undefined || kind === undefined ? undefined : { id, name, kind, recorded },
    [id, name, kind, recorded],
  )
  const clock = useChainClock(status, dataUpdatedAt)
  useRetryOnReturn(isError || (status?.verification.proving ?? null) !== null)
  useRetryUnanswered(isError ? 0 : dataUpdatedAt)
  useForgetOnRewind(id, status?.head?.seqno)
  const state = useMemo(
    () => ({ network, status, unreachable: isError, seenAt: dataUpdatedAt, clock }),
    [network, status, isError, dataUpdatedAt, clock],
  )
  return <NetworkContext value={state}>{children}</NetworkContext>
}

/** Repeats failed queries when the gateway is available again or has proved the chain. */
function useRetryOnReturn(isAway: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isAway) return
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [client, isAway])
}

/**
 * Repeats failed queries after each successful poll: the gateway can be unavailable between two polls.
 * @param seenAt time of the last successful poll, ms; 0 if it failed
 */
function useRetryUnanswered(seenAt: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (seenAt === 0) return
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { status, error } }) =>
        status === 'error' && error instanceof ApiFailure && error.status === 0,
    })
  }, [client, seenAt])
}

/** Removes cached data if the head went back, for example after a snapshot was restored. */
function useForgetOnRewind(id: string | undefined, seqno: number | undefined): void {
  const client = useQueryClient()
  const before = useRef({ id, seqno: seqno ?? 0 })
  useEffect(() => {
    if (seqno === undefined) return
    const wentBack = before.current.id === id && seqno < before.current.seqno
    before.current = { id, seqno }
    if (wentBack) void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
  }, [client, id, seqno])
}

export function useNetworkState(): NetworkState {
  const state = useContext(NetworkContext)
  if (!state) throw new Error('useNetworkState outside NetworkProvider')
  return state
}

/** Returns the network of a page. Pages are rendered only when it is known. */
export function useNetwork(): Network {
  const { network } = useNetworkState()
  if (!network) throw new Error('a page was drawn before its network was known')
  return network
}

/** Returns the newest masterchain block, or undefined before the first answer. */
export function useHead(): { readonly seqno: number; readonly utime: number } | undefined {
  return useNetworkState().status?.head ?? undefined
}

/** Returns the chain's time in ms since 1970, updated every second. Ages are computed from it. */
export function useChainNow(): number {
  const { clock, status } = useNetworkState()
  return chainTime(clock, status?.head, useNow())
}
