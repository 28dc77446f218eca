import type { V3Values } from '#shared/schema/v3/operations.ts'
import { bufferOf } from '../../../platform/bufferOf.ts'
import { isOpen, type Page } from '../../../store/queries/conditions.ts'
import { loadEnds, loadMessages } from '../../../store/queries/loadMessages.ts'
import { findMessages, type MessageFilter } from '../../../store/queries/messages.ts'
import type { MissingData } from '../reading.ts'
import { addressBookJson, messageParties } from '../render/addressBook.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { messageJson } from '../render/messageJson.ts'
import { metadataJson } from '../render/metadata.ts'
import {
  ifComplete,
  isFullyIndexed,
  isListCovered,
  missingHistories,
  type PageEnd,
  refusal,
  UNKNOWN,
} from './completeness.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { endsOf, ifMessagesKnown, missingMessageEnds } from './messageEnds.ts'
import { messageParty } from './messageParty.ts'
import { hashList, pageValues, windows } from './values.ts'

export function readMessages(values: V3Values<'messages'>, context: ReadContext): Outcome {
  const { msg_hash = [], hash, body_hash, source, destination, opcode, direction } = values
  const { exclude_externals, only_externals } = values
  // No message is both.
  if (exclude_externals && only_externals) return messagesBody(context, [], direction)
  const filter: MessageFilter = {
    hashes: hashList(hash ? [...msg_hash, hash] : msg_hash),
    bodyHash: body_hash && bufferOf(body_hash),
    source: messageParty(source),
    destination: messageParty(destination),
    opcode,
    direction,
    externals: only_externals ? 'only' : exclude_externals ? 'exclude' : undefined,
    ...windows(values),
  }
  const page = pageValues(values)
  const ids = findMessages(context.reader, filter, page)
  const answer = () => messagesBody(context, ids, direction)
  if (isFullyIndexed(context)) return answer()
  const ends = () => ifComplete(context, missingMessageEnds(endsOf(context, ids), direction), answer)
  const { hashes = [] } = filter
  if (hashes.length > 0) {
    return ifMessagesKnown(context, hashes, (named) =>
      ifComplete(context, missingMessageEnds(named, direction), ends),
    )
  }
  const missing = listNeeds(context, filter, page, lastOf(context, ids, page))
  if (!missing) return isOnTheWay(filter) ? refusal(ON_THE_WAY) : UNKNOWN
  return ifComplete(context, missing, ends)
}

const ON_THE_WAY =
  'messages on their way to an account are known only where all blocks are indexed; direction=in lists those that arrived'

/**
 * Returns whether messages to an account can be on their way: not external ones, and not if received ones are
 * requested.
 */
function isOnTheWay({ source, destination, direction, externals }: MessageFilter): boolean {
  return Boolean(destination) && !source && source !== null && !direction && externals !== 'only'
}

/** Returns the data that a list of messages without hashes lacks; undefined if that is unknown. */
function listNeeds(
  context: ReadContext,
  filter: MessageFilter,
  page: Page,
  last: PageEnd | undefined,
): MissingData[] | undefined {
  const { source, destination, direction, externals, utimes = {}, lts = {} } = filter
  // External messages have no time: they are listed with those of any time.
  const isTimeless =
    externals !== 'exclude' &&
    direction !== 'out' &&
    isOpen(utimes) &&
    isOpen(lts) &&
    !source &&
    destination !== null
  const query = {
    utimes,
    lts,
    ...(isTimeless ? { page: { ...page, sort: 'asc' as const } } : { page, last }),
  }
  // An account's history has all messages that it sent and received, but not the transactions at their other ends.
  const sent = source && direction !== 'in' ? source : undefined
  const received = destination && !source && direction !== 'out' ? destination : undefined
  const party = sent ?? received
  if (party && !isOnTheWay(filter)) return missingHistories(context, [party], query)
  return isListCovered(context, query) ? [] : undefined
}

/** Returns the position in time of the last message of a full page; external messages have none. */
function lastOf({ reader }: ReadContext, ids: readonly bigint[], { limit }: Page): PageEnd | undefined {
  const last = ids.length === limit ? ids.at(-1) : undefined
  const message = last === undefined ? undefined : loadMessages(reader, [last]).get(last)
  if (message?.createdLt === undefined || message.createdAt === undefined) return undefined
  return { lt: message.createdLt, now: message.createdAt }
}

function messagesBody(
  context: ReadContext,
  ids: readonly bigint[],
  direction: 'in' | 'out' | undefined,
): Outcome {
  const { reader } = context
  const ends = loadEnds(reader, ids)
  const byId = loadMessages(reader, ids)
  const messages = ids.flatMap((id) => {
    const message = byId.get(id)
    const { inTx, outTx } = ends.get(id) ?? {}
    if (message === undefined) return []
    return [
      {
        ...message,
        inTx: direction === 'out' ? undefined : inTx,
        outTx: direction === 'in' ? undefined : outTx,
      },
    ]
  })
  const parties = messageParties(messages)
  return withDetails(context, { parties }, () =>
    found({
      messages: deferred(list(messageJson), messages, context.decodeBudget),
      address_book: addressBookJson(context, parties),
      metadata: metadataJson(context, parties),
    }),
  )
}
