import { type DetectionBatch, type DetectionResult, PRIORITY, type QueuedAccount } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'
import type { ClassificationQueue } from './classificationQueue.ts'
import type { DetectionQueue } from './detectionQueue.ts'
import { NO_LT, UNCHANGED } from './keptContracts.ts'
import { createContractIdentity } from './tokens/contractIdentity.ts'
import { createContractRows } from './tokens/contractRows.ts'
import { createEventRows } from './tokens/eventRows.ts'

/** Rows of token contracts and their events, with the resulting changes of the queue. */
export type TokenRows = {
  write(batch: DetectionBatch): void
}

/** Prepares the statements of detection's results on the writer's connection. */
export function createTokenRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
  queue: Pick<DetectionQueue, 'skipCode' | 'wait' | 'keepUntilDeployed' | 'keepUntilChanged'>,
  classification: Pick<ClassificationQueue, 'contractChanged'>,
): TokenRows {
  const contracts = createContractRows(connection, accounts, cells)
  const events = createEventRows(connection, accounts)
  const identity = createContractIdentity(connection)
  const newestLt = connection
    .prepare<[bigint], bigint>('SELECT last_tx_lt FROM latest_states WHERE account = ?')
    .pluck()
    .safeIntegers()
  const isKnown = connection
    .prepare<[bigint, bigint], bigint>(
      `SELECT EXISTS (SELECT 1 FROM latest_states WHERE account = ? AND is_whole = 1)
        OR EXISTS (SELECT 1 FROM account_coverage WHERE account = ? AND newest_lt = 0)`,
    )
    .pluck()
    .safeIntegers()
  const hasCode = connection
    .prepare<[bigint], bigint>('SELECT EXISTS (SELECT 1 FROM accounts WHERE id = ? AND code <> 0)')
    .pluck()
    .safeIntegers()
  const dequeue = connection.prepare(`DELETE FROM detection_queue WHERE ${UNCHANGED}`)
  const remove = connection.prepare('DELETE FROM detection_queue WHERE account = ?')
  const narrow = connection.prepare(`UPDATE detection_queue SET first_lt = @from WHERE ${UNCHANGED}`)
  const again = connection.prepare(
    `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt)
    VALUES (?, ${PRIORITY.backfill}, ?, ${NO_LT}, 0) ON CONFLICT (account) DO NOTHING`,
  )
  const recheck = connection.prepare(
    `INSERT INTO detection_rechecks (account, mc_seqno, last_wallet, last_item, last_order) VALUES (?, ?, 0, x'', 0)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, last_wallet = 0, last_item = x'', last_order = 0`,
  )

  /** Keeps an account until its counterpart is deployed or changes; if it has since, the account is inspected again. */
  function keep(
    account: bigint,
    { absent, denied, contracts: found, mcSeqno }: DetectionResult,
    queued: QueuedAccount | undefined,
  ): void {
    const other = absent ?? denied?.account
    if (!other) return
    const waitsFor = accounts.idOf(other)
    const hasChanged =
      absent !== undefined
        ? hasCode.get(waitsFor) === 1n
        : denied !== undefined && (newestLt.get(waitsFor) ?? 0n) > denied.lastTxLt
    if (hasChanged) {
      again.run(account, mcSeqno)
      return
    }
    // The events of the range are read: only those of an account without these kinds are read later.
    const areEventsRead = found.some(({ kind }) => kind === 'jetton_wallet' || kind === 'nft_item')
    if (areEventsRead && queued) dequeue.run({ account, ...queued })
    const kept = { account, waitsFor, mcSeqno, queued: areEventsRead ? undefined : queued }
    if (absent) queue.keepUntilDeployed(kept)
    else queue.keepUntilChanged(kept)
  }

  function settle(account: bigint, result: DetectionResult): void {
    const { queued, waitsFor, isLibraryMissing, eventsUpTo, mcSeqno } = result
    if (waitsFor) {
      const other = accounts.idOf(waitsFor)
      // If it was written since the account was inspected, the account is inspected again.
      if (isLibraryMissing || isKnown.get(other, other) !== 1n) queue.wait(account, other, mcSeqno)
      return
    }
    if (queued !== 'any' && eventsUpTo === undefined && (result.absent || result.denied)) {
      keep(account, result, queued)
      return
    }
    if (!queued) return
    if (queued === 'any') {
      remove.run(account)
      return
    }
    if (eventsUpTo === undefined) dequeue.run({ account, ...queued })
    else narrow.run({ account, from: eventsUpTo + 1n, ...queued })
  }

  return {
    write({ results, plainCodes }) {
      for (const hash of plainCodes) queue.skipCode(cells.codeId(hash))
      for (const result of results) {
        const account = accounts.idOf(result.account)
        // A newer state was written since: its row in the queue stays.
        if ((newestLt.get(account) ?? 0n) > result.lastTxLt) continue
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
