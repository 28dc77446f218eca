import { loadEnds, loadMessages } from '../../../store/queries/loadMessages.ts'
import { findNamed } from '../../../store/queries/messages.ts'
import type { MessageRecord } from '../../../store/queries/records.ts'
import { isSentByTransaction } from '../../../store/systemMessage.ts'
import type { MissingData } from '../reading.ts'
import { ifComplete, UNKNOWN } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'

/** Undefined for an unknown hash. */
function messageEnds(context: ReadContext, hashes: readonly Buffer[]): readonly MessageRecord[] | undefined {
  const { reader } = context
  const ids = findNamed(reader, hashes, []).map(({ id }) => id)
  const ends = endsOf(context, ids)
  const isFound = (wanted: Buffer) =>
    ends.some(({ hash, hashNorm }) => hash.equals(wanted) || hashNorm?.equals(wanted))
  return hashes.every(isFound) ? ends : undefined
}

/**
 * Returns the outcome for messages that are known by hash with the transactions at their ends, as far as these are
 * indexed. Others are looked for where a hint server says.
 */
export function ifMessagesKnown(
  context: ReadContext,
  hashes: readonly Buffer[],
  known: (ends: readonly MessageRecord[]) => Outcome,
): Outcome {
  const ends = messageEnds(context, hashes)
  if (ends) return known(ends)
  if (context.options.hints === undefined) return UNKNOWN
  const missing = hashes
    .filter((hash) => !messageEnds(context, [hash]))
    .map((hash): MissingData => ({ kind: 'message', hash }))
  return ifComplete(context, missing, () => UNKNOWN)
}

export function endsOf({ reader }: ReadContext, ids: readonly bigint[]): readonly MessageRecord[] {
  const ends = loadEnds(reader, ids)
  return [...loadMessages(reader, ids)].map(([id, message]) => ({ ...message, ...ends.get(id) }))
}

/**
 * Returns the ends of messages that are not indexed and can exist.
 * @param direction the requested side; both if undefined
 */
export function missingMessageEnds(
  messages: readonly MessageRecord[],
  direction: 'in' | 'out' | undefined,
): MissingData[] {
  return messages.flatMap((message): MissingData[] => {
    const { kind, inTx, outTx } = message
    const lacksSender = direction !== 'in' && isSentByTransaction(message) && outTx === undefined
    const lacksReceiver = direction !== 'out' && kind !== 'external-out' && inTx === undefined
    const known = inTx ?? outTx
    return known && (lacksSender || lacksReceiver) ? [{ kind: 'neighbours', transaction: known }] : []
  })
}
