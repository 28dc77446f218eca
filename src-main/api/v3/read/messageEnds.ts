import { loadEnds, loadMessages } from '../../../store/queries/loadMessages.ts'
import { findNamed } from '../../../store/queries/messages.ts'
import type { MessageRecord } from '../../../store/queries/records.ts'
import type { MissingData } from '../reading.ts'
import type { ReadContext } from './context.ts'

/** The sender of the chain's own messages (fees, minted coins): no transaction sends these. */
const SYSTEM = Buffer.concat([Buffer.from([0xff]), Buffer.alloc(32)])

/** Messages with the transactions at both ends, as far as these are indexed; undefined where a hash is unknown. */
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
 * The ends of messages that are not indexed and can exist.
 * @param direction the side that the question is about; both where it is open
 */
export function missingMessageEnds(
  messages: readonly MessageRecord[],
  direction: 'in' | 'out' | undefined,
): MissingData[] {
  return messages.flatMap(({ kind, source, inTx, outTx }): MissingData[] => {
    const isSent = kind === 'internal' && !source?.equals(SYSTEM)
    const lacksSender = direction !== 'in' && isSent && outTx === undefined
    const lacksReceiver = direction !== 'out' && kind !== 'external-out' && inTx === undefined
    const known = inTx ?? outTx
    return known && (lacksSender || lacksReceiver) ? [{ kind: 'neighbours', transaction: known }] : []
  })
}
