import {
  type EventType,
  FINALITIES,
  type Finality,
  isEventType,
  type SubscriptionFields,
  TRACE_INVALIDATED,
} from '#shared/schema/streaming.ts'
import { parseAccount } from '#shared/schema/v3/kinds.ts'
import { TypedError } from '#shared/typedError.ts'
import { stdAddress } from '../v3/read/values.ts'
import { addressText } from '../v3/render/scalars.ts'

/** A client's subscription (docs/streaming §4). */
export type Subscription = {
  readonly types: ReadonlySet<EventType>
  /** Raw with upper-case digits. */
  readonly addresses: ReadonlySet<string>
  /** Keys of traces in standard base64. */
  readonly hashes: ReadonlySet<string>
  readonly minFinality: Finality
  readonly addressBook: boolean
  readonly metadata: boolean
  /** Concrete types; undefined: all. */
  readonly actionTypes: readonly string[] | undefined
  /** Names and shortcuts as they were sent; undefined: the default. */
  readonly supportedActionTypes: readonly string[] | undefined
}

/** The error of an invalid subscription; the message is the answer's text. */
export class SubscriptionError extends TypedError {
  constructor(message: string) {
    super('subscription', message)
  }
}

/** Texts in which the transports differ. */
export type RequestTexts = { readonly noTypes: string; readonly noAddresses: string }

export const SSE_TEXTS: RequestTexts = {
  noTypes: 'types are required for subscription',
  noAddresses: 'addresses are required for subscription',
}
export const WS_TEXTS: RequestTexts = { noTypes: 'types are required', noAddresses: 'addresses are required' }

/**
 * Reads a subscription, checking in the order of docs/streaming §5. Throws SubscriptionError.
 * @param before subscription from which omitted fields keep their values
 */
export function readSubscription(
  fields: SubscriptionFields,
  texts: RequestTexts,
  before?: Subscription,
): Subscription {
  const { types, min_finality, include_address_book, include_metadata } = fields
  if (!types || types.length === 0) throw new SubscriptionError(texts.noTypes)
  const requested = readTypes(types)
  const addresses = readAddresses(fields.addresses ?? [])
  const hashes = readHashes(fields.trace_external_hash_norms ?? [])
  const wantsTrace = requested.has('trace')
  if (hashes.size > 0 && !wantsTrace) {
    throw new SubscriptionError('trace_external_hash_norms requires type "trace"')
  }
  if (hashes.size === 0 && wantsTrace) {
    throw new SubscriptionError('trace_external_hash_norms are required for trace subscription')
  }
  const isTraceOnly = wantsTrace && requested.size === 1
  if (addresses.size === 0 && !isTraceOnly) throw new SubscriptionError(texts.noAddresses)
  return {
    types: requested,
    addresses,
    hashes,
    minFinality: min_finality ?? before?.minFinality ?? 'finalized',
    addressBook: include_address_book ?? before?.addressBook ?? false,
    metadata: include_metadata ?? before?.metadata ?? false,
    actionTypes: listOr(fields.action_types, before?.actionTypes),
    supportedActionTypes: listOr(fields.supported_action_types, before?.supportedActionTypes),
  }
}

/** Reads accounts by their raw addresses. Throws SubscriptionError. */
export function readAddresses(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.map((text) => {
      const account = parseAccount(text)
      const address = account && stdAddress(account)
      if (!address) throw new SubscriptionError(`invalid address: ${text}`)
      return addressText(address)
    }),
  )
}

/** Reads keys of traces, without surrounding spaces. Throws SubscriptionError. */
export function readHashes(texts: readonly string[]): ReadonlySet<string> {
  const hashes = texts.map((text) => text.trim())
  if (hashes.includes('')) throw new SubscriptionError('trace_external_hash_norms contains empty value')
  return new Set(hashes)
}

/** Returns whether an event of `level` passes a subscription's `min_finality`. */
export function isAtLeast(level: Finality, min: Finality): boolean {
  return FINALITIES.indexOf(level) >= FINALITIES.indexOf(min)
}

function readTypes(types: readonly string[]): ReadonlySet<EventType> {
  const requested = new Set<EventType>()
  for (const type of types) {
    if (isEventType(type)) requested.add(type)
    else if (type !== TRACE_INVALIDATED) throw new SubscriptionError(`invalid event type: ${type}`)
  }
  return requested
}

/** An empty list counts as omitted: a filter cannot be removed (docs/streaming §6). */
function listOr(
  list: readonly string[] | null | undefined,
  before: readonly string[] | undefined,
): readonly string[] | undefined {
  return list && list.length > 0 ? list : before
}
