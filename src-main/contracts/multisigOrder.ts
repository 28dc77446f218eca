import type { Address, Cell, Slice } from '@ton/core'
import type { OrderActionJson, OrderBodyJson, OrderBodyType } from '#shared/schema/v3/multisigActions.ts'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { HashmapE } from '../chain/hashmap/hashmap.ts'
import { leafCodec } from './firstEntries.ts'
import { addMessageBudget, type DecodeBudget } from './messages/decodeBody.ts'
import { parseOrderBody, unknownBody } from './multisigOrderBody.ts'
import { addressList, loadCarriedMessage, type Parties, partyText } from './multisigOrderFields.ts'

// order: Hashmap 8 ^OrderAction
// send_message#f1381e5b mode:uint8 message:^(MessageRelaxed Any) = OrderAction;
// update_multisig_param#1d0cfbd3 threshold:uint8 signers:^(Hashmap 8 MsgAddressInt)
//   proposers:(Maybe ^(Hashmap 8 MsgAddressInt)) = OrderAction;

const SEND_MESSAGE = 0xf1381e5b
const UPDATE_PARAMETERS = 0x1d0cfbd3
const OPCODE_BITS = 32

const ACTIONS = leafCodec('actions of a multisig order', 8)

/** Bytes that count as one field of a decoded body in the decode budget. */
const BYTES_PER_FIELD = 16

export type ParsedOrder = {
  readonly actions: readonly OrderActionJson[]
  /** Every account that the actions name. */
  readonly accounts: readonly Address[]
}

/**
 * Reads what a multisig order does, in the form of compatibility-v3 §8.3; undefined for a cell that is no dictionary of
 * actions. Each action takes from `decodeBudget` by its size; those beyond it have an error in place of their content.
 */
export function parseMultisigOrder(order: Cell, decodeBudget: DecodeBudget): ParsedOrder | undefined {
  const parties: Parties = new Map()
  const entries = readActions(order)
  if (entries === undefined) return undefined
  const actions = entries.map((entry) => {
    addMessageBudget(decodeBudget)
    if (decodeBudget.left <= 0) return failedAction('the answer has too many large actions')
    const action = parseAction(entry, parties)
    decodeBudget.left -= Math.ceil(JSON.stringify(action).length / BYTES_PER_FIELD)
    return action
  })
  return { actions, accounts: [...parties.values()] }
}

function readActions(order: Cell): Slice[] | undefined {
  try {
    return [...new HashmapE(ACTIONS, order).entries()].map(({ value }) => value)
  } catch (error) {
    // Slices throw plain errors at their end: any signer can have written the order.
    if (error instanceof Error) return undefined
    throw error
  }
}

function parseAction(entry: Slice, parties: Parties): OrderActionJson {
  try {
    const slice = entry.loadRef().beginParse()
    const type = slice.remainingBits < OPCODE_BITS ? 0 : slice.loadUint(OPCODE_BITS)
    if (type === SEND_MESSAGE) return sendMessage(slice, parties)
    if (type === UPDATE_PARAMETERS) return updateParameters(slice, parties)
    return failedAction(`unknown order action type: ${type}`)
  } catch (error) {
    if (error instanceof Error) return failedAction(error.message)
    throw error
  }
}

function failedAction(reason: string): OrderActionJson {
  return {
    destination: null,
    value: null,
    body_raw: null,
    parsed: false,
    error: `failed to parse order action: ${reason}`,
    parsed_body: null,
    parsed_body_type: 'unknown',
    send_mode: 0,
  }
}

function sendMessage(slice: Slice, parties: Parties): OrderActionJson {
  const mode = slice.loadUint(8)
  const { destination, value, body } = loadCarriedMessage(slice.loadRef())
  const parsed = parseOrderBody(body, parties) ?? unknownBody(0, body)
  return {
    destination: partyText(destination, parties),
    // A message to the outside has no value.
    value: (value ?? 0n).toString(),
    body_raw: bocBase64(body),
    ...done(parsed.type, parsed.body),
    send_mode: mode,
  }
}

function updateParameters(slice: Slice, parties: Parties): OrderActionJson {
  const threshold = slice.loadUint(8)
  const signers = addressList(slice.loadRef(), parties)
  const proposers = slice.loadBit() ? addressList(slice.loadRef(), parties) : null
  return {
    destination: null,
    value: null,
    body_raw: null,
    ...done('multisig_update_params', {
      new_threshold: threshold,
      new_signers: signers,
      new_proposers: proposers,
    }),
    send_mode: 0,
  }
}

function done(parsed_body_type: OrderBodyType, parsed_body: OrderBodyJson) {
  return { parsed: true, error: null, parsed_body, parsed_body_type }
}
