import type { Cell } from '@ton/core'
import { loadTransaction, type Transaction } from '../../chain/block/transaction.ts'
import { accountCell } from '../../chain/state/account.ts'
import type { ShardAccount, ShardAccounts } from '../../chain/state/shardAccounts.ts'
import { parseCell, TlbError } from '../../chain/tlb.ts'
import type { ExecutedTransaction } from '../executor/transactionExecutor.ts'

/** An account that the block changes. */
export type TouchedAccount = {
  readonly accountId: Buffer
  /** The Account cells before the block and now. */
  readonly before: Cell
  readonly now: ShardAccount
  readonly transactions: readonly { readonly lt: bigint; readonly cell: Cell }[]
  /** End lt of its last transaction, which a deleted account does not store. */
  readonly endLt: bigint
}

const NO_ACCOUNT: ShardAccount = {
  account: accountCell(undefined),
  lastTransHash: Buffer.alloc(32),
  lastTransLt: 0n,
}

/** A transaction with its cell. */
export type Executed = { readonly cell: Cell; readonly transaction: Transaction }

/** The accounts of a shard while a block changes them. */
export class TouchedAccounts {
  readonly #before: ShardAccounts
  readonly #touched = new Map<string, TouchedAccount>()

  constructor(before: ShardAccounts) {
    this.#before = before
  }

  values(): Iterable<TouchedAccount> {
    return this.#touched.values()
  }

  /** Returns the present state of an account. */
  get(accountId: Buffer): ShardAccount {
    const touched = this.#touched.get(accountId.toString('latin1'))
    return touched?.now ?? this.#before.get(accountId) ?? NO_ACCOUNT
  }

  /** Returns the end lt of an account's last transaction in the block; 0 if it has none. */
  endLt(accountId: Buffer): bigint {
    return this.#touched.get(accountId.toString('latin1'))?.endLt ?? 0n
  }

  /** Adds a transaction. @throws TlbError if its states are not those of the account */
  apply(
    accountId: Buffer,
    { transaction: cell, account }: ExecutedTransaction,
  ): Executed & Pick<TouchedAccount, 'endLt'> {
    const transaction = parseCell(cell, 'Transaction', loadTransaction)
    const key = accountId.toString('latin1')
    const touched = this.#touched.get(key)
    const before = this.get(accountId).account
    if (!transaction.stateUpdate.oldHash.equals(before.hash())) {
      throw new TlbError('Transaction', 'it does not begin where the account stands')
    }
    if (!transaction.stateUpdate.newHash.equals(account.account.hash())) {
      throw new TlbError('Transaction', 'it does not end where the account stands')
    }
    const endLt = transaction.lt + BigInt(transaction.outMsgs.length) + 1n
    this.#touched.set(key, {
      accountId,
      before: touched?.before ?? before,
      now: account,
      transactions: [...(touched?.transactions ?? []), { lt: transaction.lt, cell }],
      endLt,
    })
    return { cell, transaction, endLt }
  }
}
