import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { Status } from '#shared/schema/status.ts'
import { useNow } from '../components/clock.tsx'
import { type ChainClock, chainTime } from '../format/chainClock.ts'
import { ApiFailure } from './apiFailure.ts'
import { useChainClock } from './chainClock.ts'
import { isRecorded, statusQuery } from './status.ts'

export type Network = {
  /** First part of every query key: one chain, one id. */
  readonly id: string
  readonly name: string
  readonly kind: Status['network']['kind']
  /** Its head never moves. */
  readonly recorded: boolean
}

export type NetworkState = {
  readonly network: Network | undefined
  readonly status: Status | undefined
  /** The last poll failed: `status` is the last one known. */
  readonly unreachable: boolean
  /** When the last poll succeeded, milliseconds. */
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

/** Repeats failed queries once when the gateway is back, or has proved the chain. */
function useRetryOnReturn(isAway: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isAway) return
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [client, isAway])
}

/**
 * Repeats queries without an answer at each successful poll: the gateway can be gone and back between two polls.
 * @param seenAt when the last poll succeeded, milliseconds; 0 if it failed
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

/** A head that went back (a snapshot was restored, elsewhere perhaps): what was read of later blocks is no more. */
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

/** The network of a page; pages are drawn only once it is known. */
export function useNetwork(): Network {
  const { network } = useNetworkState()
  if (!network) throw new Error('a page was drawn before its network was known')
  return network
}

/** The newest masterchain block, undefined before the first answer. */
export function useHead(): { readonly seqno: number; readonly utime: number } | undefined {
  return useNetworkState().status?.head ?? undefined
}

/** The chain's time, milliseconds since 1970, renewed every second: ages are counted from it. */
export function useChainNow(): number {
  const { clock, status } = useNetworkState()
  return chainTime(clock, status?.head, useNow())
}
