import type { AccountAddress } from '#shared/schema/v3/kinds.ts'
import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { StdAddress } from '../../../store/facts.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import { loadEnds, loadMessages } from '../../../store/queries/loadMessages.ts'
import { findMessages, type MessageFilter } from '../../../store/queries/messages.ts'
import { addressBookJson, messageParties } from '../render/addressBook.ts'
import { list, written } from '../render/jsonWriter.ts'
import { messageJson } from '../render/messageJson.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { historyNeeds, listed, listedWithin, unlessMissing } from './knowing.ts'
import { bytes, hashList, pageValues, stdAddress, windows } from './values.ts'

/** An address that is in no workchain of ours: nothing has it. */
const NOBODY: StdAddress = Buffer.alloc(33, 0xff)

/** A party of messages: null asks for those without. */
export function messageParty(party: AccountAddress | null | undefined): StdAddress | null | undefined {
  return party ? (stdAddress(party) ?? NOBODY) : party
}

export function readMessages(values: V3Values<'messages'>, context: ReadContext): Outcome {
  const { msg_hash = [], hash, body_hash, source, destination, opcode, direction } = values
  const { exclude_externals, only_externals } = values
  // Nothing is both.
  if (exclude_externals && only_externals) return messagesBody(context, [], direction)
  const filter: MessageFilter = {
    hashes: hashList(hash ? [...msg_hash, hash] : msg_hash),
    bodyHash: body_hash && bytes(body_hash),
    source: messageParty(source),
    destination: messageParty(destination),
    opcode,
    direction,
    externals: only_externals ? 'only' : exclude_externals ? 'exclude' : undefined,
    ...windows(values),
  }
  const page = pageValues(values)
  const ids = findMessages(context.reader, filter, page)
  const parties = [filter.source, filter.destination].flatMap((party) => party ?? [])
  const answer = () => messagesBody(context, ids, direction)
  const isEmpty = ids.length === 0
  if (parties.length === 0) {
    return filter.hashes?.length
      ? listed(context, isEmpty, answer)
      : listedWithin(context, isEmpty, windows(values), answer)
  }
  // One of the two parties' histories has them all.
  const needs = historyNeeds(context, parties, { page, ...windows(values), last: lastOf(context, ids, page) })
  const missing = needs.length === parties.length ? needs : []
  return unlessMissing(context, missing, () =>
    missing.length > 0 && (isEmpty || page.sort === 'asc') ? { kind: 'missing', needs: [] } : answer(),
  )
}

/** Of a full page the place in time of its last message; those from outside have none. */
function lastOf(
  { reader }: ReadContext,
  ids: readonly bigint[],
  { limit }: Page,
): { readonly lt: bigint; readonly now: number } | undefined {
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
  return found({
    messages: written(list(messageJson), messages, context.allowance),
    address_book: addressBookJson(context, messageParties(messages)),
    metadata: {},
  })
}
