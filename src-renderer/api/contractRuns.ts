import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import type { StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import { accountKey } from '../decode/accountKey.ts'
import type { ArgumentText } from '../decode/stackArguments.ts'
import type { Network } from './network.tsx'
import { type Answer, postV2 } from './request.ts'

/** A call of a get-method. */
export type MethodCall = {
  /** A name, or an id in decimal. */
  readonly method: string
  readonly arguments: readonly ArgumentText[]
  /** The arguments in the form of runGetMethodStd. */
  readonly stack: readonly StackEntryJson[]
  /** The masterchain block whose state is read; undefined for the newest. */
  readonly seqno: number | undefined
  /** Distinguishes repeated runs of the same call. */
  readonly run: number
}

export type MethodRun = {
  readonly answer: Answer<V2Result<'runGetMethodStd'>>
  readonly milliseconds: number
}

/** A finished run in the list of runs. */
export type PastRun = {
  readonly call: MethodCall
  readonly exitCode: number
  readonly gasUsed: number
  /** Time of this machine, ms. */
  readonly time: number
}

const MAX_RUNS = 20

function runsKey(network: Network, address: string) {
  return [network.id, 'methodRuns', accountKey(address)] as const
}

/**
 * Returns the query for the last runs on an account's page, newest first. It is only filled by methodRunQuery.
 */
export function pastRunsQuery(network: Network, address: string) {
  return queryOptions<readonly PastRun[]>({
    queryKey: runsKey(network, address),
    queryFn: ({ client }) => client.getQueryData<readonly PastRun[]>(runsKey(network, address)) ?? [],
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function remember(client: QueryClient, network: Network, address: string, run: PastRun): void {
  client.setQueryData<readonly PastRun[]>(runsKey(network, address), (before = []) =>
    [run, ...before].slice(0, MAX_RUNS),
  )
}

/** Returns the query that runs a get-method once. */
export function methodRunQuery(network: Network, address: string, call: MethodCall) {
  const { method, arguments: given, stack, seqno, run } = call
  return queryOptions({
    queryKey: [network.id, 'methodRun', accountKey(address), method, given, seqno, run],
    queryFn: async ({ client, signal }): Promise<MethodRun> => {
      const start = performance.now()
      const answer = await postV2(
        'runGetMethodStd',
        // A name of digits is an id.
        { address, method: /^\d+$/.test(method) ? Number(method) : method, stack, ...(seqno && { seqno }) },
        signal,
      )
      const { exit_code: exitCode, gas_used: gasUsed } = answer.result
      remember(client, network, address, { call, exitCode, gasUsed, time: Date.now() })
      return { answer, milliseconds: performance.now() - start }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
