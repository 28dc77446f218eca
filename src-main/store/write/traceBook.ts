import type { TransactionFacts } from '../facts.ts'
import type { Trace, TraceRows } from './traceRows.ts'

/**
 * Assembles traces from transactions in any order (compatibility-v3 §10.2): a transaction joins the trace of the
 * transaction that sent its message, and takes in traces that begin with its children. A trace without its sender's
 * transaction is broken until that is written.
 */
export type TraceBook = {
  /**
   * The trace for a transaction that is about to be written: an existing one, or a new one that it begins.
   * @param sender the row of the transaction that sent its message, if that is there
   */
  begin(transaction: TransactionFacts, sender: number | undefined): TraceEntry
  /** Writes what changed, at the end of a database transaction. Blocks after `newestSeqno` are new. */
  flush(newestSeqno: number): void
  /** After a rollback. */
  forget(): void
}

export type TraceEntry = {
  readonly traceId: number
  /** The transaction has its row. */
  added(place: TransactionPlace): void
  /** It sent a message, whose row was there before (`wasThere`) or not. */
  sent(message: number, isInternal: boolean, wasThere: boolean): void
}

export type TransactionPlace = {
  readonly id: number
  readonly account: bigint
  readonly lt: bigint
  readonly now: number
  readonly mcSeqno: number
}

/** Who sends messages of the chain itself: fees, minted coins. Nothing causes those. */
const SYSTEM = Buffer.concat([Buffer.from([0xff]), Buffer.alloc(32)])

export function createTraceBook(rows: TraceRows): TraceBook {
  /** Those that this database transaction met, by their own ids. */
  const open = new Map<number, Trace>()
  let lastId = rows.largestId()

  function traceById(id: number): Trace {
    const known = open.get(id) ?? rows.read(id)
    if (known === undefined) throw new Error(`trace ${id} is not there`)
    open.set(id, known)
    return known
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

  /** `below` hangs under a transaction of `above`: one trace from now on, which keeps the label of the larger. */
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
    takeEnd(kept, gone.mcSeqnoEnd, gone.endLt, gone.endUtime)
    kept.nodes += gone.nodes
    kept.edges += gone.edges
    kept.pending += gone.pending
    return kept
  }

  return {
    begin({ inMsg }, sender) {
      const isCaused = inMsg?.kind === 'internal' && !inMsg.source?.equals(SYSTEM)
      const senderTrace = isCaused && sender !== undefined ? rows.traceOf(sender) : undefined
      let trace = senderTrace === undefined ? newTrace(!isCaused) : traceById(senderTrace)
      if (senderTrace !== undefined) trace.pending--
      return {
        traceId: trace.id,
        added({ id, account, lt, now, mcSeqno }) {
          if (senderTrace === undefined) {
            trace.rootTx = id
            trace.mcSeqnoStart = mcSeqno
            trace.startLt = lt
            trace.startUtime = now
          }
          takeEnd(trace, mcSeqno, lt, now)
          trace.nodes++
          if (inMsg) trace.edges++
          trace.newAccounts.add(account)
        },
        sent(message, isInternal, wasThere) {
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
    flush(newestSeqno) {
      for (const trace of open.values()) rows.write(trace, newestSeqno)
      open.clear()
    },
    forget() {
      open.clear()
      lastId = rows.largestId()
    },
  }
}

function takeEnd(trace: Trace, mcSeqno: number, lt: bigint, utime: number): void {
  trace.mcSeqnoEnd = Math.max(trace.mcSeqnoEnd, mcSeqno)
  if (lt > trace.endLt) trace.endLt = lt
  trace.endUtime = Math.max(trace.endUtime, utime)
}
