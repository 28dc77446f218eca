import { beginCell } from '@ton/core'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { type KnownParts, saveShownCode, storeAccountCell } from '../accountCell.ts'
import { dedupedHashes } from '../dedupedCells.ts'
import { ACCOUNT_STATUSES, type ParsedAccountState, type ParsedTransaction } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto, type SqlValue } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'
import type { DetectionQueue } from './detectionQueue.ts'

/** Rows of latest_states. */
export type StateRows = {
  /**
   * Writes the newest state of an account. If a newer state is stored, only the code is saved; if the same whole
   * state is stored, only its time is updated.
   * @param utime time of the block that has the state, Unix seconds
   */
  write(state: ParsedAccountState, utime: number, mcSeqno: number): void
  /**
   * Writes the state of an account that the transaction deleted: a row of status nonexist, so that no older state
   * replaces it.
   */
  writeGone(transaction: ParsedTransaction, utime: number, mcSeqno: number): void
}

/** `account_none$0`. */
const NO_ACCOUNT = serializeBoc(beginCell().storeBit(false).endCell(), PROOF_BOC)
/** Value of accounts.code if the newest state has no code. */
const NO_CODE = 0
/**
 * Maximum size of an account's cell whose unchanged parts are carried over, bytes: they are written again with every
 * block.
 */
const MAX_CARRIED_BYTES = 1 << 18

/** Prepares the statements of account states on the writer's connection. */
export function createStateRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
  queue: Pick<DetectionQueue, 'stateChanged' | 'stateRead'>,
): StateRows {
  const findLt = connection
    .prepare<[bigint], [bigint, bigint, bigint | null]>(
      'SELECT last_tx_lt, is_whole, code FROM latest_states WHERE account = ?',
    )
    .raw()
    .safeIntegers()
  const findCell = connection
    .prepare<[bigint], [Buffer, number | null]>(
      'SELECT account_cell, code FROM latest_states WHERE account = ?',
    )
    .raw()
  const columns = [
    'hash',
    'balance',
    'extra',
    'status',
    'utime',
    'last_tx_hash',
    'last_tx_lt',
    'frozen_hash',
    'data_hash',
    'account_cell',
    'is_whole',
  ] as const
  const insert = insertInto(connection, 'latest_states', [...columns, 'account', 'code'])
  // SQLite rewrites an index for each of its columns that a statement names.
  const update = connection.prepare(
    `UPDATE latest_states SET ${columns.map((column) => `${column} = @${column}`).join(', ')} WHERE account = @account`,
  )
  const setCode = connection.prepare('UPDATE latest_states SET code = ? WHERE account = ?')
  const nameCode = connection.prepare('UPDATE accounts SET code = ? WHERE id = ?')
  const renew = connection.prepare('UPDATE latest_states SET utime = ? WHERE account = ? AND utime < ?')
  /** The account whose state is being written: storeAccountCell reads `parts` for it. */
  let current = 0n
  let isFirst = false
  const parts: KnownParts = {
    hasCode: cells.hasCode,
    hasCachedCode: cells.hasCachedCode,
    saveCode: cells.saveCode,
    get isFirst() {
      return isFirst
    },
    before: { [Symbol.iterator]: () => bagsBefore(current) },
  }

  /** Yields the account's earlier cell, its code, then the parts pruned in these. Callers can stop early. */
  function* bagsBefore(account: bigint): Generator<Buffer> {
    const before = findCell.get(account)
    if (before === undefined || before[0].length > MAX_CARRIED_BYTES) return
    const bags = [before[0]]
    const code = before[1] === null ? undefined : cells.codeOf(before[1])
    if (code) bags.push(code)
    const seen = new Set<string>()
    for (const bag of bags) {
      yield bag
      for (const hash of dedupedHashes(bag)) {
        if (seen.has(hash) || !cells.hasCode(hash)) continue
        seen.add(hash)
        const part = cells.codeOf(cells.codeId(Buffer.from(hash, 'latin1')))
        if (part) bags.push(part)
      }
    }
  }

  /**
   * Writes a row.
   * @param before the code in the account's row; undefined without a row
   */
  function save(
    account: bigint,
    code: number | null,
    before: number | null | undefined,
    mcSeqno: number,
    values: { readonly [Name in (typeof columns)[number]]: SqlValue },
  ): void {
    queue.stateChanged(account, before, code, mcSeqno)
    if (before === undefined) insert({ ...values, account, code })
    else update.run({ ...values, account })
    if (before === code) return
    if (before !== undefined) setCode.run(code, account)
    nameCode.run(code ?? NO_CODE, account)
  }

  return {
    write(state, utime, mcSeqno) {
      const account = accounts.idOf(state.account)
      const before = findLt.get(account)
      if (before !== undefined) {
        const [lastLt, isWhole] = before
        if (lastLt > state.lastTransLt) {
          if (state.codeHash) saveShownCode(state.shown, state.codeHash.toString('latin1'), cells)
          return
        }
        if (lastLt === state.lastTransLt && isWhole === 1n) {
          renew.run(utime, account, utime)
          queue.stateRead(account)
          return
        }
      }
      current = account
      isFirst = before === undefined
      const stored = storeAccountCell(state.shown, state.codeHash?.toString('latin1'), parts)
      const code = state.codeHash ? cells.codeId(state.codeHash) : null
      save(account, code, codeIn(before), mcSeqno, {
        hash: state.hash,
        balance: state.balance,
        extra: state.extra ?? null,
        status: ACCOUNT_STATUSES.indexOf(state.status),
        utime,
        last_tx_hash: state.lastTransHash,
        last_tx_lt: state.lastTransLt,
        frozen_hash: state.frozenHash ?? null,
        data_hash: state.dataHash ?? null,
        account_cell: stored.boc,
        is_whole: stored.isWhole ? 1 : 0,
      })
    },
    writeGone({ account: address, stateAfter, hash, lt }, utime, mcSeqno) {
      const account = accounts.idOf(address)
      const before = findLt.get(account)
      if (before !== undefined && before[0] >= lt) return
      save(account, null, codeIn(before), mcSeqno, {
        hash: stateAfter,
        balance: 0,
        extra: null,
        status: ACCOUNT_STATUSES.indexOf('nonexist'),
        utime,
        last_tx_hash: hash,
        last_tx_lt: lt,
        frozen_hash: null,
        data_hash: null,
        account_cell: NO_ACCOUNT,
        is_whole: 1,
      })
    },
  }
}

/** Returns the code in a row of last_tx_lt, is_whole and code; undefined without a row. */
function codeIn(row: readonly [bigint, bigint, bigint | null] | undefined): number | null | undefined {
  if (row === undefined) return undefined
  return row[2] === null ? null : Number(row[2])
}
