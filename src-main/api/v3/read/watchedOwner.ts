import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findAccountId } from '../../../store/queries/accountIds.ts'
import { findUnverified } from '../../../store/queries/detectionBacklog.ts'
import { isWatched, loadKeptStates } from '../../../store/queries/keptStates.ts'
import { findOwnedContracts } from '../../../store/queries/ownedContracts.ts'
import { findUnread } from '../../../store/queries/unreadParts.ts'
import { coverageText } from '../coverageText.ts'
import { addressText } from '../render/scalars.ts'
import { knownHistory } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { keyOf } from './tokenCompleteness.ts'

/**
 * Lists of the tokens of a watched account while no liteserver answers. Its token contracts that some indexed
 * transaction names are kept up to date with it: their rows are as of the masterchain block at which their histories were
 * read. Others can exist, which nothing proves: the coverage of such an answer states so.
 */
export type WatchedOwner = {
  readonly owner: StdAddress
  /** Contracts whose rows are those of the newest transaction that was read. */
  readonly current: readonly StdAddress[]
  /** Contracts that have changed since, or were not read. */
  readonly unread: readonly StdAddress[]
  /** Whether the account can have further contracts, which are not looked at. */
  readonly isCut: boolean
  /** The oldest masterchain seqno as of which the account or a current contract was read. */
  readonly seqno: number
  /** Number of traces of these histories that are not whole, or whose actions are not derived. */
  readonly unreadTraces: number
}

/** Maximum number of contracts of a list that are in the index and looked at for one answer. */
export const MAX_KNOWN = 64
/** Maximum number of unread traces that are counted for each history. */
const MAX_TRACES = 64

/** Returns the token coverage of a watched account; undefined online, and for other accounts. */
export function findWatchedOwner(
  { reader, options }: ReadContext,
  owner: StdAddress | undefined,
): WatchedOwner | undefined {
  if (!options.offline || owner === undefined || !isWatched(reader, owner)) return undefined
  const id = findAccountId(reader, owner)
  const [own] = id === undefined ? [] : loadKeptStates(reader, [owner]).values()
  if (id === undefined || own === undefined) return undefined
  const contracts = findOwnedContracts(reader, id, MAX_KNOWN)
  const unverified = new Set(findUnverified(reader, contracts).map(keyOf))
  const kept = new Map(
    [...loadKeptStates(reader, contracts)]
      .map(([address, seqno]) => [keyOf(address), seqno] as const)
      .filter(([key]) => !unverified.has(key)),
  )
  const unreadTraces = [owner, ...contracts].map((account) => countUnread(reader, account))
  return {
    owner,
    current: contracts.filter((contract) => kept.has(keyOf(contract))),
    unread: contracts.filter((contract) => !kept.has(keyOf(contract))),
    isCut: contracts.length >= MAX_KNOWN,
    seqno: Math.min(own, ...kept.values()),
    unreadTraces: unreadTraces.reduce((sum, traces) => sum + traces, 0),
  }
}

function countUnread(reader: ReadContext['reader'], account: StdAddress): number {
  const id = findAccountId(reader, account)
  if (id === undefined) return 0
  const { openTraces, unclassified } = findUnread(reader, id, MAX_TRACES)
  return openTraces.length + unclassified.length
}

/** Adds the watched account to the coverage of an answer. `unread`: number of contracts that are not included. */
export function withWatchedOwner(
  context: ReadContext,
  { owner, seqno, isCut, unreadTraces }: WatchedOwner,
  unread: number,
  outcome: Outcome,
): Outcome {
  if (outcome.kind !== 'found') return outcome
  const { oldest, newestLt } = knownHistory(context, owner)
  const extent = oldest && newestLt !== undefined ? ` lt ${oldest.lt}-${newestLt}` : ''
  const lacks = [
    ...(unread === 0 ? [] : [`${unread} ${unread === 1 ? 'contract' : 'contracts'} not read`]),
    ...(isCut ? [`only ${MAX_KNOWN} contracts looked at`] : []),
    ...(unreadTraces === 0 ? [] : [`${unreadTraces} ${unreadTraces === 1 ? 'trace' : 'traces'} not read`]),
  ]
  const watched = `watched account ${addressText(owner)}${extent} as of seqno ${seqno}, completeness unproved`
  const [, ...notes] = (outcome.coverage ?? '').split('; ')
  const text = [coverageText(context.coverage), watched, ...lacks].join(', ')
  return { ...outcome, coverage: [text, ...notes].join('; ') }
}
