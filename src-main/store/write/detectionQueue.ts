import type { Connection } from '../sqlite/driver.ts'
import { EVENT_OPCODES, PRIORITY } from '../tokenFacts.ts'
import { RecentMap } from './recentMap.ts'

/** Rows of detection_queue: accounts whose state or events must be looked at. */
export type DetectionQueue = {
  /**
   * Notes a newer state of an account.
   * @param before number of the code that it had: null for none, undefined where no state was known
   * @param code number of the code that it has
   */
  stateChanged(account: bigint, before: number | null | undefined, code: number | null, mcSeqno: number): void
  /** Notes that a state was confirmed, or that an account does not exist: accounts that waited for it go on. */
  stateRead(account: bigint): void
  /** Notes a new transaction. */
  transaction(account: bigint, lt: bigint, opcode: number | undefined, mcSeqno: number): void
  /** Writes what was noted. Rows of blocks after `newestSeqno` go before those of a backfill. */
  flush(newestSeqno: number): void
  /** Drops what was noted, after a rollback. */
  forget(): void
  /** From now on accounts of this code are not queued, unless their code changes. */
  skipCode(code: number): void
  /** Lets an account wait for another one's state. */
  wait(account: bigint, waitsFor: bigint, mcSeqno: number): void
}

type Noted = {
  mcSeqno: number
  firstLt: bigint
  lastLt: bigint
  /** Undefined where no newer state came. */
  code: number | null | undefined
  isCodeChanged: boolean
}

/** No transactions: the first lt is above every lt. */
export const NO_LT = (1n << 63n) - 1n
const REMEMBERED_CODES = 16_384

export function createDetectionQueue(connection: Connection): DetectionQueue {
  const insert = connection.prepare(
    `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account) DO UPDATE SET priority = min(priority, excluded.priority),
      mc_seqno = max(mc_seqno, excluded.mc_seqno), first_lt = min(first_lt, excluded.first_lt),
      last_lt = max(last_lt, excluded.last_lt), waits_for = NULL`,
  )
  const insertWaiting = connection.prepare(
    `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt, waits_for)
    VALUES (?, ${PRIORITY.newBlock}, ?, ${NO_LT}, 0, ?) ON CONFLICT (account) DO UPDATE SET waits_for = excluded.waits_for`,
  )
  const release = connection.prepare('UPDATE detection_queue SET waits_for = NULL WHERE waits_for = ?')
  const recheck = connection.prepare(
    `INSERT INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order) VALUES (?, ?, 0, x'', 0)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, last_wallet = 0, last_item = x'', last_order = 0`,
  )
  const codeOf = connection.prepare<[bigint], number | null>('SELECT code FROM accounts WHERE id = ?').pluck()
  const plainCodes = new RecentMap<boolean>(REMEMBERED_CODES)
  const noted = new Map<bigint, Noted>()
  /** Whether an account may wait for another: most of the time there is none. */
  let hasWaiting =
    connection.prepare('SELECT 1 FROM detection_queue WHERE waits_for IS NOT NULL LIMIT 1').get() !==
    undefined

  function note(account: bigint, mcSeqno: number): Noted {
    let entry = noted.get(account)
    if (!entry) {
      entry = { mcSeqno, firstLt: NO_LT, lastLt: 0n, code: undefined, isCodeChanged: false }
      noted.set(account, entry)
    }
    entry.mcSeqno = Math.max(entry.mcSeqno, mcSeqno)
    return entry
  }

  function isWanted(account: bigint, { code, isCodeChanged, lastLt }: Noted): boolean {
    if (isCodeChanged) return true
    // Events of a block that is older than the account's newest state.
    const current = code !== undefined ? code : (codeOf.get(account) ?? undefined)
    if (current === undefined) return lastLt > 0n
    return current !== null && current !== 0 && plainCodes.get(String(current)) !== true
  }

  function stateRead(account: bigint): void {
    if (hasWaiting) release.run(account)
  }

  return {
    stateRead,
    stateChanged(account, before, code, mcSeqno) {
      stateRead(account)
      const entry = note(account, mcSeqno)
      entry.code = code
      if (before === undefined || before === null || before === code) return
      entry.isCodeChanged = true
      recheck.run(account, mcSeqno)
    },
    transaction(account, lt, opcode, mcSeqno) {
      if (!EVENT_OPCODES.some((event) => event === opcode)) return
      const entry = note(account, mcSeqno)
      if (lt < entry.firstLt) entry.firstLt = lt
      if (lt > entry.lastLt) entry.lastLt = lt
    },
    flush(newestSeqno) {
      for (const [account, entry] of noted) {
        if (!isWanted(account, entry)) continue
        const { mcSeqno, firstLt, lastLt } = entry
        const priority = mcSeqno >= newestSeqno ? PRIORITY.newBlock : PRIORITY.backfill
        insert.run(account, priority, mcSeqno, firstLt, lastLt)
      }
      noted.clear()
    },
    forget() {
      noted.clear()
      plainCodes.clear()
    },
    skipCode: (code) => plainCodes.set(String(code), true),
    wait(account, waitsFor, mcSeqno) {
      hasWaiting = true
      insertWaiting.run(account, mcSeqno, waitsFor)
    },
  }
}
