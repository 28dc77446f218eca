import { messageOf } from '#shared/messageOf.ts'
import type { LiteServerError } from '../../liteserver/errors.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import type { HistoryReader } from '../readThrough/accountHistory.ts'
import { rawAddress } from '../stdAddress.ts'
import {
  createKeptHistory,
  isDue,
  type KeptHistory,
  keyOf,
  nextTick,
  type WatchedEntry,
} from './watchedEntry.ts'

/**
 * The token contracts of a watched account: its jetton wallets, and the NFT items that it has or had. Their own histories
 * have what that of the account lacks: a jetton wallet or an item can change hands, or a balance grow, without a message
 * to the owner. Contracts that no indexed transaction names are not known.
 */

/** Maximum number of contracts of an account: the newest ones. */
const MAX_CONTRACTS = 64
/** Interval of checks of contracts while their owner is idle, ms. */
export const CONTRACT_REST_MS = 600_000
/** Number of contracts that are read side by side. */
const WIDTH = 4
/** Time limit for a contract, ms: others go on. */
const LIMIT_MS = 20_000
/** First and longest pause of a contract that cannot be read, ms. */
const PAUSE_MS = 5_000
const LONGEST_MS = 600_000

/** Dependencies of reading the contracts. */
export type ContractReader = HistoryReader & {
  readonly store: Pick<IndexStore, 'ownedContracts'>
  /** Reads a piece of a history. */
  readonly read: (kept: KeptHistory, signal: AbortSignal) => Promise<PieceReading>
}

/** The result of reading a piece of a history. */
export type PieceReading = {
  readonly hasMore: boolean
  readonly trouble: string | undefined
  /** Why no liteserver gives older transactions. */
  readonly refusal?: LiteServerError | undefined
}

/**
 * Reads one piece of each contract of an account that is due. A contract that fails is left out for a while. Rejects
 * with StoreError, and with the signal's reason.
 */
export async function readContracts(
  reader: ContractReader,
  entry: WatchedEntry,
  signal: AbortSignal,
): Promise<PieceReading> {
  if (entry.contractsDueAt <= performance.now()) {
    await findContracts(reader, entry)
    entry.contractsDueAt = performance.now() + CONTRACT_REST_MS
  }
  const due = [...entry.contracts.values()].filter(isDue)
  for await (const _ of mapInOrder(due, WIDTH, (contract) => readOne(reader, contract, signal)));
  const bad = [...entry.contracts.values()].find(({ detail }) => detail !== undefined)
  const trouble = bad && `token contract ${rawAddress(bad.account)}: ${bad.detail}`
  return { hasMore: due.some(isDue), trouble }
}

/** Adds the contracts that are known now, and removes those that no longer belong to the account. */
async function findContracts(
  reader: ContractReader,
  { account, depth, contracts }: WatchedEntry,
): Promise<void> {
  const owned = await reader.store.ownedContracts(account, MAX_CONTRACTS)
  const keys = new Set(owned.map(keyOf))
  for (const key of contracts.keys()) if (!keys.has(key)) contracts.delete(key)
  for (const contract of owned) {
    const kept = contracts.get(keyOf(contract)) ?? createKeptHistory(reader, contract, depth)
    kept.depth = depth
    contracts.set(keyOf(contract), kept)
  }
}

async function readOne({ read }: ContractReader, contract: KeptHistory, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const { hasMore, trouble, refusal } = await read(contract, AbortSignal.any([signal, limit]))
    if (refusal && !hasMore) throw refusal
    contract.failures = 0
    if (trouble !== undefined || contract.openTraces === 0) contract.detail = trouble
    if (hasMore) contract.dueAt = Number.NEGATIVE_INFINITY
    else contract.dueAt = contract.openTraces > 0 ? nextTick(startedAt) : startedAt + CONTRACT_REST_MS
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof StoreError) throw error
    contract.failures++
    contract.detail = limit.aborted ? `no more came within ${LIMIT_MS / 1000} s` : messageOf(error)
    contract.dueAt = performance.now() + Math.min(LONGEST_MS, PAUSE_MS * 2 ** (contract.failures - 1))
  }
}
