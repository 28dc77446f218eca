import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import type { StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import { accountKey } from '../decode/accountKey.ts'
import type { ArgumentText } from '../decode/stackArguments.ts'
import type { Network } from './network.tsx'
import { type Answer, postV2 } from './request.ts'

/** A get-method with its arguments, as it was asked for. */
export type MethodCall = {
  /** A name, or an id in decimal. */
  readonly method: string
  readonly arguments: readonly ArgumentText[]
  /** The arguments as runGetMethodStd takes them. */
  readonly stack: readonly StackEntryJson[]
  /** Masterchain block whose state is read; the newest without it. */
  readonly seqno: number | undefined
  /** Tells one run from the next of the same call. */
  readonly run: number
}

export type MethodRun = {
  readonly answer: Answer<V2Result<'runGetMethodStd'>>
  readonly milliseconds: number
}

/** A finished run, for the list of them. */
export type PastRun = {
  readonly call: MethodCall
  readonly exitCode: number
  readonly gasUsed: number
  /** Of this machine, milliseconds. */
  readonly time: number
}

const MAX_RUNS = 20

function runsKey(network: Network, address: string) {
  return [network.id, 'methodRuns', accountKey(address)] as const
}

/** The last runs on an account's page, newest first; it is only told, never asked for. */
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

/** Runs a get-method once. */
export function methodRunQuery(network: Network, address: string, call: MethodCall) {
  const { method, arguments: given, stack, seqno, run } = call
  return queryOptions({
    queryKey: [network.id, 'methodRun', accountKey(address), method, given, seqno, run],
    queryFn: async ({ client, signal }): Promise<MethodRun> => {
      const start = performance.now()
      const answer = await postV2(
        'runGetMethodStd',
        // A name that is a number is an id.
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
