import {
  AGAIN_PRIORITY,
  CLASSIFICATION_STATES,
  type ClassifiedBatch,
  type ClassifiedTrace,
  type PackedAction,
} from '../classifiedTraces.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'
import type { ClassificationQueue } from './classificationQueue.ts'

/** Rows of actions. They are replaced trace by trace. */
export type ActionRows = {
  /** Writes results of classification and removes their traces from the queue. */
  write(batch: ClassifiedBatch): void
  /** Removes all rows of a trace that is no longer finished or became part of another trace. */
  removeTrace(trace: number): void
}

const COLUMNS = [
  'action_id',
  'kind',
  'parent',
  'start_lt',
  'end_lt',
  'start_utime',
  'end_utime',
  'success',
  'transactions',
  'accounts',
  'parties',
  'fields',
] as const

type Column = (typeof COLUMNS)[number]
type StoredAction = { readonly [Name in Column]: bigint | Buffer | null } & {
  readonly id: bigint
  readonly parties: Buffer
  readonly accounts: bigint
}
type TraceRow = {
  readonly nodes: bigint
  readonly pending: bigint
  readonly state: bigint
  readonly end_lt: bigint
  readonly end_utime: bigint
}

const COMPLETE = 1n
const ADDRESS = 33
const ACCOUNT_NUMBER = 8

function prepareStatements(connection: Connection) {
  const traceRow = connection
    .prepare<[number], TraceRow>('SELECT nodes, pending, state, end_lt, end_utime FROM traces WHERE id = ?')
    .safeIntegers()
  const stored = connection
    .prepare<[number], StoredAction & Pick<TraceRow, 'end_lt'> & { trace_end_lt: bigint }>(
      `SELECT id, trace_end_lt, ${COLUMNS.join(', ')} FROM actions WHERE trace = ? ORDER BY id`,
    )
    .safeIntegers()
  const insert = insertInto(connection, 'actions', ['trace', 'trace_end_lt', 'trace_end_utime', ...COLUMNS])
  const remove = connection.prepare('DELETE FROM actions WHERE id = ?')
  const list = insertInto(connection, 'action_accounts', [
    'account',
    'trace_end_lt',
    'action',
    'trace_end_utime',
    'kind',
  ])
  const unlist = connection.prepare(
    'DELETE FROM action_accounts WHERE account = ? AND trace_end_lt = ? AND action = ?',
  )
  const setState = connection.prepare('UPDATE traces SET classification = ? WHERE id = ?')
  const saveFacts = connection.prepare(
    'INSERT INTO action_facts (trace, facts) VALUES (?, ?) ON CONFLICT (trace) DO UPDATE SET facts = excluded.facts',
  )
  const removeFacts = connection.prepare('DELETE FROM action_facts WHERE trace = ?')
  const addWord = connection.prepare(
    'INSERT INTO action_words (id, word) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const addKind = connection.prepare(
    'INSERT INTO action_kinds (id, type, ancestors) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    traceRow,
    stored,
    insert,
    remove,
    list,
    unlist,
    setState,
    saveFacts,
    removeFacts,
    addWord,
    addKind,
  }
}

/** Prepares the statements of actions and their accounts on the writer's connection. */
export function createActionRows(
  connection: Connection,
  accounts: AccountRows,
  queue: ClassificationQueue,
): ActionRows {
  const sql = prepareStatements(connection)

  function removeAction({
    id,
    accounts: count,
    parties,
    trace_end_lt,
  }: StoredAction & { trace_end_lt: bigint }) {
    for (let index = 0; index < Number(count); index++) {
      sql.unlist.run(parties.readBigInt64BE(index * ACCOUNT_NUMBER), trace_end_lt, id)
    }
    sql.remove.run(id)
  }

  function replace(trace: number, { end_lt, end_utime }: TraceRow, actions: readonly PackedAction[]): number {
    const before = sql.stored.all(trace)
    const after = actions.map((action) => valuesOf(action, accounts))
    const indexes = new Map(before.map(({ id }, index) => [id, BigInt(index)]))
    const placed = before.map((row) => ({
      ...row,
      parent: row.parent === null ? null : (indexes.get(row.parent as bigint) ?? null),
    }))
    const changed = countChanges(placed, after)
    const isSameEnd = before.every((row) => row.trace_end_lt === end_lt)
    if (changed === 0 && isSameEnd) return 0
    for (const row of before) removeAction(row)
    const ids: bigint[] = []
    for (const values of after) {
      const parent = values.parent === null ? null : (ids[Number(values.parent)] ?? null)
      const ends = { trace_end_lt: end_lt, trace_end_utime: end_utime }
      const id = BigInt(sql.insert({ ...values, parent, trace, ...ends }).lastInsertRowid)
      ids.push(id)
      const parties = values.parties as Buffer
      for (let index = 0; index < Number(values.accounts); index++) {
        sql.list({
          account: parties.readBigInt64BE(index * ACCOUNT_NUMBER),
          action: id,
          kind: values.kind,
          ...ends,
        })
      }
    }
    return changed
  }

  function writeTrace(classified: ClassifiedTrace): void {
    const { trace, transactions, queued, state, facts, actions } = classified
    const row = sql.traceRow.get(trace)
    // If the trace has grown, it is in the queue again or part of another trace.
    const isSame = queued === 'any' || (row && Number(row.nodes) === transactions)
    if (!row || !isSame || row.pending !== 0n || row.state !== COMPLETE) return
    const changed = replace(trace, row, actions)
    if (queued && queued !== 'any' && queued.priority === AGAIN_PRIORITY) queue.countChanged(changed)
    sql.setState.run(CLASSIFICATION_STATES.indexOf(state), trace)
    if (facts === undefined) sql.removeFacts.run(trace)
    else sql.saveFacts.run(trace, facts)
    if (queued === 'any') queue.remove(trace)
    else if (queued) queue.done(trace, queued)
  }

  return {
    write({ traces, words, kinds }) {
      for (const { id, word } of words) sql.addWord.run(id, word)
      for (const { id, type, ancestors } of kinds) sql.addKind.run(id, type, JSON.stringify(ancestors))
      for (const trace of traces) writeTrace(trace)
    },
    removeTrace(trace) {
      for (const row of sql.stored.all(trace)) removeAction(row)
      sql.removeFacts.run(trace)
      queue.remove(trace)
    },
  }
}

/** Returns the numbers of parties in their stored form. */
function partyNumbers(parties: Buffer, accounts: AccountRows): Buffer {
  const numbers = Buffer.allocUnsafe((parties.length / ADDRESS) * ACCOUNT_NUMBER)
  for (let at = 0, to = 0; at < parties.length; at += ADDRESS, to += ACCOUNT_NUMBER) {
    numbers.writeBigInt64BE(accounts.idOf(parties.subarray(at, at + ADDRESS)), to)
  }
  return numbers
}

/** Returns the column values. `parent` is still an index among the trace's actions. */
function valuesOf(
  action: PackedAction,
  accounts: AccountRows,
): { readonly [Name in Column]: bigint | Buffer | null } {
  return {
    action_id: action.actionId,
    kind: BigInt(action.kind),
    parent: action.parent === undefined ? null : BigInt(action.parent),
    start_lt: action.startLt,
    end_lt: action.endLt,
    start_utime: BigInt(action.startUtime),
    end_utime: BigInt(action.endUtime),
    success: action.success ? 1n : 0n,
    transactions: action.transactions,
    accounts: BigInt(action.accounts),
    parties: partyNumbers(action.parties, accounts),
    fields: action.fields,
  }
}

type Comparable = { readonly [Name in Column]: bigint | Buffer | null }

/** Returns the number of actions that were changed, added or removed. */
function countChanges(before: readonly Comparable[], after: readonly Comparable[]): number {
  const textOf = (row: Comparable) =>
    COLUMNS.map((name) => {
      const value = row[name]
      return Buffer.isBuffer(value) ? value.toString('base64') : String(value)
    }).join(' ')
  const idOf = (row: Comparable) => (row.action_id as Buffer).toString('base64')
  const old = new Map(before.map((row) => [idOf(row), textOf(row)]))
  let changed = 0
  for (const row of after) {
    if (old.get(idOf(row)) !== textOf(row)) changed++
    old.delete(idOf(row))
  }
  return changed + old.size
}
