import { z } from 'zod'
import { EXECUTOR_NOTE } from '../executor.ts'
import { optional, withDefault } from '../parameter.ts'
import { action, SUPPORTED_ACTION_TYPES } from './actions.ts'
import { BOOK_AND_METADATA, count, hashText, ltText, utime } from './common.ts'
import { address, flag, hashes, int32 } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, PAGE, SORT, UTIME_WINDOW } from './page.ts'
import { transaction } from './transactions.ts'

/** Traces: compatibility-v3 §10; pending traces: §9. */

export type TraceNodeJson = {
  tx_hash: string
  in_msg_hash?: string | undefined
  /** Null if all sent messages are logs or not received yet; empty if the transaction sent none. */
  children: TraceNodeJson[] | null
}

const children: z.ZodType<TraceNodeJson[] | null> = z.lazy(() => z.array(traceNode).nullable())

export const traceNode: z.ZodType<TraceNodeJson> = z
  .strictObject({ tx_hash: hashText, in_msg_hash: hashText.optional(), children })
  .meta({ id: 'TraceNode' })

const traceInfo = z
  .strictObject({
    trace_state: z.enum(['complete', 'pending', 'broken']),
    messages: count,
    transactions: count,
    pending_messages: count,
    classification_state: z.enum(['unclassified', 'failed', 'ok', 'broken']),
  })
  .meta({ id: 'TraceMeta' })

const seqnoText = z
  .string()
  .regex(/^[0-9]+$/)
  .meta({ description: 'Seqno of a masterchain block, as text' })

export const transactionsByHash = z.record(z.string(), transaction).meta({ id: 'TransactionsByHash' })

export const trace = z
  .strictObject({
    trace_id: hashText.nullable(),
    external_hash: hashText.nullable(),
    mc_seqno_start: seqnoText,
    mc_seqno_end: seqnoText,
    start_lt: ltText,
    start_utime: utime,
    end_lt: ltText.nullable(),
    end_utime: utime.nullable(),
    trace_info: traceInfo,
    is_incomplete: z.boolean(),
    warning: z.string().optional(),
    actions: z.array(action).optional(),
    trace: traceNode.optional(),
    transactions_order: z.array(hashText).optional(),
    transactions: transactionsByHash.optional(),
  })
  .meta({ id: 'Trace' })
/** A trace: an external message and all transactions that followed from it. */
export type TraceJson = z.infer<typeof trace>

export const traces = defineV3Operation({
  name: 'traces',
  category: 'actions and traces',
  summary: 'Traces: a message from outside with all that followed from it',
  parameters: {
    account: optional(address, { description: 'With a transaction of this account' }),
    trace_id: optional(hashes, { description: 'Hash of the first transaction' }),
    tx_hash: optional(hashes, { description: 'Hash of any transaction' }),
    msg_hash: optional(hashes, { description: 'Hash of any message, or a normalized hash' }),
    mc_seqno: optional(int32, { description: 'Completed in this masterchain block' }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    include_actions: withDefault(flag, false, { description: 'Adds actions' }),
    ...SUPPORTED_ACTION_TYPES,
    ...PAGE,
    ...SORT,
  },
  check: ({ account, trace_id = [], tx_hash = [], msg_hash = [] }) =>
    [account !== undefined, ...[trace_id, tx_hash, msg_hash].map((list) => list.length > 0)].filter(Boolean)
      .length > 1
      ? 'only one of account, trace_id, tx_hash, msg_hash should be specified'
      : undefined,
  result: z.strictObject({ traces: z.array(trace), ...BOOK_AND_METADATA }).meta({ id: 'TracesResponse' }),
})

/** The former name of `traces`, with another key and always with actions. */
export const events = defineV3Operation({
  ...traces,
  name: 'events',
  summary: 'The same as traces, with actions, by an older name',
  result: z.strictObject({ events: z.array(trace), ...BOOK_AND_METADATA }).meta({ id: 'EventsResponse' }),
})

export const pendingTraces = defineV3Operation({
  name: 'pendingTraces',
  category: 'actions and traces',
  summary: 'Traces of messages that were sent through this server and are not in blocks yet',
  description: EXECUTOR_NOTE,
  parameters: {
    account: optional(address, { description: 'With a transaction of this account' }),
    ext_msg_hash: optional(hashes, { description: 'Normalized hash of the message from outside' }),
    ...SUPPORTED_ACTION_TYPES,
  },
  check: ({ account, ext_msg_hash = [] }) =>
    account === undefined && ext_msg_hash.length === 0
      ? 'account or ext_msg_hash should be specified'
      : undefined,
  result: z
    .strictObject({ traces: z.array(trace).nullable(), ...BOOK_AND_METADATA })
    .meta({ id: 'PendingTracesResponse' }),
})
