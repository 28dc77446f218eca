import { queryOptions } from '@tanstack/react-query'
import type { HashLookup, HashOwner } from '#shared/schema/hashLookup.ts'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import { viewIndexedTransaction } from '../decode/indexedTransaction.ts'
import type { TransactionView } from '../decode/transactionView.ts'
import { base64OfHex } from '../format/hexOfBase64.ts'
import { SUPPORTED_TYPES } from './actionPages.ts'
import { ApiFailure } from './apiFailure.ts'
import { hashLookupQuery, notIndexedFailure } from './hashLookup.ts'
import type { Network } from './network.tsx'
import { findOpenTrace } from './openTrace.ts'
import type { Answer } from './request.ts'
import { findV3, getV3 } from './v3.ts'

/** The current state of a trace. */
export type FoundTrace = {
  readonly trace: TraceJson
  readonly book: AddressBookJson
  readonly answer: Answer<unknown>
  /** True if the trace can grow, so that it is polled. */
  readonly open: boolean
}

const LIVE_MS = 1_000
const supported_action_types = [...SUPPORTED_TYPES]
export const WITH_ACTIONS = { include_actions: true, supported_action_types } as const

type TracesAnswer = Answer<V3Result<'traces' | 'pendingTraces'>>

function firstOf(answer: TracesAnswer | undefined, open: (trace: TraceJson) => boolean): FoundTrace | null {
  const trace = answer?.result.traces?.[0]
  return answer && trace ? { trace, book: answer.result.address_book, answer, open: open(trace) } : null
}

function isOpen({ trace_info, is_incomplete }: TraceJson): boolean {
  return trace_info.trace_state === 'pending' || (is_incomplete && trace_info.pending_messages > 0)
}

/** Where a transaction of a trace is: liteservers find it there, and not by its hash. */
export type TracePlace = { readonly account: string; readonly lt: string }

/** Asks one after another until one has the trace. Throws the failure of one that lacks blocks if none has it. */
async function firstFound(
  sources: readonly (() => Promise<FoundTrace | null>)[],
): Promise<FoundTrace | null> {
  let unsure: ApiFailure | undefined
  for (const source of sources) {
    try {
      const found = await source()
      if (found) return found
    } catch (error) {
      if (!(error instanceof ApiFailure && error.notIndexed)) throw error
      unsure ??= error
    }
  }
  if (unsure) throw unsure
  return null
}

/**
 * Returns the query for the trace of a hash (hexadecimal): of one of its transactions or messages, or, if it is
 * pending, of its external message. The data is null if there is none; it fails if blocks that can have it are not
 * indexed. An open trace is polled every second, so that emulated transactions are replaced by those of blocks.
 * @param place of the transaction with the hash
 */
export function traceQuery(network: Network, hash: string, place?: TracePlace) {
  return queryOptions({
    queryKey: [network.id, 'trace', hash],
    queryFn: async ({ signal, client }): Promise<FoundTrace | null> => {
      const base64 = base64OfHex(hash)
      // Requests only known hashes: the browser would report each refusal as an error.
      const { found, unsure } = place ? AT_PLACE : await client.fetchQuery(hashLookupQuery(network, hash))
      const has = (owner: HashOwner) => found.includes(owner)
      const known = { searches: false }
      const traceOf = async (name: 'tx_hash' | 'msg_hash') =>
        firstOf(await findV3('traces', { [name]: [base64], ...WITH_ACTIONS }, signal, known), isOpen)
      const ofTransaction = async () => {
        if (place) await readPlace(base64, place, signal)
        return traceOf('tx_hash')
      }
      const ofBlocks = async (by: 'transaction' | 'message') => {
        const open = await findOpenTrace(hash, by, signal)
        return open ? { ...open, open: true } : null
      }
      const ofEmulation = async () =>
        firstOf(
          await findV3('pendingTraces', { ext_msg_hash: [base64], supported_action_types }, signal),
          () => true,
        )
      const trace = await firstFound([
        ...(has('transaction') ? [ofTransaction, () => ofBlocks('transaction')] : []),
        ...(has('message') ? [() => traceOf('msg_hash'), () => ofBlocks('message')] : []),
        ...(has('pending') ? [ofEmulation] : []),
      ])
      if (trace === null && unsure !== null) throw notIndexedFailure(unsure)
      return trace
    },
    staleTime: 2_000,
    refetchInterval: ({ state }) => (state.data === null || state.data?.open ? LIVE_MS : false),
    // Comparing large traces takes too long.
    structuralSharing: false,
  })
}

/** The only possible owner of a hash whose account and logical time are known: a transaction. */
const AT_PLACE: HashLookup = { found: ['transaction'], unsure: null }

/** Reads a transaction (hash in base64), where it is if that is known; the index then has it. */
function readPlace(hash: string, place: TracePlace | undefined, signal: AbortSignal) {
  const where = place && { account: [place.account], lt: place.lt }
  return getV3('transactions', { hash: [hash], limit: 1, ...where }, signal, { searches: false })
}

/**
 * Returns the query for the transaction of a hash (hexadecimal), which liteservers give sooner than its trace; null if
 * the hash is that of a message, or of nothing.
 */
export function tracedTransactionQuery(network: Network, hash: string, place?: TracePlace) {
  return queryOptions({
    queryKey: [network.id, 'tracedTransaction', hash],
    queryFn: async ({ signal, client }): Promise<TransactionView | null> => {
      // The query of the trace requests it.
      const lookup = { ...hashLookupQuery(network, hash), staleTime: Number.POSITIVE_INFINITY }
      const { found } = place ? AT_PLACE : await client.fetchQuery(lookup)
      if (!found.includes('transaction')) return null
      const answer = await readPlace(base64OfHex(hash), place, signal)
      const [transaction] = answer?.result.transactions ?? []
      return transaction ? viewIndexedTransaction(transaction, answer?.result.address_book ?? {}) : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The trace decides what the page shows.
    retry: false,
  })
}
