import {
  type DetectionBatch,
  type DetectionResult,
  DNS_ROOT_PARAMETER,
  PRIORITY,
  type QueuedAccount,
} from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'
import { type Claimed, type Claims, UNCHANGED } from './claims.ts'
import type { ClassificationQueue } from './classificationQueue.ts'
import type { DetectionQueue } from './detectionQueue.ts'
import type { DnsRootRow } from './dnsRootRow.ts'
import { createContractIdentity } from './tokens/contractIdentity.ts'
import { createContractRows } from './tokens/contractRows.ts'
import { createEventRows } from './tokens/eventRows.ts'

/** Rows of token contracts and their events, with the resulting changes of the queue. */
export type TokenRows = {
  write(batch: DetectionBatch): void
}

/** The tables that detection's results change. */
export type TokenRowsContext = {
  readonly connection: Connection
  readonly accounts: AccountRows
  readonly cells: CellRows
  readonly queue: Pick<DetectionQueue, 'skipCode' | 'wait'>
  readonly claims: Claims
  readonly dnsRoot: DnsRootRow
  /** Returns the lt of the last transaction of an account's newest state. */
  newestLt(account: bigint): bigint | undefined
  readonly classification: Pick<ClassificationQueue, 'contractChanged'>
}

/** Prepares the statements of detection's results on the writer's connection. */
export function createTokenRows({
  connection,
  accounts,
  cells,
  queue,
  claims,
  dnsRoot,
  newestLt,
  classification,
}: TokenRowsContext): TokenRows {
  const contracts = createContractRows(connection, accounts, cells)
  const events = createEventRows(connection, accounts)
  const identity = createContractIdentity(connection)
  const isKnown = connection
    .prepare<[bigint, bigint], bigint>(
      `SELECT EXISTS (SELECT 1 FROM latest_states WHERE account = ? AND is_whole = 1)
        OR EXISTS (SELECT 1 FROM account_coverage WHERE account = ? AND newest_lt = 0)`,
    )
    .pluck()
    .safeIntegers()
  const dequeue = connection.prepare(`DELETE FROM detection_queue WHERE ${UNCHANGED}`)
  const remove = connection.prepare('DELETE FROM detection_queue WHERE account = ?')
  const narrow = connection.prepare(
    `UPDATE detection_queue SET first_lt = @from, priority = min(priority, ${PRIORITY.backfill}), waits_for = NULL
    WHERE ${UNCHANGED}`,
  )
  const recheck = connection.prepare(
    `INSERT INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order) VALUES (?, ?, 0, x'', 0)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, last_wallet = 0, last_item = x'', last_order = 0`,
  )

  function claimsOf({ denied = [], deniedByRootOf }: DetectionResult): readonly Claimed[] {
    const found = denied.map(({ account, lastTxLt }) => ({
      counterpart: accounts.idOf(account),
      seenLt: lastTxLt,
    }))
    return deniedByRootOf === undefined
      ? found
      : [...found, { counterpart: DNS_ROOT_PARAMETER, seenLt: BigInt(deniedByRootOf) }]
  }

  /** Keeps an account until a counterpart of its claims changes; without claims it leaves the queue. */
  function keepOrDequeue(account: bigint, result: DetectionResult, queued: QueuedAccount | undefined): void {
    const { contracts: found, mcSeqno } = result
    const denied = claimsOf(result)
    // The events of the range are read: only those of an account without these kinds are read later.
    const areEventsRead = found.some(({ kind }) => kind === 'jetton_wallet' || kind === 'nft_item')
    const isDequeued = areEventsRead || denied.length === 0
    if (isDequeued && queued) dequeue.run({ account, ...queued })
    if (denied.length === 0) claims.forget(account)
    else claims.keep({ account, claims: denied, mcSeqno, queued: isDequeued ? undefined : queued })
  }

  function settle(account: bigint, result: DetectionResult): void {
    const { queued, waitsFor, isLibraryMissing, eventsUpTo, mcSeqno } = result
    if (waitsFor) {
      const other = accounts.idOf(waitsFor)
      // If it was written since the account was inspected, the account is inspected again.
      if (!isLibraryMissing && isKnown.get(other, other) === 1n) return
      claims.forget(account)
      queue.wait(account, other, mcSeqno)
    } else if (queued === 'any') {
      claims.forget(account)
      remove.run(account)
    } else if (queued && eventsUpTo !== undefined) {
      narrow.run({ account, from: eventsUpTo + 1n, ...queued })
    } else keepOrDequeue(account, result, queued)
  }

  return {
    write({ results, plainCodes, dnsRoot: root }) {
      if (root && dnsRoot.save(root)) claims.changed(DNS_ROOT_PARAMETER, BigInt(root.keySeqno), true)
      for (const hash of plainCodes) queue.skipCode(cells.codeId(hash))
      for (const result of results) {
        const account = accounts.idOf(result.account)
        // A newer state was written since: its row in the queue stays.
        if ((newestLt(account) ?? 0n) > result.lastTxLt) continue
        const before = identity.of(account)
        if (!result.waitsFor) contracts.removeOthers(account, result.contracts)
        for (const facts of result.contracts) contracts.write(account, facts, result)
        if (identity.of(account) !== before) classification.contractChanged(account)
        for (const event of result.events) events.write(account, event)
        if (result.isRecheckNeeded) recheck.run(account, result.mcSeqno)
        settle(account, result)
      }
    },
  }
}
