import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { base64OfHex } from '../format/hexOfBase64.ts'
import type { Answer } from './request.ts'
import { findV3, getV3 } from './v3.ts'

/** Maximum number of transactions whose neighbours are requested. */
const MAX_STEPS = 48

export type OpenTrace = {
  readonly trace: TraceJson
  readonly book: AddressBookJson
  readonly answer: Answer<unknown>
}

/** Builds an unfinished trace from its known transactions: the index has only finished traces. */
function traceOf(transactions: ReadonlyMap<string, TransactionJson>): TraceJson | undefined {
  const all = [...transactions.values()].sort((one, other) => (BigInt(one.lt) < BigInt(other.lt) ? -1 : 1))
  const [first] = all
  const last = all.at(-1)
  if (!first || !last) return undefined
  const seqnos = all.map((transaction) => transaction.mc_block_seqno)
  const taken = new Set(all.map(({ in_msg }) => in_msg?.hash))
  const sent = all.flatMap(({ out_msgs }) => out_msgs.filter(({ destination }) => destination !== null))
  return {
    trace_id: first.trace_id ?? null,
    external_hash: first.in_msg?.hash ?? null,
    mc_seqno_start: String(Math.min(...seqnos)),
    mc_seqno_end: String(Math.max(...seqnos)),
    start_lt: first.lt,
    start_utime: first.now,
    end_lt: last.lt,
    end_utime: last.now,
    trace_info: {
      trace_state: 'pending',
      messages: taken.size,
      transactions: all.length,
      pending_messages: sent.filter(({ hash }) => !taken.has(hash)).length,
      classification_state: 'unclassified',
    },
    is_incomplete: true,
    transactions: Object.fromEntries(all.map((transaction) => [transaction.hash, transaction])),
  }
}

/**
 * Searches for the neighbours of a transaction, or of one with a message, and for theirs.
 * @param hash of the transaction or message, in hexadecimal
 */
export async function findOpenTrace(
  hash: string,
  by: 'transaction' | 'message',
  signal: AbortSignal,
): Promise<OpenTrace | undefined> {
  const base64 = base64OfHex(hash)
  const start =
    by === 'transaction'
      ? await getV3('transactions', { hash: [base64], limit: 1 }, signal, { searches: false })
      : await getV3('transactionsByMessage', { msg_hash: [base64], limit: 1 }, signal)
  const transactions = new Map<string, TransactionJson>()
  let book: AddressBookJson = start.result.address_book
  const waiting = [...start.result.transactions]
  for (let next = waiting.shift(); next && transactions.size < MAX_STEPS; next = waiting.shift()) {
    if (transactions.has(next.hash)) continue
    transactions.set(next.hash, next)
    const near = await findV3('adjacentTransactions', { hash: next.hash }, signal, { searches: false })
    if (!near) continue
    waiting.push(...near.result.transactions)
    book = { ...book, ...near.result.address_book }
  }
  const trace = traceOf(transactions)
  return trace && { trace, book, answer: start }
}
