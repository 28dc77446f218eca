import { AGAIN_PRIORITY, type QueuedTrace, type Reclassification } from '../classifiedTraces.ts'
import { PRIORITY } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'

/** Rows of classification_queue: finished traces whose actions must be derived, or derived again. */
export type ClassificationQueue = {
  /**
   * Queues a trace that is finished or has grown. Traces of blocks after `newestSeqno` precede those of a backfill.
   */
  changed(trace: number, mcSeqno: number, newestSeqno: number): void
  /** Removes a trace. */
  remove(trace: number): void
  /** Removes a trace unless it was queued again since it was read. */
  done(trace: number, queued: QueuedTrace): void
  /** Notes a contract of which detection changed its result: queueNext queues its traces again, step by step. */
  contractChanged(account: bigint): void
  /**
   * Queues up to `limit` traces of changed contracts, otherwise of the pass over all traces; returns whether there
   * are more.
   */
  queueNext(limit: number): boolean
  /** Starts a pass over all existing traces. */
  beginAgain(rules: number): void
  /** Returns the rules' version of the last pass; undefined before the first. */
  rules(): number | undefined
  countChanged(actions: number): void
  reclassification(): Reclassification
}

type Pass = { readonly rules: number; readonly next: number; readonly last: number; readonly changed: number }

/** Maximum number of contracts per call. */
const MAX_CONTRACTS = 64

/** Prepares the statements of the classification queue on the writer's connection. */
export function createClassificationQueue(connection: Connection): ClassificationQueue {
  const insert = connection.prepare(
    `INSERT INTO classification_queue (trace, priority, mc_seqno, version) VALUES (?, ?, ?, 1)
    ON CONFLICT (trace) DO UPDATE SET priority = min(priority, excluded.priority), mc_seqno = excluded.mc_seqno,
      version = version + 1`,
  )
  const remove = connection.prepare('DELETE FROM classification_queue WHERE trace = ?')
  const done = connection.prepare('DELETE FROM classification_queue WHERE trace = ? AND version = ?')
  const recheck = connection.prepare(
    `INSERT INTO classification_rechecks (account, last_lt, last_trace) VALUES (?, -1, 0)
    ON CONFLICT (account) DO UPDATE SET last_lt = -1, last_trace = 0`,
  )
  const firstRecheck = connection
    .prepare<[], { account: bigint; last_lt: bigint; last_trace: bigint }>(
      'SELECT * FROM classification_rechecks ORDER BY account LIMIT 1',
    )
    .safeIntegers()
  const saveRecheck = connection.prepare(
    'UPDATE classification_rechecks SET last_lt = ?, last_trace = ? WHERE account = ?',
  )
  const removeRecheck = connection.prepare('DELETE FROM classification_rechecks WHERE account = ?')
  const tracesOf = connection
    .prepare<[bigint, bigint, bigint, number], TraceRow & { end_lt: bigint }>(
      `SELECT ta.end_lt, ta.trace, tr.mc_seqno_end, tr.classification
      FROM trace_accounts ta JOIN traces tr ON tr.id = ta.trace
      WHERE ta.account = ? AND (ta.end_lt, ta.trace) > (?, ?) ORDER BY ta.end_lt, ta.trace LIMIT ?`,
    )
    .safeIntegers()
  const readPass = connection.prepare<[], Pass>('SELECT rules, next, last, changed FROM reclassification')
  const begin = connection.prepare(
    `INSERT INTO reclassification (id, rules, next, last, changed)
    VALUES (1, ?, 0, (SELECT coalesce(max(id), 0) FROM traces), 0)
    ON CONFLICT (id) DO UPDATE SET rules = excluded.rules, next = 0, last = excluded.last, changed = 0`,
  )
  const savePass = connection.prepare('UPDATE reclassification SET next = ?')
  const addChanged = connection.prepare('UPDATE reclassification SET changed = changed + ?')
  const nextTraces = connection.prepare<[number, number, number], { id: number; mc_seqno_end: number }>(
    `SELECT id, mc_seqno_end FROM traces WHERE id > ? AND id <= ? AND pending = 0 AND state = 1
    ORDER BY id LIMIT ?`,
  )

  /** Queues the next traces of the first changed contract; returns how many were read. */
  function queueOfContract(limit: number): number | undefined {
    const row = firstRecheck.get()
    if (!row) return undefined
    const found = tracesOf.all(row.account, row.last_lt, row.last_trace, limit)
    for (const { trace, mc_seqno_end, classification } of found) {
      // Unclassified traces are in the queue already, or are never classified.
      if (classification !== 0n) insert.run(trace, PRIORITY.backfill, mc_seqno_end)
    }
    const last = found.at(-1)
    if (last && found.length === limit) saveRecheck.run(last.end_lt, last.trace, row.account)
    else removeRecheck.run(row.account)
    return found.length
  }

  function queueOfPass(limit: number): boolean {
    const pass = readPass.get()
    if (!pass || pass.next >= pass.last) return false
    const found = nextTraces.all(pass.next, pass.last, limit)
    for (const { id, mc_seqno_end } of found) insert.run(id, AGAIN_PRIORITY, mc_seqno_end)
    savePass.run(found.length === limit ? (found.at(-1)?.id ?? pass.last) : pass.last)
    return found.length === limit
  }

  return {
    changed(trace, mcSeqno, newestSeqno) {
      insert.run(trace, mcSeqno >= newestSeqno ? PRIORITY.newBlock : PRIORITY.backfill, mcSeqno)
    },
    remove: (trace) => remove.run(trace),
    done: (trace, { version }) => done.run(trace, version),
    contractChanged: (account) => recheck.run(account),
    queueNext(limit) {
      let left = limit
      for (let contracts = 0; contracts < MAX_CONTRACTS && left > 0; contracts++) {
        const queued = queueOfContract(left)
        if (queued === undefined) return queueOfPass(left)
        left -= queued
      }
      return true
    },
    beginAgain: (rules) => begin.run(rules),
    rules: () => readPass.get()?.rules,
    countChanged(actions) {
      if (actions > 0) addChanged.run(actions)
    },
    reclassification() {
      const { next, last, changed } = readPass.get() ?? { next: 0, last: 0, changed: 0 }
      return { done: next, total: last, changed }
    },
  }
}

type TraceRow = { trace: bigint; mc_seqno_end: bigint; classification: bigint }
