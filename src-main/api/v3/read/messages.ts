import type { AccountAddress } from '#shared/schema/v3/kinds.ts'
import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { StdAddress } from '../../../store/facts.ts'
import { loadEnds, loadMessages } from '../../../store/queries/loadMessages.ts'
import { findMessages, type MessageFilter } from '../../../store/queries/messages.ts'
import { addressBookJson, messageParties } from '../render/addressBook.ts'
import { messageJson } from '../render/messageJson.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
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
  return messagesBody(context, findMessages(context.reader, filter, pageValues(values)), direction)
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
    messages: messages.map(messageJson),
    address_book: addressBookJson(context, messageParties(messages)),
    metadata: {},
  })
}
