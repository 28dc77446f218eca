import {
  findMessageEnds,
  loadTraceProgress,
  type TraceFilter,
  type TraceProgress,
} from '../../../store/queries/traces.ts'
import { findTransactions } from '../../../store/queries/transactions.ts'
import type { MissingData } from '../reading.ts'
import { currentRange, ifComplete, isFullyIndexed, isListCovered } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { ifMessagesKnown } from './messageEnds.ts'
import { unknownTransactions } from './transactions.ts'

/** Completeness of traces. */

/** Maximum number of transactions of a block whose traces are checked. */
const MAX_BLOCK_TRANSACTIONS = 10_000

/** References to transactions: their hashes, or hashes of messages, also normalized. */
export type TransactionNames = { readonly hashes: readonly Buffer[]; readonly messages: readonly Buffer[] }

/**
 * Returns the answer once the traces of these transactions are complete.
 * @param answer receives the numbers of the transactions
 */
export function ifMembersComplete(
  context: ReadContext,
  names: TransactionNames,
  answer: (members: readonly bigint[]) => Outcome,
): Outcome {
  const members = () => membersOf(context, names)
  if (isFullyIndexed(context)) return answer(members())
  const unknown = unknownTransactions(context, names.hashes).map(
    (transaction): MissingData => ({ kind: 'trace', transaction }),
  )
  return ifComplete(context, unknown, () => {
    const whole = () => ifTracesComplete(context, members(), () => answer(members()))
    return names.messages.length > 0 ? ifMessagesKnown(context, names.messages, whole) : whole()
  })
}

/** Returns the transactions that are requested by hash. */
function membersOf({ reader }: ReadContext, { hashes, messages }: TransactionNames): bigint[] {
  const all = { limit: hashes.length, offset: 0, sort: 'asc' } as const
  const named = hashes.length > 0 ? findTransactions(reader, { hashes }, all) : []
  return messages.length > 0 ? [...named, ...findMessageEnds(reader, messages)] : named
}

/** Transactions of a masterchain block and its shard blocks. */
export function blockMembers({ reader }: ReadContext, mcSeqno: number): bigint[] {
  return findTransactions(reader, { mcSeqno }, { limit: MAX_BLOCK_TRANSACTIONS, offset: 0, sort: 'asc' })
}

/** Returns the answer once the traces of these transactions (numbers) are complete. */
export function ifTracesComplete(
  context: ReadContext,
  transactions: readonly bigint[],
  answer: () => Outcome,
): Outcome {
  return ifComplete(context, missingTraces(context, transactions), answer)
}

/** Returns traces with parts that can be missing in the index. */
function missingTraces(context: ReadContext, transactions: readonly bigint[]): MissingData[] {
  const current = currentRange(context)
  const isKnown = ({ state, isFinished, mcSeqnoStart }: TraceProgress) => {
    if (state === 'broken') return false
    // All messages that the contract has sent so far are indexed, with their receivers.
    return isFinished || (current !== undefined && mcSeqnoStart >= current.first)
  }
  return loadTraceProgress(context.reader, transactions)
    .filter((progress) => !isKnown(progress))
    .map(({ transaction }) => ({ kind: 'trace', transaction }))
}

/** Traces that ended within covered blocks are whole if all earlier blocks are covered too. */
export function isWithinFirst(
  context: ReadContext,
  { utimes = {}, lts = {} }: Pick<TraceFilter, 'utimes' | 'lts'>,
): boolean {
  const [first] = context.coverage
  return first?.first === 1 && isListCovered({ ...context, coverage: [first] }, { utimes, lts })
}
