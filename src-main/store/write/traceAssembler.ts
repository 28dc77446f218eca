import type { ParsedTransaction } from '../parsedBlock.ts'
import { isSentByTransaction } from '../systemMessage.ts'
import type { Trace, TraceRows } from './traceRows.ts'

/**
 * Assembles traces from transactions in any order (compatibility-v3 §10.2): a transaction joins the trace of the
 * transaction that sent its message, and absorbs traces that begin with its children. A trace without its sender's
 * transaction is broken until that is written.
 */
export type TraceAssembler = {
  /**
   * Returns the trace of a transaction before the transaction is written. Creates a trace if no existing trace
   * contains the transaction's parent.
   * @param sender the row of the transaction that sent its message, if it is stored
   */
  begin(transaction: ParsedTransaction, sender: number | undefined): TraceEntry
  /**
   * Corrects the trace of a stored transaction that received a sent message: joins it to the trace of `sender`, or
   * marks it as broken if `sender` is not stored.
   */
  correct(receiver: number, sender: number | undefined): void
  /** Writes the changed traces at the end of a database transaction. Traces of blocks after `newestSeqno` are new. */
  flush(newestSeqno: number): void
  /** Drops all changes after a rollback. */
  reset(): void
}

/** A transaction's entry in its trace, while the transaction is written. */
export type TraceEntry = {
  readonly traceId: number
  /** Adds the transaction after its row was inserted. */
  addTransaction(transaction: TransactionRef): void
  /** Adds a message that the transaction sent. `wasThere` is true if its row existed before. */
  addSent(message: number, isInternal: boolean, wasThere: boolean): void
}

/** A transaction's row and its position in the chain; `now` is in Unix seconds. */
export type TransactionRef = {
  readonly id: number
  readonly account: bigint
  readonly lt: bigint
  readonly now: number
  readonly mcSeqno: number
}

/** Creates the assembler of the writer's connection. */
export function createTraceAssembler(rows: TraceRows): TraceAssembler {
  /** Traces that this database transaction has used, by id. */
  const open = new Map<number, Trace>()
  let lastId = rows.largestId()

  function traceById(id: number): Trace {
    const known = open.get(id) ?? rows.read(id)
    if (known === undefined) throw new Error(`trace ${id} is not there`)
    open.set(id, known)
    return known
  }

  function traceWith(transaction: number): Trace | undefined {
    const id = rows.traceOf(transaction)
    return id === undefined ? undefined : traceById(id)
  }

  function newTrace(isRooted: boolean): Trace {
    const trace: Trace = {
      id: ++lastId,
      rootTx: 0,
      mcSeqnoStart: 0,
      startLt: 0n,
      startUtime: 0,
      isRooted,
      mcSeqnoEnd: 0,
      endLt: 0n,
      endUtime: 0,
      nodes: 0,
      edges: 0,
      pending: 0,
      newAccounts: new Set(),
      listed: undefined,
      isStored: false,
    }
    open.set(trace.id, trace)
    return trace
  }

  /**
   * Joins the trace `below`, which begins under a transaction of `above`. The joined trace keeps the id of the larger
   * one.
   */
  function join(above: Trace, below: Trace): Trace {
    const [kept, gone] = above.nodes >= below.nodes ? [above, below] : [below, above]
    for (const account of gone.isStored ? rows.accountsOf(gone.id) : gone.newAccounts)
      kept.newAccounts.add(account)
    rows.relabel(gone.id, kept.id)
    rows.remove(gone)
    open.delete(gone.id)
    kept.rootTx = above.rootTx
    kept.mcSeqnoStart = above.mcSeqnoStart
    kept.startLt = above.startLt
    kept.startUtime = above.startUtime
    kept.isRooted = above.isRooted
    extendEnd(kept, gone.mcSeqnoEnd, gone.endLt, gone.endUtime)
    kept.nodes += gone.nodes
    kept.edges += gone.edges
    kept.pending += gone.pending
    return kept
  }

  return {
    begin({ inMsg }, sender) {
      const isCaused = inMsg !== undefined && isSentByTransaction(inMsg)
      const senderTrace =
        inMsg?.kind === 'internal' && sender !== undefined ? rows.traceOf(sender) : undefined
      let trace = senderTrace === undefined ? newTrace(!isCaused) : traceById(senderTrace)
      if (senderTrace !== undefined) trace.pending--
      return {
        traceId: trace.id,
        addTransaction({ id, account, lt, now, mcSeqno }) {
          if (senderTrace === undefined) {
            trace.rootTx = id
            trace.mcSeqnoStart = mcSeqno
            trace.startLt = lt
            trace.startUtime = now
          }
          extendEnd(trace, mcSeqno, lt, now)
          trace.nodes++
          if (inMsg) trace.edges++
          trace.newAccounts.add(account)
        },
        addSent(message, isInternal, wasThere) {
          if (!isInternal) {
            trace.edges++
            return
          }
          const receivers = wasThere ? rows.receivers(message) : []
          if (receivers.length === 0) trace.pending++
          for (const receiver of receivers) {
            const below = traceById(receiver.trace)
            if (below !== trace && below.rootTx === receiver.transaction) trace = join(trace, below)
          }
        },
      }
    },
    correct(receiver, sender) {
      const [below, above] = [traceWith(receiver), sender === undefined ? undefined : traceWith(sender)]
      if (below?.rootTx !== receiver || below === above) return
      if (!above) {
        below.isRooted = false
        return
      }
      above.pending--
      join(above, below)
    },
    flush(newestSeqno) {
      for (const trace of open.values()) rows.write(trace, newestSeqno)
      open.clear()
    },
    reset() {
      open.clear()
      lastId = rows.largestId()
    },
  }
}

function extendEnd(trace: Trace, mcSeqno: number, lt: bigint, utime: number): void {
  trace.mcSeqnoEnd = Math.max(trace.mcSeqnoEnd, mcSeqno)
  if (lt > trace.endLt) trace.endLt = lt
  trace.endUtime = Math.max(trace.endUtime, utime)
}
