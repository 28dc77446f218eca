import { packDescription } from '../description.ts'
import { ACCOUNT_STATUSES, type ParsedAccountState, type ParsedTransaction } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'
import type { DetectionQueue } from './detectionQueue.ts'
import type { MessageRows } from './messages.ts'
import type { TraceAssembler } from './traceAssembler.ts'

/** Rows of `transactions`. */
export type TransactionRows = {
  /**
   * Writes a transaction with its messages and adds it to its trace.
   * @param block the row of its block
   * @param after the account's state after it, if it is the account's last transaction in the block
   * @returns whether it is new
   */
  write(
    transaction: ParsedTransaction,
    block: number,
    mcSeqno: number,
    after: ParsedAccountState | undefined,
  ): boolean
  /** Adds the account's state to the stored transaction that left it, if the transaction has none. */
  complete(after: ParsedAccountState): void
}

/** Prepares the statements of transactions on the writer's connection. */
export function createTransactionRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
  messages: MessageRows,
  traces: TraceAssembler,
  queue: Pick<DetectionQueue, 'transaction'>,
): TransactionRows {
  const find = connection.prepare<[Buffer], number>('SELECT id FROM transactions WHERE hash = ?').pluck()
  const insert = insertInto(connection, 'transactions', [
    'account',
    'lt',
    'hash',
    'block',
    'mc_seqno',
    'now',
    'trace',
    'in_msg',
    'prev_hash',
    'prev_lt',
    'orig_status',
    'end_status',
    'total_fees',
    'total_fees_extra',
    'state_before',
    'state_after',
    'description',
    'after_balance',
    'after_extra',
    'after_status',
    'after_frozen',
    'after_data',
    'after_code',
    'in_opcode',
  ])
  const setAfter = connection.prepare(
    `UPDATE transactions SET after_balance = @balance, after_extra = @extra, after_status = @status,
      after_frozen = @frozen, after_data = @data, after_code = @code
      WHERE hash = @transaction AND state_after = @hash AND after_status IS NULL`,
  )

  function complete(after: ParsedAccountState): void {
    setAfter.run({
      balance: after.balance,
      extra: after.extra ?? null,
      status: ACCOUNT_STATUSES.indexOf(after.status),
      frozen: after.frozenHash ?? null,
      data: after.dataHash ?? null,
      code: after.codeHash ? cells.codeId(after.codeHash) : null,
      transaction: after.lastTransHash,
      hash: after.hash,
    })
  }

  return {
    complete,
    write(transaction, block, mcSeqno, after) {
      const there = find.get(transaction.hash)
      if (there !== undefined) {
        if (after) complete(after)
        return false
      }
      const { inMsg, lt, now } = transaction
      const received = inMsg ? messages.received(inMsg) : undefined
      const entry = traces.begin(transaction, received?.sender)
      const account = accounts.idOf(transaction.account)
      const inserted = insert({
        account,
        lt,
        hash: transaction.hash,
        block,
        mc_seqno: mcSeqno,
        now,
        trace: entry.traceId,
        in_msg: received?.id ?? null,
        prev_hash: transaction.prevHash,
        prev_lt: transaction.prevLt,
        orig_status: ACCOUNT_STATUSES.indexOf(transaction.origStatus),
        end_status: ACCOUNT_STATUSES.indexOf(transaction.endStatus),
        total_fees: transaction.totalFees,
        total_fees_extra: transaction.totalFeesExtra ?? null,
        state_before: transaction.stateBefore,
        state_after: transaction.stateAfter,
        description: packDescription(transaction.description),
        after_balance: after?.balance ?? null,
        after_extra: after?.extra ?? null,
        after_status: after ? ACCOUNT_STATUSES.indexOf(after.status) : null,
        after_frozen: after?.frozenHash ?? null,
        after_data: after?.dataHash ?? null,
        after_code: after?.codeHash ? cells.codeId(after.codeHash) : null,
        in_opcode: inMsg?.opcode ?? null,
      })
      const id = Number(inserted.lastInsertRowid)
      queue.transaction(account, lt, inMsg?.opcode, mcSeqno)
      entry.addTransaction({ id, account, lt, now, mcSeqno })
      for (const message of transaction.outMsgs) {
        const sent = messages.sent(message, id)
        entry.addSent(sent.id, message.kind === 'internal', sent.wasThere)
      }
      return true
    },
  }
}
