import type { Connection } from '../sqlite/driver.ts'
import type { ActionRows } from './actions.ts'
import type { ClassificationQueue } from './classificationQueue.ts'

/** A trace while it is assembled: the columns of its row and the changes since it was read. */
export type Trace = {
  readonly id: number
  /** Row of the trace's first transaction; the next three fields are that transaction's. */
  rootTx: number
  mcSeqnoStart: number
  startLt: bigint
  startUtime: number
  /**
   * False if the first transaction was caused by a message whose sender is not stored yet: the trace is broken until
   * then.
   */
  isRooted: boolean
  mcSeqnoEnd: number
  endLt: bigint
  endUtime: number
  /** Number of transactions. */
  nodes: number
  /** Number of messages that were received or left the chain. */
  edges: number
  /** Number of messages whose receiver is not stored. */
  pending: number
  /** Accounts of the transactions added since it was read. */
  readonly newAccounts: Set<bigint>
  /** Values of its rows in trace_accounts; undefined if it has none. */
  listed: { readonly endLt: bigint; readonly endUtime: number } | undefined
  isStored: boolean
}

const TRACE_STATES = ['open', 'complete', 'broken'] as const

/** Rows of `traces` and trace_accounts. */
export type TraceRows = {
  /** Returns undefined if the trace does not exist. */
  read(id: number): Trace | undefined
  /** Writes a trace; queues a finished one for classification (see ClassificationQueue). */
  write(trace: Trace, newestSeqno: number): void
  remove(trace: Trace): void
  /** Moves the transactions of one trace to another. */
  relabel(from: number, to: number): void
  accountsOf(id: number): readonly bigint[]
  traceOf(transaction: number): number | undefined
  /** Returns the transactions that received a message, with their traces. */
  receivers(message: number): readonly { readonly transaction: number; readonly trace: number }[]
  largestId(): number
}

const COLUMNS = [
  'root_tx',
  'state',
  'mc_seqno_start',
  'mc_seqno_end',
  'start_lt',
  'start_utime',
  'end_lt',
  'end_utime',
  'nodes',
  'edges',
  'pending',
]

type Row = [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]

function prepareStatements(connection: Connection) {
  const find = connection
    .prepare<[number], Row>(`SELECT ${COLUMNS.join(', ')} FROM traces WHERE id = ?`)
    .raw()
    .safeIntegers()
  const insert = connection.prepare(
    `INSERT INTO traces (${COLUMNS.join(', ')}, id) VALUES (${COLUMNS.map(() => '?').join(', ')}, ?)`,
  )
  const update = connection.prepare(
    `UPDATE traces SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')}, classification = 0 WHERE id = ?`,
  )
  const remove = connection.prepare('DELETE FROM traces WHERE id = ?')
  const relabel = connection.prepare('UPDATE transactions SET trace = ? WHERE trace = ?')
  const accountsOf = connection
    .prepare<[number], bigint>('SELECT DISTINCT account FROM transactions WHERE trace = ?')
    .pluck()
    .safeIntegers()
  const traceOf = connection.prepare<[number], number>('SELECT trace FROM transactions WHERE id = ?').pluck()
  const receivers = connection.prepare<[number], { transaction: number; trace: number }>(
    'SELECT id AS "transaction", trace FROM transactions WHERE in_msg = ?',
  )
  const largestId = connection.prepare<[], number | null>('SELECT max(id) FROM traces').pluck()
  const list = connection.prepare(
    'INSERT INTO trace_accounts (account, end_lt, trace, end_utime) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const unlist = connection.prepare('DELETE FROM trace_accounts WHERE trace = ?')
  return { find, insert, update, remove, relabel, accountsOf, traceOf, receivers, largestId, list, unlist }
}

/** Prepares the statements of traces on the writer's connection. */
export function createTraceRows(
  connection: Connection,
  actions: Pick<ActionRows, 'removeTrace'>,
  queue: Pick<ClassificationQueue, 'changed'>,
): TraceRows {
  const sql = prepareStatements(connection)

  /** Lists finished traces by their accounts. A trace that only grew at its beginning gets the missing accounts. */
  function writeAccounts(trace: Trace): void {
    const { id, endLt, endUtime, listed, pending } = trace
    const stays = pending === 0 && listed?.endLt === endLt && listed.endUtime === endUtime
    if (listed && !stays) sql.unlist.run(id)
    if (pending > 0) return
    const accounts = trace.isStored && !stays ? sql.accountsOf.all(id) : trace.newAccounts
    for (const account of accounts) sql.list.run(account, endLt, id, endUtime)
  }

  return {
    read(id) {
      const row = sql.find.get(id)
      return row && traceOfRow(id, row)
    },
    write(trace, newestSeqno) {
      writeAccounts(trace)
      const state = trace.isRooted ? (trace.pending === 0 ? 'complete' : 'open') : 'broken'
      const statement = trace.isStored ? sql.update : sql.insert
      statement.run(
        trace.rootTx,
        TRACE_STATES.indexOf(state),
        trace.mcSeqnoStart,
        trace.mcSeqnoEnd,
        trace.startLt,
        trace.startUtime,
        trace.endLt,
        trace.endUtime,
        trace.nodes,
        trace.edges,
        trace.pending,
        trace.id,
      )
      if (state === 'complete') queue.changed(trace.id, trace.mcSeqnoEnd, newestSeqno)
      else if (trace.listed) actions.removeTrace(trace.id)
    },
    remove(trace) {
      if (trace.listed) {
        sql.unlist.run(trace.id)
        actions.removeTrace(trace.id)
      }
      if (trace.isStored) sql.remove.run(trace.id)
    },
    relabel: (from, to) => sql.relabel.run(to, from),
    accountsOf: (id) => sql.accountsOf.all(id),
    traceOf: (transaction) => sql.traceOf.get(transaction),
    receivers: (message) => sql.receivers.all(message),
    largestId: () => sql.largestId.get() ?? 0,
  }
}

function traceOfRow(id: number, row: Row): Trace {
  const [
    rootTx,
    state,
    mcSeqnoStart,
    mcSeqnoEnd,
    startLt,
    startUtime,
    endLt,
    endUtime,
    nodes,
    edges,
    pending,
  ] = row
  return {
    id,
    rootTx: Number(rootTx),
    isRooted: TRACE_STATES[Number(state)] !== 'broken',
    mcSeqnoStart: Number(mcSeqnoStart),
    mcSeqnoEnd: Number(mcSeqnoEnd),
    startLt,
    startUtime: Number(startUtime),
    endLt,
    endUtime: Number(endUtime),
    nodes: Number(nodes),
    edges: Number(edges),
    pending: Number(pending),
    newAccounts: new Set(),
    listed: pending === 0n ? { endLt, endUtime: Number(endUtime) } : undefined,
    isStored: true,
  }
}
