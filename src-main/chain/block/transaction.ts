import type { AccountStatus, Builder, Cell, CurrencyCollection, HashUpdate, Slice } from '@ton/core'
import { beginCell, loadAccountStatus, loadHashUpdate, storeAccountStatus, storeHashUpdate } from '@ton/core'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'
import { parseCell, TlbError } from '../tlb.ts'
import type { TransactionDescr } from './transactionDescr.ts'
import { loadTransactionDescr, storeTransactionDescr } from './transactionDescr.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// transaction$0111 account_addr:bits256 lt:uint64 prev_trans_hash:bits256 prev_trans_lt:uint64 now:uint32
//   outmsg_cnt:uint15 orig_status:AccountStatus end_status:AccountStatus
//   ^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ]
//   total_fees:CurrencyCollection state_update:^(HASH_UPDATE Account)
//   description:^TransactionDescr = Transaction;

/**
 * A transaction whose messages stay cells, so that their hashes are exact. @ton/core's Transaction parses
 * them into a form that does not always give the same cell back, and lacks suspended accounts and merges.
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

const TAG = 0b0111
/** account_addr, lt, prev_trans_hash, prev_trans_lt, now, outmsg_cnt and two statuses. */
const BITS_BEFORE_FEES = 256 + 64 + 256 + 64 + 32 + 15 + 2 + 2

/**
 * Reads `transaction$0111`.
 * @throws TlbError for another tag, or if `out_msgs` does not have exactly the keys below `outmsg_cnt`
 */
export function loadTransaction(slice: Slice): Transaction {
  if (slice.loadUint(4) !== TAG) throw new TlbError('Transaction', 'unknown constructor')
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
    totalFees: loadCurrencies(slice),
    stateUpdate: parseCell(slice.loadRef(), 'HASH_UPDATE', loadHashUpdate),
    description: parseCell(slice.loadRef(), 'TransactionDescr', loadTransactionDescr),
  }
}

const OUT_MSGS: HashmapCodec<Cell> = {
  type: 'Transaction.out_msgs',
  keyBits: 15,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (message) => (builder) => {
    builder.storeRef(message)
  },
}

function loadOutMsgs(root: Cell | null, count: number): readonly Cell[] {
  if (root === null && count === 0) return []
  const messages: Cell[] = []
  for (const { key, value } of new HashmapE(OUT_MSGS, root).entries()) {
    const index = Number(uintOfKey(key, 15))
    if (index !== messages.length) throw new TlbError('Transaction', `no out-message ${messages.length}`)
    messages.push(value)
  }
  if (messages.length !== count) {
    throw new TlbError('Transaction', `${messages.length} out-messages where ${count} are announced`)
  }
  return messages
}

/** Reads only the total fees: the extra of a transaction in its AccountBlock. */
export function loadTransactionFees(slice: Slice): CurrencyCollection {
  if (slice.loadUint(4) !== TAG) throw new TlbError('Transaction', 'unknown constructor')
  slice.skip(BITS_BEFORE_FEES).loadRef()
  return loadCurrencies(slice)
}

/** Returns a writer (for Builder.store) of `transaction$0111`. */
export function storeTransaction(transaction: Transaction): (builder: Builder) => void {
  const outMsgs = transaction.outMsgs.map((value, index) => ({ key: keyOfUint(index, 15), value }))
  return (builder) => {
    builder
      .storeUint(TAG, 4)
      .storeBuffer(transaction.accountAddr, 32)
      .storeUint(transaction.lt, 64)
      .storeBuffer(transaction.prevTransHash, 32)
      .storeUint(transaction.prevTransLt, 64)
      .storeUint(transaction.now, 32)
      .storeUint(transaction.outMsgs.length, 15)
      .store(storeAccountStatus(transaction.origStatus))
      .store(storeAccountStatus(transaction.endStatus))
      .storeRef(
        beginCell().storeMaybeRef(transaction.inMsg).storeMaybeRef(HashmapE.from(OUT_MSGS, outMsgs).root),
      )
      .store(storeCurrencies(transaction.totalFees))
      .storeRef(beginCell().store(storeHashUpdate(transaction.stateUpdate)))
      .storeRef(beginCell().store(storeTransactionDescr(transaction.description)))
  }
}
