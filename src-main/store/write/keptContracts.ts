import { PRIORITY, type QueuedAccount } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'

/** Value for no transactions: above every lt. */
export const NO_LT = (1n << 63n) - 1n
/** Condition on the row of a QueuedAccount; its parameters are `account` and the fields of that. */
export const UNCHANGED = `account = @account AND priority = @priority AND mc_seqno = @mcSeqno
  AND first_lt = @firstLt AND last_lt = @lastLt`

/** An account that is kept, and the row of it that was read. */
export type KeptAccount = {
  readonly account: bigint
  /** The contract that the account names. */
  readonly waitsFor: bigint
  readonly mcSeqno: number
  /** Its row as it was read: a row that has changed since is left unchanged. */
  readonly queued: QueuedAccount | undefined
}

/** Rows of detection_queue from the priority KEPT on: contracts that name a counterpart which may acknowledge them later. */
export type KeptContracts = {
  /** Keeps an account until `waitsFor`, which has no code, is deployed. Beyond MAX_ABSENT accounts it is dropped. */
  keepUntilDeployed(kept: KeptAccount): void
  /**
   * Keeps an account until the code or data of `waitsFor` change. Beyond MAX_DENIED accounts of all contracts, or
   * MAX_DENIED_BY_ONE of this contract, the oldest are dropped.
   */
  keepUntilChanged(kept: KeptAccount): void
  /** Returns whether accounts are kept until this contract is deployed. */
  isAwaited(counterpart: bigint): boolean
  /** Queues the accounts that this contract did not acknowledge. */
  wakeDenied(counterpart: bigint, mcSeqno: number): void
  /** Reads the numbers of rows again after a rollback. */
  reset(): void
}

/** Maximum number of accounts that are kept until the contract that they name is deployed. */
export const MAX_ABSENT = 10_000
/** Maximum number of accounts that are kept until a contract acknowledges them. */
export const MAX_DENIED = 10_000
/** Maximum number of them for one contract: each of its changes has all of them inspected. */
export const MAX_DENIED_BY_ONE = 1_000
/** The part of a full list that is dropped at once. */
const DROPPED_PART = 8

function prepareStatements(connection: Connection) {
  const count = (condition: string) =>
    connection.prepare<bigint[], number>(`SELECT count(*) FROM detection_queue WHERE ${condition}`).pluck()
  const drop = (condition: string) =>
    connection.prepare(`DELETE FROM detection_queue WHERE account IN (
      SELECT account FROM detection_queue WHERE ${condition} ORDER BY mc_seqno, account LIMIT ?)`)
  const ofPriority = (priority: number) => `waits_for IS NOT NULL AND priority = ${priority}`
  const deniedBy = `waits_for = ? AND priority = ${PRIORITY.denied}`
  return {
    insert: connection.prepare(
      `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt, waits_for)
      VALUES (?, ?, ?, ${NO_LT}, 0, ?) ON CONFLICT (account) DO NOTHING`,
    ),
    keep: connection.prepare(
      `UPDATE detection_queue SET priority = @kept, waits_for = @waitsFor, mc_seqno = max(mc_seqno, @seenAt)
      WHERE ${UNCHANGED}`,
    ),
    dequeue: connection.prepare(`DELETE FROM detection_queue WHERE ${UNCHANGED}`),
    isAwaited: connection.prepare<[bigint]>(
      `SELECT 1 FROM detection_queue WHERE waits_for = ? AND priority = ${PRIORITY.absent} LIMIT 1`,
    ),
    wakeDenied: connection.prepare(
      `UPDATE detection_queue SET waits_for = NULL, priority = ${PRIORITY.backfill}, mc_seqno = max(mc_seqno, ?)
      WHERE ${deniedBy}`,
    ),
    countAbsent: count(ofPriority(PRIORITY.absent)),
    countDenied: count(ofPriority(PRIORITY.denied)),
    countDeniedBy: count(deniedBy),
    dropDenied: drop(ofPriority(PRIORITY.denied)),
    dropDeniedBy: drop(deniedBy),
  }
}

/** Prepares the statements of kept contracts on the writer's connection. */
export function createKeptContracts(connection: Connection): KeptContracts {
  const sql = prepareStatements(connection)
  const countAbsent = () => sql.countAbsent.get() ?? 0
  const countDenied = () => sql.countDenied.get() ?? 0
  /** Upper bounds of the rows: some are removed without being counted. */
  let absent = countAbsent()
  let denied = countDenied()

  function keep(kept: number, { account, waitsFor, mcSeqno, queued }: KeptAccount): void {
    if (queued) sql.keep.run({ kept, account, waitsFor, seenAt: mcSeqno, ...queued })
    else sql.insert.run(account, kept, mcSeqno, waitsFor)
  }

  return {
    keepUntilDeployed(kept) {
      if (absent >= MAX_ABSENT) absent = countAbsent()
      if (absent >= MAX_ABSENT) {
        if (kept.queued) sql.dequeue.run({ account: kept.account, ...kept.queued })
        return
      }
      absent++
      keep(PRIORITY.absent, kept)
    },
    keepUntilChanged(kept) {
      const { waitsFor } = kept
      keep(PRIORITY.denied, kept)
      denied++
      if ((sql.countDeniedBy.get(waitsFor) ?? 0) > MAX_DENIED_BY_ONE)
        sql.dropDeniedBy.run(waitsFor, MAX_DENIED_BY_ONE / DROPPED_PART)
      if (denied > MAX_DENIED) denied = countDenied()
      if (denied > MAX_DENIED) denied -= sql.dropDenied.run(MAX_DENIED / DROPPED_PART).changes
    },
    isAwaited: (counterpart) => absent > 0 && sql.isAwaited.get(counterpart) !== undefined,
    wakeDenied(counterpart, mcSeqno) {
      if (denied > 0) sql.wakeDenied.run(mcSeqno, counterpart)
    },
    reset() {
      absent = countAbsent()
      denied = countDenied()
    },
  }
}
