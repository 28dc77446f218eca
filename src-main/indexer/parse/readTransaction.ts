import { cellBoc } from '../../chain/cells/bagBoc.ts'
import type { CellBag } from '../../chain/cells/cellBag.ts'
import { TlbError } from '../../chain/tlb.ts'
import {
  ACCOUNT_STATUSES,
  type AccountStatusName,
  type ParsedMessage,
  type ParsedTransaction,
} from '../../store/parsedBlock.ts'
import { type BagSlice, loadCurrencies, openBagCell, walkLeaves } from './bagSlice.ts'
import { readMessage } from './readMessage.ts'

/** Data of the block that a transaction's own cell lacks. */
export type BlockContext = {
  readonly workchain: number
  /** Global version of the software that made the block; 0 if its header has none, undefined if it was not read. */
  readonly globalVersion: number | undefined
}

const TAG = 0b0111
const UPDATE_TAG = 0x72
const OUT_MSG_KEY_BITS = 15

/**
 * Reads a transaction with its messages. Throws TlbError.
 *
 * transaction$0111 account_addr:bits256 lt:uint64 prev_trans_hash:bits256 prev_trans_lt:uint64 now:uint32
 * outmsg_cnt:uint15 orig_status:AccountStatus end_status:AccountStatus ^[ in_msg:(Maybe ^(Message Any))
 * out_msgs:(HashmapE 15 ^(Message Any)) ] total_fees:CurrencyCollection state_update:^(HASH_UPDATE Account)
 * description:^TransactionDescr
 */
export function readTransaction(bag: CellBag, cell: number, place: BlockContext): ParsedTransaction {
  const slice = openBagCell(bag, cell, 'Transaction')
  const { bits } = slice
  if (bits.loadUint(4) !== TAG) throw new TlbError('Transaction', 'unknown constructor')
  const account = Buffer.allocUnsafe(33)
  account.writeInt8(place.workchain, 0)
  bits.loadBuffer(32).copy(account, 1)
  const lt = bits.loadUintBig(64)
  const prevHash = bits.loadBuffer(32)
  const prevLt = bits.loadUintBig(64)
  const now = bits.loadUint(32)
  const outMsgCount = bits.loadUint(15)
  const origStatus = loadStatus(slice)
  const endStatus = loadStatus(slice)
  const messages = openBagCell(bag, slice.loadRef(), 'Transaction')
  const inMsg = messages.loadMaybeRef()
  const outMsgs = readOutMsgs(bag, messages.loadMaybeRef(), place.globalVersion)
  if (outMsgs.length !== outMsgCount) {
    throw new TlbError('Transaction', `${outMsgs.length} out-messages where ${outMsgCount} are announced`)
  }
  const { coins, extra } = loadCurrencies(slice)
  const update = openBagCell(bag, slice.loadRef(), 'HASH_UPDATE').bits
  if (update.loadUint(8) !== UPDATE_TAG) throw new TlbError('HASH_UPDATE', 'unknown constructor')
  return {
    account,
    hash: bag.hash(cell),
    lt,
    prevHash,
    prevLt,
    now,
    origStatus,
    endStatus,
    totalFees: coins,
    totalFeesExtra: extra === undefined ? undefined : cellBoc(bag, extra),
    stateBefore: update.loadBuffer(32),
    stateAfter: update.loadBuffer(32),
    description: cellBoc(bag, slice.loadRef()),
    inMsg: inMsg === undefined ? undefined : readMessage(bag, inMsg, place.globalVersion),
    outMsgs,
  }
}

function readOutMsgs(
  bag: CellBag,
  root: number | undefined,
  globalVersion: number | undefined,
): ParsedMessage[] {
  const messages: ParsedMessage[] = []
  if (root === undefined) return messages
  // Keys count from 0, so the dictionary's order is that of creation.
  walkLeaves(openBagCell(bag, root, 'Transaction.out_msgs'), OUT_MSG_KEY_BITS, (leaf) => {
    messages.push(readMessage(bag, leaf.loadRef(), globalVersion))
  })
  return messages
}

function loadStatus({ bits }: BagSlice): AccountStatusName {
  return ACCOUNT_STATUSES[bits.loadUint(2)] as AccountStatusName
}
