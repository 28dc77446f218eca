import { KEPT, type QueuedAccount } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'

/** Value for no transactions: above every lt. */
export const NO_LT = (1n << 63n) - 1n
/** Condition on the row of a QueuedAccount; its parameters are `account` and the fields of that. */
export const UNCHANGED = `account = @account AND priority = @priority AND mc_seqno = @mcSeqno
  AND first_lt = @firstLt AND last_lt = @lastLt`

/** A contract that does not acknowledge an account, and the lt of the state that was read. */
export type Claimed = { readonly counterpart: bigint; readonly seenLt: bigint }

/** An account that is kept, and the row of it that was read. */
export type KeptAccount = {
  readonly account: bigint
  readonly claims: readonly Claimed[]
  readonly mcSeqno: number
  /** Its row as it was read: a row that has changed since is left unchanged. */
  readonly queued: QueuedAccount | undefined
}

/**
 * Rows of detection_claims: the contracts that an account names and that do not exist or do not acknowledge it, and
 * those that did and have changed their answers (recheck). Once one of them changes (detection_changes), the account is
 * inspected again (queries/dueClaims.ts). A change is one row, however many accounts name the contract.
 */
export type Claims = {
  /** Replaces the claims of an account and keeps its row of detection_queue until a counterpart changes. */
  keep(kept: KeptAccount): void
  /**
   * Makes verified accounts due whose counterpart has changed its answers, behind those that are due on it already.
   * They have claims until they are looked at, and no row of detection_queue.
   */
  recheck(counterpart: bigint, accounts: readonly bigint[]): void
  /** Deletes the claims of an account. */
  forget(account: bigint): void
  /**
   * Notes that code or data of a contract have changed, or the DNS root, with the number DNS_ROOT_PARAMETER.
   * @param lt of the last transaction; of the DNS root the key block's seqno
   * @param hasCode false: the contract acknowledges no claim until its next change
   */
  changed(counterpart: bigint, lt: bigint, hasCode: boolean): void
  /** Looks for rows again after a rollback. */
  reset(): void
}

function prepareStatements(connection: Connection) {
  const isDue = 'SELECT 1 FROM detection_claims d WHERE d.counterpart = @counterpart AND d.seen_lt <'
  return {
    isAny: connection.prepare('SELECT 1 FROM detection_claims LIMIT 1'),
    insertRow: connection.prepare(
      `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt, waits_for)
      VALUES (?, ${KEPT}, ?, ${NO_LT}, 0, ?) ON CONFLICT (account) DO NOTHING`,
    ),
    keepRow: connection.prepare(
      `UPDATE detection_queue SET priority = ${KEPT}, waits_for = @waitsFor, mc_seqno = max(mc_seqno, @seenAt)
      WHERE ${UNCHANGED}`,
    ),
    claim: connection.prepare(
      'INSERT OR REPLACE INTO detection_claims (account, counterpart, seen_lt) VALUES (?, ?, ?)',
    ),
    reclaim: connection.prepare(
      `INSERT INTO detection_claims (account, counterpart, seen_lt) VALUES (?, ?, ?)
      ON CONFLICT (account, counterpart) DO UPDATE SET seen_lt = min(seen_lt, excluded.seen_lt)`,
    ),
    counterparts: connection
      .prepare<[bigint], bigint>('SELECT counterpart FROM detection_claims WHERE account = ?')
      .pluck()
      .safeIntegers(),
    forget: connection.prepare('DELETE FROM detection_claims WHERE account = ?'),
    change: connection.prepare(
      `INSERT INTO detection_changes (counterpart, lt) SELECT @counterpart, @lt WHERE EXISTS (${isDue} @lt)
      ON CONFLICT (counterpart) DO UPDATE SET lt = max(lt, excluded.lt)`,
    ),
    dropChange: connection.prepare('DELETE FROM detection_changes WHERE counterpart = ?'),
    settleChange: connection.prepare(
      `DELETE FROM detection_changes WHERE counterpart = @counterpart AND NOT EXISTS (${isDue} lt)`,
    ),
  }
}

/**
 * Prepares the statements of claims on the writer's connection.
 * @param newestLt returns the lt of the counterpart's newest state, or the key block's seqno of the newest DNS root
 */
export function createClaims(
  connection: Connection,
  newestLt: (counterpart: bigint) => bigint | undefined,
): Claims {
  const sql = prepareStatements(connection)
  const isAny = () => sql.isAny.get() !== undefined
  let hasClaims = isAny()

  function changed(counterpart: bigint, lt: bigint, hasCode: boolean): void {
    if (!hasClaims) return
    if (hasCode) sql.change.run({ counterpart, lt })
    else sql.dropChange.run(counterpart)
  }

  function replace(account: bigint, claims: readonly Claimed[]): void {
    const before = hasClaims ? sql.counterparts.all(account) : []
    if (before.length > 0) sql.forget.run(account)
    for (const { counterpart, seenLt } of claims) sql.claim.run(account, counterpart, seenLt)
    for (const counterpart of before) sql.settleChange.run({ counterpart })
  }

  return {
    changed,
    keep({ account, claims, mcSeqno, queued }) {
      const [first] = claims
      if (!first) return
      replace(account, claims)
      hasClaims = true
      for (const { counterpart, seenLt } of claims) {
        // It was written since the account was inspected.
        const newest = newestLt(counterpart)
        if (newest !== undefined && newest > seenLt) changed(counterpart, newest, true)
      }
      const waitsFor = first.counterpart
      if (queued) sql.keepRow.run({ account, waitsFor, seenAt: mcSeqno, ...queued })
      else sql.insertRow.run(account, mcSeqno, waitsFor)
    },
    recheck(counterpart, accounts) {
      if (accounts.length === 0) return
      hasClaims = true
      const newest = newestLt(counterpart) ?? 0n
      for (const account of accounts) sql.reclaim.run(account, counterpart, newest - 1n)
      changed(counterpart, newest, true)
    },
    forget: (account) => replace(account, []),
    reset() {
      hasClaims = isAny()
    },
  }
}
