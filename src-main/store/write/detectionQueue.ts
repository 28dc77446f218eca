import { RecentMap } from '../../platform/recentMap.ts'
import { EVENT_OPCODES, KEPT, PRIORITY } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'
import { type Claims, NO_LT } from './claims.ts'

/** Rows of detection_queue: accounts whose state or events must be inspected. */
export type DetectionQueue = {
  /** Notes a newer state of an account. */
  stateChanged(account: bigint, change: StateChange, mcSeqno: number): void
  /** Notes that a state was confirmed, or that an account does not exist: accounts that waited for it continue. */
  stateRead(account: bigint): void
  /** Notes a new transaction. */
  transaction(account: bigint, lt: bigint, opcode: number | undefined, mcSeqno: number): void
  /** Writes the noted rows. Rows of blocks after `newestSeqno` precede those of a backfill. */
  flush(newestSeqno: number): void
  /** Drops the noted rows after a rollback. */
  reset(): void
  /** Stops queueing accounts of this code, unless their code changes. */
  skipCode(code: number): void
  /** Makes an account wait for another account's state. */
  wait(account: bigint, waitsFor: bigint, mcSeqno: number): void
}

/** How a newer state of an account differs from the one before. */
export type StateChange = {
  /** Number of its earlier code: null without code, undefined if no state was known. */
  readonly before: number | null | undefined
  /** Number of its code now; null without code. */
  readonly code: number | null
  readonly isDataChanged: boolean
  /** Lt of its last transaction. */
  readonly lt: bigint
}

type Noted = {
  mcSeqno: number
  firstLt: bigint
  lastLt: bigint
  /** Undefined without a newer state. */
  code: number | null | undefined
  isCodeChanged: boolean
}

const CACHED_CODES = 16_384

function prepareStatements(connection: Connection) {
  const insert = insertInto(
    connection,
    'detection_queue',
    ['account', 'priority', 'mc_seqno', 'first_lt', 'last_lt'],
    `ON CONFLICT (account) DO UPDATE SET priority = min(priority, excluded.priority),
      mc_seqno = max(mc_seqno, excluded.mc_seqno), first_lt = min(first_lt, excluded.first_lt),
      last_lt = max(last_lt, excluded.last_lt), waits_for = NULL`,
  )
  const insertWaiting = connection.prepare(
    `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt, waits_for)
    VALUES (?, ${PRIORITY.newBlock}, ?, ${NO_LT}, 0, ?) ON CONFLICT (account) DO UPDATE SET
      waits_for = excluded.waits_for, priority = min(priority, ${PRIORITY.backfill})`,
  )
  const release = connection.prepare(
    `UPDATE detection_queue SET waits_for = NULL WHERE waits_for = ? AND priority < ${KEPT}`,
  )
  const recheck = connection.prepare(
    `INSERT INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order) VALUES (?, ?, 0, x'', 0)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, last_wallet = 0, last_item = x'', last_order = 0`,
  )
  const codeOf = connection.prepare<[bigint], number | null>('SELECT code FROM accounts WHERE id = ?').pluck()
  const isAnyWaiting = connection.prepare(
    `SELECT 1 FROM detection_queue WHERE waits_for IS NOT NULL AND priority < ${KEPT} LIMIT 1`,
  )
  return {
    insert,
    insertWaiting,
    release,
    recheck,
    codeOf,
    isAnyWaiting,
  }
}

/** Prepares the statements of the detection queue on the writer's connection. */
export function createDetectionQueue(
  connection: Connection,
  claims: Pick<Claims, 'changed'>,
): DetectionQueue {
  const sql = prepareStatements(connection)
  const plainCodes = new RecentMap<boolean>(CACHED_CODES)
  const noted = new Map<bigint, Noted>()
  /** Whether any account can be waiting for another; usually false. */
  let hasWaiting = sql.isAnyWaiting.get() !== undefined

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
    // These are events of a block that is older than the account's newest state.
    const current = code !== undefined ? code : (sql.codeOf.get(account) ?? undefined)
    if (current === undefined) return lastLt > 0n
    return current !== null && current !== 0 && plainCodes.get(String(current)) !== true
  }

  function stateRead(account: bigint): void {
    if (hasWaiting) sql.release.run(account)
  }

  return {
    stateRead,
    stateChanged(account, { before, code, isDataChanged, lt }, mcSeqno) {
      stateRead(account)
      const entry = note(account, mcSeqno)
      entry.code = code
      if (isDataChanged || before !== code) claims.changed(account, lt, code !== null)
      if (before === undefined || before === null || before === code) return
      entry.isCodeChanged = true
      sql.recheck.run(account, mcSeqno)
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
        sql.insert({ account, priority, mc_seqno: mcSeqno, first_lt: firstLt, last_lt: lastLt })
      }
      noted.clear()
    },
    reset() {
      noted.clear()
      plainCodes.clear()
    },
    skipCode: (code) => plainCodes.set(String(code), true),
    wait(account, waitsFor, mcSeqno) {
      hasWaiting = true
      sql.insertWaiting.run(account, mcSeqno, waitsFor)
    },
  }
}
