import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type {
  DEVNET_PREFIX,
  DevnetStatus,
  FaucetAnswer,
  HeadAnswer,
  KeyBlockAnswer,
  SettingsRequest,
  Snapshot,
  TimeRequest,
} from '#shared/schema/devnet.ts'
import { type DevnetStart, devnetStartQuery } from './chainClock.ts'
import { type Network, useNetwork } from './network.tsx'
import { requestEnveloped } from './request.ts'
import { statusQuery } from './status.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PREFIX: typeof DEVNET_PREFIX = '/api/tonscope/devnet'

const INTERVAL_MS = 2_000
/** Deadline of a call: producing a thousand blocks takes long. */
const CALL_DEADLINE_MS = 300_000

/** Operations of the devnet, with their arguments and results. */
type Operations = {
  readonly faucet: {
    readonly sent: { readonly address: string; readonly amount: string; readonly comment?: string }
    readonly answer: FaucetAnswer
  }
  readonly step: { readonly sent: { readonly blocks: number }; readonly answer: HeadAnswer }
  readonly keyblock: { readonly sent: Record<string, never>; readonly answer: KeyBlockAnswer }
  readonly time: { readonly sent: TimeRequest; readonly answer: HeadAnswer }
  readonly settings: { readonly sent: SettingsRequest; readonly answer: HeadAnswer }
  readonly save: { readonly sent: { readonly name: string }; readonly answer: Snapshot }
  readonly restore: { readonly sent: { readonly name: string }; readonly answer: HeadAnswer }
  readonly forget: { readonly sent: { readonly name: string }; readonly answer: unknown }
  readonly reset: { readonly sent: Record<string, never>; readonly answer: HeadAnswer }
}
export type DevnetOperation = keyof Operations
export type DevnetRequest<Name extends DevnetOperation> = Operations[Name]['sent']
export type DevnetAnswer<Name extends DevnetOperation> = Operations[Name]['answer']

/**
 * Returns the query for clock, settings, faucet, scenario and snapshots of the devnet, which polls while a page
 * shows it.
 */
export function devnetQuery(network: Network) {
  return queryOptions({
    queryKey: [network.id, 'devnet'],
    queryFn: ({ signal }) => requestEnveloped<DevnetStatus>(PREFIX, signal),
    staleTime: 0,
    refetchInterval: INTERVAL_MS,
    enabled: network.kind === 'devnet',
  })
}

/**
 * Returns the query for the names of the scenario's accounts, which do not change as long as the chain exists.
 */
export function scenarioQuery(networkId: string) {
  return { ...devnetStartQuery(networkId), select: ({ scenario }: DevnetStart) => scenario }
}

/** Removes all cached data of the chain, which has been replaced or reverted. */
async function dropChain(client: QueryClient): Promise<void> {
  const isChain = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== 'status'
  await client.cancelQueries({ predicate: isChain })
  await client.fetchQuery({ ...statusQuery, staleTime: 0 })
  await client.resetQueries({ predicate: isChain })
}

/** Operations that replace the chain. */
const REPLACING: readonly DevnetOperation[] = ['restore', 'reset']

export type DevnetCall = <Name extends DevnetOperation>(
  name: Name,
  sent: DevnetRequest<Name>,
) => Promise<DevnetAnswer<Name>>

/** Returns a function that calls an operation of the devnet and then refreshes the data that it changed. */
export function useDevnetCall(): DevnetCall {
  const client = useQueryClient()
  const network = useNetwork()
  return async <Name extends DevnetOperation>(name: Name, sent: DevnetRequest<Name>) => {
    const { signal } = new AbortController()
    const answer = await requestEnveloped<DevnetAnswer<Name>>(`${PREFIX}/${name}`, signal, {
      sent,
      deadlineMs: CALL_DEADLINE_MS,
    })
    if (REPLACING.includes(name)) await dropChain(client)
    else {
      await client.invalidateQueries({ queryKey: [network.id, 'devnet'] })
      await client.invalidateQueries({ queryKey: statusQuery.queryKey })
    }
    return answer
  }
}
