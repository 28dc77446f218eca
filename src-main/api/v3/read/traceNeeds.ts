import {
  findMessageEnds,
  loadTraceProgress,
  type TraceFilter,
  type TraceProgress,
} from '../../../store/queries/traces.ts'
import { findTransactions } from '../../../store/queries/transactions.ts'
import type { Need } from '../reading.ts'
import type { Outcome, ReadContext } from './context.ts'
import { currentRange, isWhole, isWithin, NOTHING, unlessMissing } from './knowing.ts'
import { messageEnds } from './messageEnds.ts'
import { unknownTransactions } from './transactions.ts'

/** What must be fetched before the traces of transactions are whole. */

/** Of a larger block the traces are not looked through. */
const MAX_BLOCK_TRANSACTIONS = 10_000

/** What names transactions: their hashes, or hashes of messages, also normalized. */
export type Names = { readonly hashes: readonly Buffer[]; readonly messages: readonly Buffer[] }

/** The answer, once the traces of what is named are whole. @param answer gets the numbers of the named transactions */
export function namedMembers(
  context: ReadContext,
  names: Names,
  answer: (members: readonly bigint[]) => Outcome,
): Outcome {
  const members = () => membersOf(context, names)
  if (isWhole(context)) return answer(members())
  const unknown = unknownTransactions(context, names.hashes).map(
    (transaction): Need => ({ kind: 'trace', transaction }),
  )
  return unlessMissing(context, unknown, () => {
    if (names.messages.length > 0 && !messageEnds(context, names.messages)) return NOTHING
    return unlessTracesMissing(context, members(), () => answer(members()))
  })
}

/** Transactions that are asked for by hash. */
function membersOf({ reader }: ReadContext, { hashes, messages }: Names): bigint[] {
  const all = { limit: hashes.length, offset: 0, sort: 'asc' } as const
  const named = hashes.length > 0 ? findTransactions(reader, { hashes }, all) : []
  return messages.length > 0 ? [...named, ...findMessageEnds(reader, messages)] : named
}

/** Transactions of a masterchain block and its shard blocks. */
export function blockMembers({ reader }: ReadContext, mcSeqno: number): bigint[] {
  return findTransactions(reader, { mcSeqno }, { limit: MAX_BLOCK_TRANSACTIONS, offset: 0, sort: 'asc' })
}

/** The answer, once the traces of these transactions (numbers) are whole. */
export function unlessTracesMissing(
  context: ReadContext,
  transactions: readonly bigint[],
  answer: () => Outcome,
): Outcome {
  return unlessMissing(context, traceNeeds(context, transactions), answer)
}

/** Traces of which parts can be outside of what is indexed. */
function traceNeeds(context: ReadContext, transactions: readonly bigint[]): Need[] {
  const current = currentRange(context)
  const isKnown = ({ state, isFinished, mcSeqnoStart }: TraceProgress) => {
    if (state === 'broken') return false
    // All that it has sent so far is indexed, and where that went.
    return isFinished || (current !== undefined && mcSeqnoStart >= current.first)
  }
  return loadTraceProgress(context.reader, transactions)
    .filter((progress) => !isKnown(progress))
    .map(({ transaction }) => ({ kind: 'trace', transaction }))
}

/** Traces that ended within covered blocks are whole where no block before these is missing. */
export function isWithinFirst(
  context: ReadContext,
  { utimes = {}, lts = {} }: Pick<TraceFilter, 'utimes' | 'lts'>,
): boolean {
  const [first] = context.coverage
  return first?.first === 1 && isWithin({ ...context, coverage: [first] }, { utimes, lts })
}
