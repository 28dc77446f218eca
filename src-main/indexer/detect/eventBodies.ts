import type { Cell, Slice } from '@ton/core'
import { loadMsgAddressInt, stdAccountOf } from '../../chain/block/msgAddress.ts'
import { API_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { MessageAddress } from '../../store/detectedTokens.ts'
import { stdAddressOf } from '../stdAddress.ts'

// transfer#0f8a7ea5 query_id:uint64 amount:(VarUInteger 16) destination:MsgAddress response_destination:MsgAddress
//   custom_payload:(Maybe ^Cell) forward_ton_amount:(VarUInteger 16) forward_payload:(Either Cell ^Cell);
// burn#595f07bc query_id:uint64 amount:(VarUInteger 16) response_destination:MsgAddress custom_payload:(Maybe ^Cell);
// transfer#5fcc3d14 query_id:uint64 new_owner:MsgAddress response_destination:MsgAddress
//   custom_payload:(Maybe ^Cell) forward_amount:(VarUInteger 16) forward_payload:(Either Cell ^Cell);

/** The body of a jetton transfer request; `amount` is in the jetton's smallest unit, payloads are BOCs. */
export type JettonTransferBody = {
  readonly queryId: bigint
  readonly amount: bigint
  readonly destination: MessageAddress
  readonly response: MessageAddress
  readonly customPayload: Buffer | undefined
} & Forward
/** The body of a jetton burn request. */
export type JettonBurnBody = Pick<JettonTransferBody, 'queryId' | 'amount' | 'response' | 'customPayload'>
/** The body of an NFT transfer request. */
export type NftTransferBody = Omit<JettonTransferBody, 'amount' | 'destination'> & {
  readonly newOwner: MessageAddress
}
type Forward = { readonly forwardAmount: bigint; readonly forwardPayload: Buffer | undefined }

const OPCODE_BITS = 32
const QUERY_BITS = 64
/** Bits of the length of a VarUInteger 16. */
const LENGTH_BITS = 4

/**
 * Reads the body of a jetton transfer; undefined if it is too short or has an invalid address. Data after the last
 * field are allowed.
 */
export function readJettonTransfer(body: Cell): JettonTransferBody | undefined {
  return readBody(body, (slice) => ({
    queryId: slice.loadUintBig(QUERY_BITS),
    amount: slice.loadVarUintBig(LENGTH_BITS),
    destination: loadAddress(slice),
    response: loadAddress(slice),
    customPayload: loadMaybePayload(slice),
    ...loadForward(slice),
  }))
}

/** Reads the body of a jetton burn, as readJettonTransfer does. */
export function readJettonBurn(body: Cell): JettonBurnBody | undefined {
  return readBody(body, (slice) => ({
    queryId: slice.loadUintBig(QUERY_BITS),
    amount: slice.loadVarUintBig(LENGTH_BITS),
    response: loadAddress(slice),
    customPayload: loadMaybePayload(slice),
  }))
}

/** Reads the body of an NFT transfer, as readJettonTransfer does. */
export function readNftTransfer(body: Cell): NftTransferBody | undefined {
  return readBody(body, (slice) => ({
    queryId: slice.loadUintBig(QUERY_BITS),
    newOwner: loadAddress(slice),
    response: loadAddress(slice),
    customPayload: loadMaybePayload(slice),
    ...loadForward(slice),
  }))
}

function readBody<T>(body: Cell, load: (slice: Slice) => T): T | undefined {
  if (body.isExotic) return undefined
  try {
    return load(body.beginParse().skip(OPCODE_BITS))
  } catch (error) {
    // A slice throws a plain Error at its end.
    if (error instanceof Error) return undefined
    throw error
  }
}

function loadAddress(slice: Slice): MessageAddress {
  const tag = slice.preloadUint(2)
  if (tag === 0) {
    slice.skip(2)
    return { form: 'addr_none', address: undefined }
  }
  if (tag === 1) {
    slice.skip(2)
    slice.skip(slice.loadUint(9))
    return { form: 'addr_extern', address: undefined }
  }
  const address = stdAccountOf(loadMsgAddressInt(slice))
  return address ? { form: 'std', address: stdAddressOf(address) } : { form: 'addr_var', address: undefined }
}

function loadMaybePayload(slice: Slice): Buffer | undefined {
  return slice.loadBit() ? serializeBoc(slice.loadRef(), API_BOC) : undefined
}

/** Reads the forwarded amount and payload. A payload in the body itself is omitted. */
function loadForward(slice: Slice): Forward {
  return { forwardAmount: slice.loadVarUintBig(LENGTH_BITS), forwardPayload: loadMaybePayload(slice) }
}
