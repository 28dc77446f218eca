import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  NETWORKS_PATH,
  NetworkChange,
  NetworkEntry,
  Networks,
  NewNetwork,
} from '#shared/schema/networks.ts'
import { presentNetwork } from '../layout/networks/otherNetwork.ts'
import { base } from './base.ts'
import { getJson, sendJson } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof NETWORKS_PATH = '/api/tonscope/networks'

const LIVE_INTERVAL_MS = 1_000

/** Query for the networks of the program and their states, which polls while the page is visible. */
export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => getJson<Networks>(PATH, signal),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.error ? false : LIVE_INTERVAL_MS),
})

/**
 * Returns the entry of the page's network; undefined until it is known.
 * @param options.live whether the list is polled; otherwise it is read once
 */
export function usePresentNetwork({ enabled = true, live = true } = {}): NetworkEntry | undefined {
  const once = { refetchInterval: false, staleTime: Infinity } as const
  const { data } = useQuery({ ...networksQuery, ...(!live && once), enabled })
  return data && presentNetwork(data.networks, base.path)
}

export type NetworksCall = {
  readonly add: (network: NewNetwork) => Promise<NetworkEntry>
  readonly change: (name: string, change: NetworkChange) => Promise<NetworkEntry>
  readonly remove: (name: string) => Promise<unknown>
  readonly wake: (name: string) => Promise<unknown>
}

/** Returns functions that change the networks and refresh their list. */
export function useNetworksCall(): NetworksCall {
  const client = useQueryClient()
  const call = async <Body>(method: string, path: string, sent: unknown): Promise<Body> => {
    const { signal } = new AbortController()
    const answer = await sendJson<Body>(`${PATH}${path}`, signal, { method, sent })
    await client.invalidateQueries({ queryKey: networksQuery.queryKey })
    return answer
  }
  const at = (name: string) => `/${encodeURIComponent(name)}`
  return {
    add: (network) => call('POST', '', network),
    change: (name, change) => call('PATCH', at(name), change),
    remove: (name) => call('DELETE', at(name), {}),
    wake: (name) => call('POST', `${at(name)}/wake`, {}),
  }
}
