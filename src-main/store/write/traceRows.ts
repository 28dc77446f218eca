import type { Connection } from '../sqlite/driver.ts'
import type { ActionRows } from './actions.ts'
import type { ClassificationQueue } from './classificationQueue.ts'

/** A trace as it is being assembled: the counters of its row, and what became of it since it was read. */
export type Trace = {
  readonly id: number
  /** Of the transaction that nothing in the index caused, and that transaction's place. */
  rootTx: number
  mcSeqnoStart: number
  startLt: bigint
  startUtime: number
  /** Nothing can have caused its first transaction but somebody outside; otherwise the trace is broken until it comes. */
  isRooted: boolean
  mcSeqnoEnd: number
  endLt: bigint
  endUtime: number
  /** Transactions. */
  nodes: number
  /** Messages that were received, or left the chain. */
  edges: number
  /** Messages whose receiver is not there. */
  pending: number
  /** Accounts of the transactions that came since it was read. */
  readonly newAccounts: Set<bigint>
  /** How trace_accounts has it; undefined where it has no rows of it. */
  listed: { readonly endLt: bigint; readonly endUtime: number } | undefined
  isStored: boolean
}

const TRACE_STATES = ['open', 'complete', 'broken'] as const

export type TraceRows = {
  /** Undefined where there is no such trace. */
  read(id: number): Trace | undefined
  /** A finished trace is queued for classification; see ClassificationQueue. */
  write(trace: Trace, newestSeqno: number): void
  remove(trace: Trace): void
  /** The transactions of one trace become those of another. */
  relabel(from: number, to: number): void
  accountsOf(id: number): readonly bigint[]
  traceOf(transaction: number): number | undefined
  /** The transactions that received a message, with their traces. */
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

export function createTraceRows(
  connection: Connection,
  actions: Pick<ActionRows, 'removeTrace'>,
  queue: Pick<ClassificationQueue, 'changed'>,
): TraceRows {
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

  /** Finished traces are found by their accounts. One that only grew at its beginning gets the accounts it lacks. */
  function writeAccounts(trace: Trace): void {
    const { id, endLt, endUtime, listed, pending } = trace
    const stays = pending === 0 && listed?.endLt === endLt && listed.endUtime === endUtime
    if (listed && !stays) unlist.run(id)
    if (pending > 0) return
    const accounts = trace.isStored && !stays ? accountsOf.all(id) : trace.newAccounts
    for (const account of accounts) list.run(account, endLt, id, endUtime)
  }

  return {
    read(id) {
      const row = find.get(id)
      if (row === undefined) return undefined
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
    },
    write(trace, newestSeqno) {
      writeAccounts(trace)
      const state = trace.isRooted ? (trace.pending === 0 ? 'complete' : 'open') : 'broken'
      const statement = trace.isStored ? update : insert
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
        unlist.run(trace.id)
        actions.removeTrace(trace.id)
      }
      if (trace.isStored) remove.run(trace.id)
    },
    relabel: (from, to) => relabel.run(to, from),
    accountsOf: (id) => accountsOf.all(id),
    traceOf: (transaction) => traceOf.get(transaction),
    receivers: (message) => receivers.all(message),
    largestId: () => largestId.get() ?? 0,
  }
}
