import { KEPT, LOWEST_ID, PRIORITY, type QueuedAccount } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { loadAddresses } from '../../store/queries/accountIds.ts'
import { countDueClaims, nextDueClaims } from '../../store/queries/dueClaims.ts'
import type { Reader } from '../../store/queries/reader.ts'
import type { QueueSize } from './detectMessages.ts'

/** Counting stops here: the queue of a migrated index has millions of rows. */
const MAX_COUNTED = 10_000

/** An account of the queue with its row. */
export type QueueEntry = { readonly address: StdAddress; readonly queued: QueuedAccount }

type Row = { account: bigint; priority: bigint; mc_seqno: bigint; first_lt: bigint; last_lt: bigint }

const COLUMNS = 'account, priority, mc_seqno, first_lt, last_lt'

/** Returns the next accounts of the queue. */
export function nextInQueue(reader: Reader, limit: number): QueueEntry[] {
  return entriesOf(
    reader,
    reader.all<Row>(
      `SELECT ${COLUMNS} FROM detection_queue WHERE waits_for IS NULL ORDER BY priority, mc_seqno LIMIT ?`,
      [limit],
    ),
  )
}

/** An account with a due claim. */
export type DueEntry = {
  readonly address: StdAddress
  /** Undefined without a row in the queue. */
  readonly queued: QueuedAccount | undefined
}

/**
 * Returns a function that lists accounts with due claims (see nextDueClaims). A list begins with the counterpart after the
 * last one for which `onInspected` was called.
 */
export function createDueEntries(reader: Reader): (limit: number) => (DueEntry & { onInspected(): void })[] {
  let after = LOWEST_ID
  return (limit) => {
    const claims = nextDueClaims(reader, limit, after)
    const addresses = loadAddresses(
      reader,
      claims.map(({ account }) => account),
    )
    return claims.flatMap(({ account, counterpart }) => {
      const address = addresses.get(account)
      const onInspected = () => {
        after = counterpart
      }
      return address ? [{ address, queued: queuedAccount(reader, account), onInspected }] : []
    })
  }
}

/** Returns an account's row, even if it waits. */
export function queuedAccount(reader: Reader, account: bigint): QueuedAccount | undefined {
  const rows = reader.all<Row>(`SELECT ${COLUMNS} FROM detection_queue WHERE account = ?`, [account])
  return rows[0] && queuedOf(rows[0])
}

/** Counts the rows of the queue, each kind up to MAX_COUNTED. */
export function readQueueSize(reader: Reader): QueueSize {
  const count = (condition: string) => {
    const [row] = reader.all<{ rows: bigint }>(
      `SELECT count(*) AS rows FROM (SELECT 1 FROM detection_queue WHERE ${condition} LIMIT ${MAX_COUNTED})`,
      [],
    )
    return Number(row?.rows ?? 0n)
  }
  return {
    pending: count('waits_for IS NULL'),
    urgent: count(`waits_for IS NULL AND priority <= ${PRIORITY.newBlock}`),
    waiting: count(`waits_for IS NOT NULL AND priority < ${KEPT}`),
    due: countDueClaims(reader, MAX_COUNTED),
  }
}

/**
 * Returns a function that lists the accounts whose states others wait for, in the order of their numbers, and starts
 * again after the last.
 */
export function createWaitedFor(reader: Reader): (limit: number) => StdAddress[] {
  let last = LOWEST_ID
  return (limit) => {
    const rows = reader.all<{ waits_for: bigint }>(
      `SELECT DISTINCT waits_for FROM detection_queue WHERE waits_for > ? AND priority < ${KEPT}
      ORDER BY waits_for LIMIT ?`,
      [last, limit],
    )
    last = rows.length === limit ? (rows.at(-1)?.waits_for ?? LOWEST_ID) : LOWEST_ID
    const addresses = loadAddresses(
      reader,
      rows.map(({ waits_for }) => waits_for),
    )
    return [...addresses.values()]
  }
}

function queuedOf({ priority, mc_seqno, first_lt, last_lt }: Row): QueuedAccount {
  return { priority: Number(priority), mcSeqno: Number(mc_seqno), firstLt: first_lt, lastLt: last_lt }
}

function entriesOf(reader: Reader, rows: readonly Row[]): QueueEntry[] {
  const addresses = loadAddresses(
    reader,
    rows.map(({ account }) => account),
  )
  return rows.flatMap((row) => {
    const address = addresses.get(row.account)
    return address ? [{ address, queued: queuedOf(row) }] : []
  })
}
