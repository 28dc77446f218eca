import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { formatRawAddress } from '#shared/ton/address.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'
import { loadStdAddress } from '#shared/ton/cells/loadStdAddress.ts'
import { readStateInit } from './readStateInit.ts'
import { readBoc } from './transactionView.ts'

const STD_TAG = 0b10
/** References of the first data of an item without a collection: content and royalties. */
const SINGLE_REFS = 2

/** Reads an owner in raw form, which `refs` references or more must follow. */
function readOwner(reader: CellReader, refs: number): string | undefined {
  if (reader.remainingRefs < refs || reader.loadUint(2) !== STD_TAG) return undefined
  const address = loadStdAddress(reader)
  return address && formatRawAddress(address)
}

/** Returns the owner in the collection's message to a new item (TEP-62): `owner:MsgAddress content:^Cell`. */
function ownerInBody({ message_content }: MessageJson): string | undefined {
  const cell = message_content && readBoc(message_content.body)
  return cell ? readOwner(new CellReader(cell), 1) : undefined
}

/** Returns the owner in the first data of an item without a collection. */
function ownerInState({ init_state }: MessageJson): string | undefined {
  const cell = init_state && readBoc(init_state.body)
  const data = cell && readStateInit(new CellReader(cell)).data
  return data ? readOwner(new CellReader(data), SINGLE_REFS) : undefined
}

/**
 * Returns the first owner (raw address) of an NFT item that a transaction deployed, if the account is an item. Layouts
 * other than those of the reference contracts give undefined.
 */
export function mintedTo({ in_msg, orig_status, end_status }: TransactionJson): string | undefined {
  if (!in_msg || orig_status === 'active' || end_status !== 'active') return undefined
  try {
    return ownerInBody(in_msg) ?? ownerInState(in_msg)
  } catch (error) {
    if (error instanceof CellUnderflowError) return undefined
    throw error
  }
}
