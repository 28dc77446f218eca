import type { AccountStatus, Builder, Cell, CurrencyCollection, HashUpdate, Slice } from '@ton/core'
import {
  beginCell,
  Dictionary,
  loadAccountStatus,
  loadCurrencyCollection,
  loadHashUpdate,
  storeAccountStatus,
  storeCurrencyCollection,
  storeHashUpdate,
} from '@ton/core'
import { parseCell, TlbError } from '../tlb.ts'
import type { TransactionDescr } from './transactionDescr.ts'
import { loadTransactionDescr, storeTransactionDescr } from './transactionDescr.ts'

// transaction$0111 account_addr:bits256 lt:uint64 prev_trans_hash:bits256 prev_trans_lt:uint64 now:uint32
//   outmsg_cnt:uint15 orig_status:AccountStatus end_status:AccountStatus
//   ^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ]
//   total_fees:CurrencyCollection state_update:^(HASH_UPDATE Account)
//   description:^TransactionDescr = Transaction;

/**
 * A transaction whose messages stay cells, so that their hashes are the real ones: @ton/core's Transaction
 * parses them into a form that doesn't always give the same cell back, and knows neither suspended accounts
 * nor merges.
 */
export type Transaction = {
  readonly accountAddr: Buffer
  readonly lt: bigint
  readonly prevTransHash: Buffer
  readonly prevTransLt: bigint
  /** Unix seconds. */
  readonly now: number
  readonly origStatus: AccountStatus
  readonly endStatus: AccountStatus
  /** `^(Message Any)`: see loadMessage. */
  readonly inMsg: Cell | undefined
  /** In the order of their creation; `outmsg_cnt` is their number. */
  readonly outMsgs: readonly Cell[]
  readonly totalFees: CurrencyCollection
  readonly stateUpdate: HashUpdate
  readonly description: TransactionDescr
}

export function loadTransaction(slice: Slice): Transaction {
  if (slice.loadUint(4) !== 0b0111) throw new TlbError('Transaction', 'unknown constructor')
  const head = {
    accountAddr: slice.loadBuffer(32),
    lt: slice.loadUintBig(64),
    prevTransHash: slice.loadBuffer(32),
    prevTransLt: slice.loadUintBig(64),
    now: slice.loadUint(32),
  }
  const outMsgCount = slice.loadUint(15)
  return {
    ...head,
    origStatus: loadAccountStatus(slice),
    endStatus: loadAccountStatus(slice),
    ...parseCell(slice.loadRef(), 'Transaction', (messages) => ({
      inMsg: messages.loadMaybeRef() ?? undefined,
      outMsgs: loadOutMsgs(messages.loadMaybeRef(), outMsgCount),
    })),
    totalFees: loadCurrencyCollection(slice),
    stateUpdate: parseCell(slice.loadRef(), 'HASH_UPDATE', loadHashUpdate),
    description: parseCell(slice.loadRef(), 'TransactionDescr', loadTransactionDescr),
  }
}

function loadOutMsgs(root: Cell | null, count: number): readonly Cell[] {
  return []
}

export function storeTransaction(transaction: Transaction): (builder: Builder) => void {
  const outMsgs = Dictionary.empty(Dictionary.Keys.Uint(15), Dictionary.Values.Cell())
  for (const [index, message] of transaction.outMsgs.entries()) outMsgs.set(index, message)
  return (builder) => {
    builder
      .storeUint(0b0111, 4)
      .storeBuffer(transaction.accountAddr, 32)
      .storeUint(transaction.lt, 64)
      .storeBuffer(transaction.prevTransHash, 32)
      .storeUint(transaction.prevTransLt, 64)
      .storeUint(transaction.now, 32)
      .storeUint(transaction.outMsgs.length, 15)
      .store(storeAccountStatus(transaction.origStatus))
      .store(storeAccountStatus(transaction.endStatus))
      .storeRef(beginCell().storeMaybeRef(transaction.inMsg).storeDict(outMsgs))
      .store(storeCurrencyCollection(transaction.totalFees))
      .storeRef(beginCell().store(storeHashUpdate(transaction.stateUpdate)))
      .storeRef(beginCell().store(storeTransactionDescr(transaction.description)))
  }
}
