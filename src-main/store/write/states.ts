import { beginCell } from '@ton/core'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { saveShownCode, storeAccountCell } from '../accountCell.ts'
import { ACCOUNT_STATUSES, type ParsedAccountState, type ParsedTransaction } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto, type SqlValue } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'
import { createCarriedParts } from './carriedParts.ts'
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
const COLUMNS = [
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

type StoredState = readonly [lastTxLt: bigint, isWhole: bigint, code: bigint | null, dataHash: Buffer | null]

type Values = { readonly [Name in (typeof COLUMNS)[number]]: SqlValue } & {
  readonly data_hash: Buffer | null
  readonly last_tx_lt: bigint
}

/** Prepares the statements of account states on the writer's connection. */
export function createStateRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
  queue: Pick<DetectionQueue, 'stateChanged' | 'stateRead'>,
): StateRows {
  const findLt = connection
    .prepare<[bigint], StoredState>(
      'SELECT last_tx_lt, is_whole, code, data_hash FROM latest_states WHERE account = ?',
    )
    .raw()
    .safeIntegers()
  const insert = insertInto(connection, 'latest_states', [...COLUMNS, 'account', 'code'])
  // SQLite rewrites an index for each of its columns that a statement names.
  const update = connection.prepare(
    `UPDATE latest_states SET ${COLUMNS.map((column) => `${column} = @${column}`).join(', ')} WHERE account = @account`,
  )
  const setCode = connection.prepare('UPDATE latest_states SET code = ? WHERE account = ?')
  const nameCode = connection.prepare('UPDATE accounts SET code = ? WHERE id = ?')
  const renew = connection.prepare('UPDATE latest_states SET utime = ? WHERE account = ? AND utime < ?')
  const parts = createCarriedParts(connection, cells)

  /**
   * Writes a row.
   * @param stored the account's row; undefined without a row
   */
  function save(
    account: bigint,
    code: number | null,
    stored: StoredState | undefined,
    mcSeqno: number,
    values: Values,
  ): void {
    const before = codeIn(stored)
    const [old, data] = [stored?.[3] ?? null, values.data_hash]
    const isDataChanged = old && data ? !old.equals(data) : old !== data
    queue.stateChanged(account, { before, code, isDataChanged, lt: values.last_tx_lt }, mcSeqno)
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
      parts.select(account, before === undefined)
      const stored = storeAccountCell(state.shown, state.codeHash?.toString('latin1'), parts)
      const code = state.codeHash ? cells.codeId(state.codeHash) : null
      save(account, code, before, mcSeqno, stateValues(state, stored, utime))
    },
    writeGone(transaction, utime, mcSeqno) {
      const account = accounts.idOf(transaction.account)
      const before = findLt.get(account)
      if (before !== undefined && before[0] >= transaction.lt) return
      save(account, null, before, mcSeqno, goneValues(transaction, utime))
    },
  }
}

/** Returns the code in a row; undefined without a row. */
function codeIn(row: StoredState | undefined): number | null | undefined {
  if (row === undefined) return undefined
  return row[2] === null ? null : Number(row[2])
}

function stateValues(
  state: ParsedAccountState,
  { boc, isWhole }: ReturnType<typeof storeAccountCell>,
  utime: number,
): Values {
  return {
    hash: state.hash,
    balance: state.balance,
    extra: state.extra ?? null,
    status: ACCOUNT_STATUSES.indexOf(state.status),
    utime,
    last_tx_hash: state.lastTransHash,
    last_tx_lt: state.lastTransLt,
    frozen_hash: state.frozenHash ?? null,
    data_hash: state.dataHash ?? null,
    account_cell: boc,
    is_whole: isWhole ? 1 : 0,
  }
}

/** Returns the values of an account that a transaction deleted. */
function goneValues({ stateAfter, hash, lt }: ParsedTransaction, utime: number): Values {
  return {
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
  }
}
