import { queryOptions } from '@tanstack/react-query'
import type { ContractJson, DISASSEMBLY_PATH } from '#shared/schema/disassembly.ts'
import type {
  REPLAY_PATH,
  REPLAY_STEPS_PATH,
  ReplayJson,
  STEPS_PAGE,
  StepsJson,
} from '#shared/schema/replay.ts'
import type { Network } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. Imports of the values would add their modules to the script. */
const DISASSEMBLY: typeof DISASSEMBLY_PATH = '/api/tonscope/disassembly'
const REPLAY: typeof REPLAY_PATH = '/api/tonscope/replay'
const STEPS: typeof REPLAY_STEPS_PATH = '/api/tonscope/replay/steps'
/** Number of steps of one answer. */
export const PAGE: typeof STEPS_PAGE = 500

/** A run on a machine that is also others': a long one takes seconds. */
const DEADLINE_MS = 60_000

/** The target of a replay: a transaction of the account, or a call of a get-method. */
export type ReplayTarget = { readonly account: string } & (
  | { readonly lt: string }
  | {
      readonly method: string
      /** The arguments as JSON, in the form of runGetMethodStd. */
      readonly stack: string
      readonly seqno: string | undefined
    }
)

function searchOf(target: ReplayTarget, from?: number): string {
  const fields = Object.entries({ ...target, from }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(fields.map(([key, value]): [string, string] => [key, String(value)])).toString()
}

/** Returns the query for a run with its outcome and first steps. */
export function replayQuery(network: Network, target: ReplayTarget) {
  return queryOptions({
    queryKey: [network.id, 'replay', target],
    queryFn: ({ signal }) =>
      requestEnveloped<ReplayJson>(`${REPLAY}?${searchOf(target)}`, signal, { deadlineMs: DEADLINE_MS }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Returns the query for the steps of a page, from 1 on: the run itself has page 0. */
export function stepsQuery(network: Network, target: ReplayTarget, page: number) {
  return queryOptions({
    queryKey: [network.id, 'replay', target, page],
    queryFn: ({ signal }) =>
      requestEnveloped<StepsJson>(`${STEPS}?${searchOf(target, page * PAGE)}`, signal, {
        deadlineMs: DEADLINE_MS,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Returns the query for the code of an account as instructions, and for its storage. */
export function contractCodeQuery(network: Network, account: string, codeHash: string) {
  return queryOptions({
    queryKey: [network.id, 'contractCode', account, codeHash],
    queryFn: ({ signal }) =>
      requestEnveloped<ContractJson>(`${DISASSEMBLY}?${new URLSearchParams({ account })}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
