import type { Cell, Slice } from '@ton/core'
import { exactNumber } from '#shared/schema/v3/jsonText.ts'
import type { OrderBodyJson, OrderBodyType } from '#shared/schema/v3/multisigActions.ts'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import {
  loadAmount,
  loadCarriedMessage,
  loadEither,
  loadMaybeBoc,
  loadParty,
  type Parties,
  partyText,
  snakeTextOf,
} from './multisigOrderFields.ts'

/** Bodies of messages that multisig orders send, as compatibility-v3 §8.3 shows them. */

export type ParsedBody = {
  readonly [Type in OrderBodyType]: { readonly type: Type; readonly body: OrderBodyJson<Type> }
}[OrderBodyType]

/** Reads a body behind its opcode. Slices throw plain errors where it ends too early. */
type Read<Type extends OrderBodyType> = (slice: Slice, parties: Parties) => OrderBodyJson<Type>

const OPCODE_BITS = 32
const ENCRYPTED_COMMENT = 0x2167da4b
const STONFI_SWAP = 0x25938561
const NANOTON_DIGITS = 9

const loadQueryId = (slice: Slice) => exactNumber(slice.loadUintBig(64))

const jettonTransfer: Read<'jetton_transfer'> = (slice, parties) => {
  const head = {
    query_id: loadQueryId(slice),
    amount: loadAmount(slice),
    destination: loadParty(slice, parties),
    response: loadParty(slice, parties),
    custom_payload: loadMaybeBoc(slice),
    forward_amount: loadAmount(slice),
  }
  const payload = loadEither(slice)
  return { ...head, forward_payload: bocBase64(payload), ...forwardPayload(payload, parties) }
}

type ForwardPayload = Pick<
  OrderBodyJson<'jetton_transfer'>,
  'comment' | 'encrypted_comment' | 'payload_sum_type' | 'stonfi_swap_body'
>

function forwardPayload(payload: Cell, parties: Parties): ForwardPayload {
  const none = { comment: '', encrypted_comment: false, stonfi_swap_body: null }
  const slice = payload.beginParse()
  if (slice.remainingBits === 0) return { ...none, payload_sum_type: '' }
  switch (slice.remainingBits < OPCODE_BITS ? undefined : slice.loadUint(OPCODE_BITS)) {
    case 0:
      return { ...none, payload_sum_type: 'TextComment', comment: snakeTextOf(slice) ?? '' }
    case ENCRYPTED_COMMENT:
      return {
        ...none,
        payload_sum_type: 'EncryptedTextComment',
        encrypted_comment: true,
        comment: snakeTextOf(slice) ?? '',
      }
    case STONFI_SWAP:
      return { ...none, payload_sum_type: 'StonfiSwap', stonfi_swap_body: stonfiSwap(slice, parties) }
  }
  return { ...none, payload_sum_type: 'Unknown' }
}

/** Null where the payload is no swap behind its opcode. */
function stonfiSwap(slice: Slice, parties: Parties): ForwardPayload['stonfi_swap_body'] {
  try {
    return {
      jetton_wallet: loadParty(slice, parties),
      min_amount: tonText(slice.loadCoins()),
      user_address: loadParty(slice, parties),
    }
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

/** An amount of nanoton in TON, without zeros at the end: `0.5`. */
function tonText(nanoton: bigint): string {
  const digits = nanoton.toString().padStart(NANOTON_DIGITS + 1, '0')
  const fraction = digits.slice(-NANOTON_DIGITS).replace(/0+$/, '')
  return digits.slice(0, -NANOTON_DIGITS) + (fraction === '' ? '' : `.${fraction}`)
}

const MINT = 0x642b7d07

const jettonMint: Read<'jetton_mint'> = (slice, parties) => {
  const head = {
    opcode: MINT,
    query_id: loadQueryId(slice),
    to_address: loadParty(slice, parties),
    ton_amount: loadAmount(slice),
  }
  const message = slice.loadRef().beginParse().skip(OPCODE_BITS)
  return {
    ...head,
    master_msg_query_id: loadQueryId(message),
    master_msg_jetton_amount: loadAmount(message),
  }
}

const nftTransfer: Read<'nft_transfer'> = (slice, parties) => ({
  query_id: loadQueryId(slice),
  new_owner: loadParty(slice, parties),
  response_destination: loadParty(slice, parties),
  custom_payload: loadMaybeBoc(slice),
  forward_amount: loadAmount(slice),
  forward_payload: bocBase64(loadEither(slice)),
})

const jettonChangeContent: Read<'jetton_change_content'> = (slice) => {
  const query_id = loadQueryId(slice)
  const url = snakeTextOf(slice)
  if (url === undefined) throw new Error('the address of the metadata is not of whole bytes')
  return { query_id, new_metadata_url: url }
}

/** Requests to the wallet of a called jetton, by opcode. */
const CALLED_ACTIONS: ReadonlyMap<number, OrderBodyJson<'jetton_call_to'>['action_type']> = new Map([
  [0xeed236d3, 'JettonSetStatus'],
  [0x0f8a7ea5, 'JettonTransfer'],
  [0x595f07bc, 'JettonBurn'],
])

const jettonCallTo: Read<'jetton_call_to'> = (slice, parties) => {
  const head = {
    query_id: loadQueryId(slice),
    to_address: loadParty(slice, parties),
    ton_amount: loadAmount(slice),
  }
  const action = slice.loadRef()
  const content = action.beginParse()
  return {
    ...head,
    action_type:
      content.remainingBits < OPCODE_BITS
        ? ''
        : (CALLED_ACTIONS.get(content.loadUint(OPCODE_BITS)) ?? 'Unknown'),
    action_data: bocBase64(action),
  }
}

const vestingTransfer: Read<'vesting_internal_transfer'> = (slice, parties) => {
  const head = { query_id: loadQueryId(slice), send_mode: slice.loadUint(8) }
  const { destination, value, body } = loadCarriedMessage(slice.loadRef())
  // Of a message to the outside nothing is shown.
  if (value === undefined) return { ...head, destination: null, value: null, message_body: null, comment: '' }
  const content = body.beginParse()
  const isComment = content.remainingBits >= OPCODE_BITS && content.loadUint(OPCODE_BITS) === 0
  return {
    ...head,
    destination: partyText(destination, parties),
    value: value.toString(),
    message_body: bocBase64(body),
    comment: (isComment && snakeTextOf(content)) || '',
  }
}

/** How a body with an opcode is read. */
type Reader = (slice: Slice, parties: Parties) => ParsedBody

function reader<Type extends OrderBodyType>(type: Type, read: Read<Type>): Reader {
  return (slice, parties) => ({ type, body: read(slice, parties) }) as ParsedBody
}

const READERS: ReadonlyMap<number, Reader> = new Map([
  [0x0f8a7ea5, reader('jetton_transfer', jettonTransfer)],
  [
    0x595f07bc,
    reader('jetton_burn', (slice, parties) => ({
      query_id: loadQueryId(slice),
      amount: loadAmount(slice),
      response_destination: loadParty(slice, parties),
    })),
  ],
  [MINT, reader('jetton_mint', jettonMint)],
  [0x5fcc3d14, reader('nft_transfer', nftTransfer)],
  [0x00009fd3, reader('jetton_top_up', (slice) => ({ query_id: loadQueryId(slice) }))],
  [
    0x6501f354,
    reader('jetton_change_admin', (slice, parties) => ({
      query_id: loadQueryId(slice),
      new_admin_address: loadParty(slice, parties),
    })),
  ],
  [0xfb88e119, reader('jetton_claim_admin', (slice) => ({ query_id: loadQueryId(slice) }))],
  [0xcb862902, reader('jetton_change_content', jettonChangeContent)],
  [0x235caf52, reader('jetton_call_to', jettonCallTo)],
  [
    0xeed236d3,
    // Eight bits, where the standard has four: such a body ends as unknown.
    reader('jetton_set_status', (slice) => ({
      query_id: loadQueryId(slice),
      new_status: slice.loadUint(8),
    })),
  ],
  [
    0x00001000,
    reader('single_nominator_withdraw', (slice) => ({
      query_id: loadQueryId(slice),
      coins: loadAmount(slice),
    })),
  ],
  [
    0x00001001,
    reader('single_nominator_change_validator', (slice, parties) => ({
      query_id: loadQueryId(slice),
      validator_address: loadParty(slice, parties),
    })),
  ],
  [0x75097f5d, reader('vesting_internal_transfer', vestingTransfer)],
])

/** Minting of older jettons: always unknown, as in the reference, which reads it with the tag of the newer ones. */
const OLD_MINT = 0x00000015

/** Reads a body; undefined for one that is not what its opcode says. */
export function parseOrderBody(cell: Cell, parties: Parties): ParsedBody | undefined {
  const found: Parties = new Map()
  try {
    const parsed = readBody(cell, found)
    for (const [text, address] of found) parties.set(text, address)
    return parsed
  } catch (error) {
    // Slices throw plain errors at their end: any signer can have written the body.
    if (error instanceof Error) return undefined
    throw error
  }
}

function readBody(cell: Cell, parties: Parties): ParsedBody | undefined {
  const slice = cell.beginParse()
  const opcode = slice.remainingBits < OPCODE_BITS ? 0 : slice.preloadUint(OPCODE_BITS)
  // The four bytes of the opcode stay in the comment, as in the reference.
  if (opcode === 0) return tonTransfer(hasText(slice) ? snakeTextOf(slice) : '', false)
  slice.skip(OPCODE_BITS)
  if (opcode === ENCRYPTED_COMMENT) {
    const comment = snakeTextOf(slice)
    return comment === undefined ? undefined : tonTransfer(comment, true)
  }
  if (opcode === OLD_MINT) return undefined
  return READERS.get(opcode)?.(slice, parties) ?? unknownBody(opcode, cell)
}

function hasText({ remainingBits, remainingRefs }: Slice): boolean {
  return remainingBits >= 8 && remainingBits % 8 === 0 && remainingRefs <= 1
}

function tonTransfer(comment: string | undefined, encrypted: boolean): ParsedBody {
  return { type: 'ton_transfer', body: { comment: comment ?? '', encrypted } }
}

/** @param opcode 0 for a body that is not what its opcode says */
export function unknownBody(opcode: number, cell: Cell): ParsedBody {
  return { type: 'unknown', body: { opcode, data: bocBase64(cell) } }
}
