import { Address, type Cell, type Slice } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { loadMsgAddressExt, loadMsgAddressInt } from '../../chain/block/msgAddress.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { loadCurrencies } from '../../chain/state/currencies.ts'
import { endTlb, guardTlb, openCell, PrunedBranchError, TlbError } from '../../chain/tlb.ts'

// out_list_empty$_ = OutList 0;
// out_list$_ {n:#} prev:^(OutList n) action:OutAction = OutList (n + 1);
// action_send_msg#0ec3c86d mode:(## 8) out_msg:^(MessageRelaxed Any) = OutAction;
// action_set_code#ad4de08e new_code:^Cell = OutAction;
// action_reserve_currency#36e6b809 mode:(## 8) currency:CurrencyCollection = OutAction;
// int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool src:MsgAddress dest:MsgAddressInt
//   value:CurrencyCollection ihr_fee:Grams fwd_fee:Grams created_lt:uint64 created_at:uint32 = CommonMsgInfoRelaxed;
// ext_out_msg_info$11 src:MsgAddress dest:MsgAddressExt created_lt:uint64 created_at:uint32 = CommonMsgInfoRelaxed;

const SEND_MESSAGE = 0x0ec3c86d
const SET_CODE = 0xad4de08e
const RESERVE = 0x36e6b809
/** tonlib's limit, from a time when there could be no more. */
const MAX_ACTIONS = 20
const KNOWN_MODES = 0xf3
/** Mode bits for all of the balance and all of the message's value, which exclude each other. */
const CARRY_ALL = 0xc0

export type SendAction = {
  /** The trees that count for a message's size: StateInit and body, not the extra currencies. */
  readonly cells: readonly Cell[]
  readonly toMasterchain: boolean
}

function refusal(text: string, options?: ErrorOptions): ApiError {
  return new ApiError(500, text, options)
}

/**
 * Returns the messages that a list of actions sends. Throws ApiError 500 for actions that an estimate cannot contain.
 */
export function sendActions(list: Cell): SendAction[] {
  const actions: Slice[] = []
  for (let rest = list; rest.refs.length > 0; ) {
    if (actions.length === MAX_ACTIONS) {
      throw refusal(`action list too long: more than ${MAX_ACTIONS} actions`)
    }
    const slice = rest.beginParse()
    rest = slice.loadRef()
    actions.push(slice)
  }
  return actions.reverse().flatMap((action) => {
    switch (action.loadUint(32)) {
      case SEND_MESSAGE:
        return [sendAction(action)]
      case RESERVE:
        return []
      case SET_CODE:
        throw refusal('estimate_fee: action_set_code unsupported')
    }
    throw refusal('estimate_fee: unknown action')
  })
}

function sendAction(slice: Slice): SendAction {
  try {
    return (
      guardTlb('action_send_msg', () => {
        const mode = slice.loadUint(8)
        if ((mode & ~KNOWN_MODES) !== 0 || (mode & CARRY_ALL) === CARRY_ALL) {
          throw new TlbError('action_send_msg', `mode ${mode}`)
        }
        const message = openCell(slice.loadRef(), 'MessageRelaxed')
        endTlb(slice, 'action_send_msg')
        const toMasterchain = skipInfo(message)
        if (toMasterchain === undefined) return undefined
        return {
          cells: Array.from({ length: message.remainingRefs }, () => message.loadRef()),
          toMasterchain,
        }
      }) ?? unsupported()
    )
  } catch (error) {
    if (!(error instanceof TlbError || error instanceof PrunedBranchError)) throw error
    throw refusal("estimate_fee: can't parse send_msg", { cause: error })
  }
}

function unsupported(): never {
  throw refusal('estimate_fee: messages with external addresses are unsupported')
}

/** Returns whether the message goes to the masterchain; undefined for an internal one without an internal address. */
function skipInfo(slice: Slice): boolean | undefined {
  if (slice.loadBit()) {
    if (!slice.loadBit()) throw new TlbError('CommonMsgInfoRelaxed', 'an inbound message')
    skipAddress(slice)
    loadMsgAddressExt(slice)
    slice.skip(64 + 32)
    return false
  }
  slice.skip(3)
  skipAddress(slice)
  if (!slice.preloadBit()) return undefined
  const destination = loadMsgAddressInt(slice)
  loadCurrencies(slice)
  slice.loadCoins()
  slice.loadCoins()
  slice.skip(64 + 32)
  return destination instanceof Address && destination.workChain === MASTERCHAIN
}

function skipAddress(slice: Slice): void {
  if (slice.preloadBit()) loadMsgAddressInt(slice)
  else loadMsgAddressExt(slice)
}
