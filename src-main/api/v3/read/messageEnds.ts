import { loadEnds, loadMessages } from '../../../store/queries/loadMessages.ts'
import { findNamed } from '../../../store/queries/messages.ts'
import type { MessageRecord } from '../../../store/queries/records.ts'
import { isSentByTransaction } from '../../../store/systemMessage.ts'
import type { MissingData } from '../reading.ts'
import type { ReadContext } from './context.ts'

/** Returns messages with the transactions at both ends, as far as they are indexed; undefined for an unknown hash. */
export function messageEnds(
  context: ReadContext,
  hashes: readonly Buffer[],
): readonly MessageRecord[] | undefined {
  const { reader } = context
  const ids = findNamed(reader, hashes, []).map(({ id }) => id)
  const ends = endsOf(context, ids)
  const isFound = (wanted: Buffer) =>
    ends.some(({ hash, hashNorm }) => hash.equals(wanted) || hashNorm?.equals(wanted))
  return hashes.every(isFound) ? ends : undefined
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
