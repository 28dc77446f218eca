import { beginCell, type Cell, type Slice } from '@ton/core'
import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import type { MessageDataJson } from '#shared/schema/v2/transactions.ts'
import { type StateInit, storeStateInit } from '../../chain/block/stateInit.ts'
import { paddedBytes } from '../../chain/cells/cellData.ts'
import { finishCell } from '../../chain/hashmap/finishCell.ts'
import { base64, bocText } from './scalars.ts'

const TEXT_OPCODE = opcodeOf(BASIC_MESSAGES, 'text_comment')
const ENCRYPTED_TEXT_OPCODE = opcodeOf(BASIC_MESSAGES, 'encrypted_text_comment')

/** The text for a body that cannot be read (compatibility-v2 §7.3). */
export const BODY_UNREADABLE = 'Failed to load cell or get body slice. But why?'

/**
 * Returns the bytes of a text that continues through a slice and then the first reference of each cell; undefined
 * unless every cell has whole bytes.
 */
function snakeBytes(start: Slice): Buffer | undefined {
  const parts: Buffer[] = []
  for (let slice = start; ; ) {
    if (slice.remainingBits % 8 !== 0) return undefined
    parts.push(slice.loadBuffer(slice.remainingBits / 8))
    if (slice.remainingRefs === 0) return Buffer.concat(parts)
    const next = slice.loadRef()
    if (next.isExotic) return undefined
    slice = next.beginParse()
  }
}

function textData(body: Cell): MessageDataJson | undefined {
  if (body.isExotic || body.bits.length < 32) return undefined
  const slice = body.beginParse()
  const opcode = slice.loadUint(32)
  if (opcode !== TEXT_OPCODE && opcode !== ENCRYPTED_TEXT_OPCODE) return undefined
  const bytes = snakeBytes(slice)
  if (!bytes) return undefined
  const type = opcode === TEXT_OPCODE ? 'msg.dataText' : 'msg.dataEncryptedText'
  return { '@type': type, text: base64(bytes) }
}

/**
 * Returns `msg_data` of a message (compatibility-v2 §7.2): a comment, an encrypted comment, or body and StateInit as
 * cells. As in toncenter, a message with a comment shows no StateInit.
 */
export function messageData(body: Cell, init: StateInit | undefined): MessageDataJson {
  return (
    textData(body) ?? {
      '@type': 'msg.dataRaw',
      body: bocText(body),
      init_state: init ? bocText(finishCell(beginCell().store(storeStateInit(init)))) : '',
    }
  )
}

/**
 * Returns `message` of an ext.message (compatibility-v2 §7.3): the comment, or the data bits of the body's root cell in
 * base64 with a line feed. Undefined if the body cannot be opened. Bytes that are not UTF-8 become replacement
 * characters, because JSON must stay valid.
 */
export function messageText(data: MessageDataJson, body: Cell): string | undefined {
  if (data['@type'] !== 'msg.dataRaw') return Buffer.from(data.text, 'base64').toString('utf8')
  if (body.isExotic) return undefined
  const bytes = paddedBytes(body)
  return bytes.length === 0 ? '' : `${base64(bytes)}\n`
}
