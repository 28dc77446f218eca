import type { Cell } from '@ton/core'
import { ApiError, StageError } from '#shared/apiError.ts'
import { loadMessage, type Message } from '../../chain/block/message.ts'
import { normalHash } from '../../chain/block/normalHash.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { PrunedBranchError, parseCell, TlbError } from '../../chain/tlb.ts'
import { readClientBoc } from './bocInput.ts'
import type { V2Context, V2Handler } from './context.ts'
import { base64 } from './scalars.ts'

/** Sending of external messages: compatibility-v2 §11.1. */

type External = { readonly cell: Cell; readonly message: Message }

/** Reads the message of a BOC. Throws ApiError 500 with toncenter's text if it is not an external one. */
function readExternal(boc: Uint8Array): External {
  const cell = readClientBoc(boc, 'INVALID_BAG_OF_CELLS: body')
  const message = readMessage(cell)
  if (message.info.type !== 'external-in') throw new ApiError(500, 'CommonMsgInfo tag is not ext_in_msg_info')
  return { cell, message }
}

function readMessage(cell: Cell): Message {
  try {
    return parseCell(cell, 'Message', loadMessage)
  } catch (error) {
    if (!(error instanceof TlbError || error instanceof PrunedBranchError)) throw error
    throw new ApiError(500, 'Failed to unpack Message', { cause: error })
  }
}

async function sendAndHash(boc: Uint8Array, context: V2Context) {
  const { cell, message } = readExternal(boc)
  // Serialized again, as tonlib does: liteservers can be stricter about the form of a bag of cells.
  await context.session().sendMessage(serializeBoc(cell))
  const hashNorm = normalHash(message)
  context.sent({ cell, message, hashNorm })
  return { '@type': 'raw.extMessageInfo', hash: base64(cell.hash()), hash_norm: base64(hashNorm) } as const
}

export const sendBoc: V2Handler<'sendBoc'> = async ({ boc }, context) => {
  await sendAndHash(boc, context)
  return { '@type': 'ok' }
}

export const sendBocReturnHash: V2Handler<'sendBocReturnHash'> = ({ boc }, context) =>
  sendAndHash(boc, context)

export const sendBocReturnHashNoError: V2Handler<'sendBocReturnHashNoError'> = async ({ boc }, context) => {
  try {
    return await sendAndHash(boc, context)
  } catch (error) {
    throw new StageError({ status: 400 }, error)
  }
}
