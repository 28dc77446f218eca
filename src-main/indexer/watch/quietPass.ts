import type { AccountHistory } from '../../store/parsedBlock.ts'
import type { IndexNetwork } from '../fetch/retryingClient.ts'
import type { HistoryReader } from '../readThrough/accountHistory.ts'
import { CONTRACT_REST_MS } from './ownContracts.ts'
import { findQuiet } from './quietAccounts.ts'
import {
  isDue,
  type KeptHistory,
  keyOf,
  nextTick,
  readStored,
  rest,
  type WatchedEntry,
} from './watchedEntry.ts'

/** Dependencies of a pass. */
export type PassContext = HistoryReader & { readonly network: IndexNetwork }

/**
 * Notes which idle accounts, and which of their token contracts, have no new transaction, if that costs less than to ask
 * for each account. Accounts that it passes are no longer due. Rejects as sessions and the store do.
 */
export async function passQuiet(
  context: PassContext,
  idle: readonly WatchedEntry[],
  signal: AbortSignal,
): Promise<void> {
  const { network, store } = context
  const startedAt = performance.now()
  const contracts = idle.flatMap((entry) => [...entry.contracts.values()])
  const covered = await continuedByBlocks(context, [...idle, ...contracts])
  const isCovered = new Set(covered.map(({ account }) => keyOf(account)))
  const isOther = ({ account }: KeptHistory) => !isCovered.has(keyOf(account))
  const others = idle.filter(isOther)
  const { quiet, hasChanged } =
    others.length > 0
      ? await findQuiet(network.session({ signal }), others, contracts.filter(isOther))
      : { quiet: [], hasChanged: () => false }
  const passed = [...covered, ...quiet]
  if (passed.length > 0) await writeHistories(context, passed)
  const isPassed = new Set(passed.map(({ account }) => keyOf(account)))

  /** Returns whether a history has no new transaction, and no trace that can go on without the account. */
  async function isQuiet(kept: KeptHistory): Promise<boolean> {
    if (!isPassed.has(keyOf(kept.account))) return false
    const before = kept.known?.newestLt
    await readStored(store, kept)
    return kept.known?.newestLt === before && kept.openTraces === 0
  }

  for (const entry of idle) {
    const owned = [...entry.contracts.values()]
    for (const contract of owned) {
      if (await isQuiet(contract)) {
        if (contract.detail === undefined) contract.dueAt = startedAt + CONTRACT_REST_MS
      } else if (isPassed.has(keyOf(contract.account)) || hasChanged(contract.account))
        contract.dueAt = Number.NEGATIVE_INFINITY
    }
    const isAtRest = entry.contractsDueAt > startedAt && !owned.some(isDue)
    if ((await isQuiet(entry)) && isAtRest) rest(entry, nextTick(startedAt))
  }
}

/** Returns the histories that covered blocks continue up to the newest known block. */
async function continuedByBlocks(
  { network, store }: PassContext,
  kept: readonly KeptHistory[],
): Promise<readonly AccountHistory[]> {
  const last = store.coverage().at(-1)
  if (!last || last.last < (network.bestSeqno() ?? Infinity)) return []
  const found: AccountHistory[] = []
  for (const { account } of kept) {
    const known = await store.accountHistory(account)
    if (!known?.newest || known.newestLt === 0n || known.mcSeqno + 1 < last.first) continue
    const { oldestLt, isComplete, searchedSeqno, newest } = known
    // A trace can have brought a transaction of a later block, with a gap before it.
    if (newest.mcSeqno > last.last) continue
    const newestLt = newest.lt > known.newestLt ? newest.lt : known.newestLt
    found.push({ account, mcSeqno: last.last, newestLt, oldestLt, isComplete, searchedSeqno })
  }
  return found
}

async function writeHistories(
  { parser, store, onWritten }: PassContext,
  histories: readonly AccountHistory[],
): Promise<void> {
  onWritten(await store.writeHistory(await parser.history({ transactions: [], states: [], histories })))
}
