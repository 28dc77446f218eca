import { z } from 'zod'
import { action } from './v3/actions.ts'
import {
  accountStatus,
  addressText,
  BOOK_AND_METADATA,
  decimal,
  extraCurrencies,
  hashText,
} from './v3/common.ts'
import { jettonWallet } from './v3/jettons.ts'
import { traceNode, transactionsByHash } from './v3/traces.ts'
import { transaction } from './v3/transactions.ts'

/** Requests and messages of the streaming API (docs/streaming). */

export const STREAMING_PREFIX = '/api/streaming'
export const SSE_PATH = `${STREAMING_PREFIX}/v2/sse`
export const WS_PATH = `${STREAMING_PREFIX}/v2/ws`
export const STREAMING_HEALTH_PATH = `${STREAMING_PREFIX}/healthz`

/** Returns whether a path belongs to the streaming API. */
export function isStreamingPath(path: string): boolean {
  return path === STREAMING_PREFIX || path.startsWith(`${STREAMING_PREFIX}/`)
}

/** Levels of finality, from revocable to final (docs/streaming §3). */
export const FINALITIES = ['pending', 'confirmed', 'finalized'] as const
/** A level of finality of an event. */
export type Finality = (typeof FINALITIES)[number]

/** Event types that a client can subscribe to (docs/streaming §2). */
export const EVENT_TYPES = [
  'transactions',
  'actions',
  'trace',
  'account_state_change',
  'jettons_change',
] as const
/** The type of an event that a client can subscribe to. */
export type EventType = (typeof EVENT_TYPES)[number]

/** The event that is sent without a subscription; accepted in `types` and ignored (docs/streaming §2). */
export const TRACE_INVALIDATED = 'trace_invalidated'

/** Returns whether a text is the type of an event that clients can subscribe to. */
export function isEventType(type: string): type is EventType {
  return (EVENT_TYPES as readonly string[]).includes(type)
}

const finality = z.enum(FINALITIES).meta({ id: 'Finality' })
const texts = z.array(z.string())

/** The answer to a rejected subscription. Earlier failures also have a `code`. */
export const streamingError = z
  .strictObject({ id: z.string().optional(), error: z.string(), code: z.int().optional() })
  .meta({ id: 'StreamingError' })

/** The fields of a subscription for both transports (docs/streaming §4). Null counts as absent. */
export const subscriptionFields = z
  .object({
    id: z.string().nullish().meta({ description: 'Repeated in the answer' }),
    types: texts
      .nullish()
      .meta({ description: `Event types: ${EVENT_TYPES.join(', ')}`, examples: [['transactions']] }),
    addresses: texts
      .nullish()
      .meta({ description: 'Accounts in any form; needed unless only `trace` is asked for' }),
    trace_external_hash_norms: texts
      .nullish()
      .meta({ description: 'Normalized hashes of external messages in base64; needed with `trace`' }),
    min_finality: finality.nullish().meta({ description: 'Lowest level of events; default finalized' }),
    include_address_book: z.boolean().nullish(),
    include_metadata: z.boolean().nullish(),
    action_types: texts.nullish().meta({ description: 'Types of actions that are sent; default: all' }),
    supported_action_types: texts.nullish().meta({
      description: 'Kinds of actions that the client knows; default: X-Actions-Version, else latest',
    }),
  })
  .meta({ id: 'Subscription' })
/** A subscription as sent by a client. */
export type SubscriptionFields = z.infer<typeof subscriptionFields>

/** The fields of `unsubscribe` (docs/streaming §6). */
export const unsubscriptionFields = subscriptionFields.pick({
  id: true,
  addresses: true,
  trace_external_hash_norms: true,
})

/** The operations of a WebSocket. */
export const STREAM_OPERATIONS = ['ping', 'subscribe', 'unsubscribe'] as const
/** The operations of a client on a stream (docs/streaming §4). */
export type StreamOperation = (typeof STREAM_OPERATIONS)[number]

/** The fields of every WebSocket frame from a client, which determine the others. */
export const envelopeFields = z.object({ id: z.string().nullish(), operation: z.string().nullish() })

const { address_book, metadata } = BOOK_AND_METADATA
const details = { address_book: address_book.optional(), metadata: metadata.optional() }
const ofTrace = { finality, trace_external_hash_norm: hashText }

/** An account after a transaction. Fields except the hash are null if the block does not contain them. */
const accountState = z
  .strictObject({
    hash: hashText,
    balance: decimal.nullable(),
    extra_currencies: extraCurrencies.nullable(),
    account_status: accountStatus.nullable(),
    frozen_hash: hashText.nullable(),
    data_hash: hashText.nullable(),
    code_hash: hashText.nullable(),
  })
  .meta({ id: 'StreamedAccountState' })

/** Every message about an event (docs/streaming §7). */
export const streamEvent = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('transactions'),
        ...ofTrace,
        transactions: z.array(transaction),
        ...details,
      })
      .meta({ id: 'TransactionsEvent' }),
    z
      .strictObject({ type: z.literal('actions'), ...ofTrace, actions: z.array(action), ...details })
      .meta({ id: 'ActionsEvent' }),
    z
      .strictObject({
        type: z.literal('trace'),
        ...ofTrace,
        trace: traceNode,
        transactions: transactionsByHash,
        actions: z.array(action).optional(),
        ...details,
      })
      .meta({ id: 'TraceEvent' }),
    z
      .strictObject({
        type: z.literal('account_state_change'),
        finality,
        account: addressText,
        state: accountState,
      })
      .meta({ id: 'AccountStateEvent' }),
    z
      .strictObject({ type: z.literal('jettons_change'), finality, jetton: jettonWallet, ...details })
      .meta({ id: 'JettonsEvent' }),
    z
      .strictObject({ type: z.literal(TRACE_INVALIDATED), trace_external_hash_norm: hashText })
      .meta({ id: 'TraceInvalidatedEvent' }),
  ])
  .meta({ id: 'StreamEvent' })
/** A message about an event. */
export type StreamEventJson = z.infer<typeof streamEvent>

/** The answer of `/api/streaming/healthz` (docs/streaming §1). Times are in Unix seconds. */
export const streamingHealth = z
  .strictObject({
    ok: z.boolean(),
    now: z.int(),
    components: z
      .record(
        z.string(),
        z
          .strictObject({
            ok: z.boolean(),
            error: z.string().optional(),
            age_seconds: z.int().optional(),
            last_heartbeat: z.int().optional(),
          })
          .meta({ id: 'StreamingComponent' }),
      )
      .meta({ id: 'StreamingComponents' }),
  })
  .meta({ id: 'StreamingHealth' })
/** The answer of `/api/streaming/healthz`. */
export type StreamingHealthJson = z.infer<typeof streamingHealth>
