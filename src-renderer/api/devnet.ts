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

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PREFIX: typeof DEVNET_PREFIX = '/api/tonscope/devnet'

const INTERVAL_MS = 2_000
/** A thousand blocks take their time. */
const CALL_DEADLINE_MS = 300_000

/** What can be asked of the devnet, and what it answers. */
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

/** Clock, settings, faucet, scenario and snapshots of the devnet; polled while a page shows it. */
export function devnetQuery(network: Network) {
  return queryOptions({
    queryKey: [network.id, 'devnet'],
    queryFn: ({ signal }) => requestEnveloped<DevnetStatus>(PREFIX, signal),
    staleTime: 0,
    refetchInterval: INTERVAL_MS,
    enabled: network.kind === 'devnet',
  })
}

/** Names of the scenario's accounts. They stand for as long as the chain does. */
export function scenarioQuery(networkId: string) {
  return { ...devnetStartQuery(networkId), select: ({ scenario }: DevnetStart) => scenario }
}

/** Forgets what was read of the chain: it is another one now, or an earlier state of the same. */
async function dropChain(client: QueryClient): Promise<void> {
  const isChain = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== 'status'
  await client.cancelQueries({ predicate: isChain })
  await client.fetchQuery({ ...statusQuery, staleTime: 0 })
  await client.resetQueries({ predicate: isChain })
}

/** These replace the chain that was known. */
const REPLACING: readonly DevnetOperation[] = ['restore', 'reset']

export type DevnetCall = <Name extends DevnetOperation>(
  name: Name,
  sent: DevnetRequest<Name>,
) => Promise<DevnetAnswer<Name>>

/** Calls an operation of the devnet; when it is done, what it changed is read anew. */
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
