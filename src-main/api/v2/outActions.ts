import { Address, type Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { loadMsgAddressInt } from '../../chain/block/msgAddress.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { TlbError } from '../../chain/tlb.ts'

// out_list_empty$_ = OutList 0;
// out_list$_ {n:#} prev:^(OutList n) action:OutAction = OutList (n + 1);
// action_send_msg#0ec3c86d mode:(## 8) out_msg:^(MessageRelaxed Any) = OutAction;
// action_set_code#ad4de08e new_code:^Cell = OutAction;
// action_reserve_currency#36e6b809 mode:(## 8) currency:CurrencyCollection = OutAction;

const SEND_MESSAGE = 0x0ec3c86d
const SET_CODE = 0xad4de08e
const RESERVE = 0x36e6b809
const MAX_ACTIONS = 20

export type SendAction = { readonly cell: Cell; readonly toMasterchain: boolean }

/** The messages that a list of actions sends. Throws ApiError 500 for what an estimate cannot contain. */
export function sendActions(list: Cell): SendAction[] {
  const sent: SendAction[] = []
  let rest = list
  for (let count = 0; rest.refs.length > 0 && count < MAX_ACTIONS; count++) {
    const slice = rest.beginParse()
    rest = slice.loadRef()
    const action = slice.loadUint(32)
    if (action === SET_CODE) throw new ApiError(500, 'estimate_fee: action_set_code unsupported')
    if (action === RESERVE) continue
    if (action !== SEND_MESSAGE) throw new ApiError(500, 'estimate_fee: unknown action')
    const cell = slice.skip(8).loadRef()
    sent.push({ cell, toMasterchain: destinationOf(cell) === MASTERCHAIN })
  }
  return sent
}

/** The workchain of a relaxed message's destination. */
function destinationOf(message: Cell): number {
  try {
    const slice = message.beginParse()
    // int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool src:MsgAddress dest:MsgAddressInt …
    if (slice.loadBit())
      throw new ApiError(500, 'estimate_fee: messages with external addresses are unsupported')
    slice.skip(3)
    if (slice.preloadUint(2) === 0) slice.skip(2)
    else loadMsgAddressInt(slice)
    const destination = loadMsgAddressInt(slice)
    return destination instanceof Address ? destination.workChain : destination.workchain
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof TlbError || error instanceof Error) {
      throw new ApiError(500, "estimate_fee: can't parse send_msg", { cause: error })
    }
    throw error
  }
}
