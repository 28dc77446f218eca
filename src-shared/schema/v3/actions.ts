import { z } from 'zod'
import { EXECUTOR_NOTE } from '../executor.ts'
import { optional, withDefault } from '../parameter.ts'
import { addressText, BOOK_AND_METADATA, hashText, ltText, utime } from './common.ts'
import { address, flag, hashes, int32, texts, textsWithEmpty } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, PAGE, SORT, UTIME_WINDOW } from './page.ts'
import { transaction } from './transactions.ts'

/** Actions: the human-readable effects of a trace: compatibility-v3 §11; of pending traces: §9. */

export const action = z
  .strictObject({
    trace_id: hashText.nullable(),
    action_id: hashText,
    start_lt: ltText,
    end_lt: ltText,
    start_utime: utime,
    end_utime: utime,
    trace_end_lt: ltText,
    trace_end_utime: utime,
    trace_mc_seqno_end: z.uint32(),
    transactions: z.array(hashText),
    success: z.boolean().nullable(),
    type: z.string().meta({ examples: ['jetton_transfer'] }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ id: 'ActionDetails', description: 'The fields depend on the type' }),
    raw_action: z
      .record(z.string(), z.unknown())
      .meta({ id: 'RawAction', description: 'The stored row, where a type has no details' })
      .optional(),
    trace_external_hash: hashText.optional(),
    trace_external_hash_norm: hashText.optional(),
    accounts: z.array(addressText).optional(),
    transactions_full: z.array(transaction).optional(),
    finality: z.enum(['pending', 'confirmed', 'finalized']),
  })
  .meta({ id: 'Action' })
/** An action of a trace. */
export type ActionJson = z.infer<typeof action>

const NAME = /^[A-Za-z0-9_.]+$/

/** The parameter of operations that return actions. An empty name counts as a name and leaves only v1. */
export const SUPPORTED_ACTION_TYPES = {
  supported_action_types: optional(textsWithEmpty, {
    description:
      'Types of actions, groups or versions (v1 to v4, latest) that the client knows; default latest',
  }),
}

const INCLUDE_TRANSACTIONS = withDefault(flag, false, { description: 'Adds transactions_full' })

function checkNames(name: string, texts: readonly string[] = []): string | undefined {
  return texts.every((text) => NAME.test(text)) ? undefined : `${name} contains invalid characters`
}

export const actions = defineV3Operation({
  name: 'actions',
  category: 'actions and traces',
  summary: 'Actions: transfers, swaps, purchases and the like, found out of traces',
  parameters: {
    account: optional(address, { description: 'In which this account takes part' }),
    tx_hash: optional(hashes, { description: 'With one of these transactions' }),
    msg_hash: optional(hashes, {
      description: 'With a transaction that received or sent one of these messages; also normalized hashes',
    }),
    action_id: optional(hashes, { description: 'Ids of actions' }),
    trace_id: optional(hashes, { description: 'Hashes of the first transactions of their traces' }),
    mc_seqno: optional(int32, { description: 'Of traces completed in this masterchain block' }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    action_type: optional(texts, { description: 'Only these types' }),
    exclude_action_type: optional(texts, { description: 'None of these types' }),
    ...SUPPORTED_ACTION_TYPES,
    include_accounts: withDefault(flag, false, { description: 'Adds accounts' }),
    include_transactions: INCLUDE_TRANSACTIONS,
    ...PAGE,
    ...SORT,
  },
  check: ({ action_type, exclude_action_type }) =>
    checkNames('action_type', action_type) ?? checkNames('exclude_action_type', exclude_action_type),
  result: z.strictObject({ actions: z.array(action), ...BOOK_AND_METADATA }).meta({ id: 'ActionsResponse' }),
})

export const pendingActions = defineV3Operation({
  name: 'pendingActions',
  category: 'actions and traces',
  summary: 'Actions of messages that were sent through this server and are not in blocks yet',
  description: EXECUTOR_NOTE,
  parameters: {
    account: optional(address, { description: 'Of traces with a transaction of this account' }),
    ext_msg_hash: optional(hashes, { description: 'Normalized hash of the message from outside' }),
    ...SUPPORTED_ACTION_TYPES,
    include_transactions: INCLUDE_TRANSACTIONS,
  },
  check: ({ account, ext_msg_hash = [] }) =>
    account === undefined && ext_msg_hash.length === 0
      ? 'account or ext_msg_hash should be specified'
      : undefined,
  result: z
    .strictObject({ actions: z.array(action), ...BOOK_AND_METADATA })
    .meta({ id: 'PendingActionsResponse' }),
})
