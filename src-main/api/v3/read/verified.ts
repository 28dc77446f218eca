import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { seqnosWithin } from '../../../store/queries/blocks.ts'
import { isOpen } from '../../../store/queries/conditions.ts'
import {
  findUnverified,
  hasBacklog,
  isBacklogEmpty,
  loadStateTimes,
} from '../../../store/queries/detectionBacklog.ts'
import { countUnverified } from '../../../store/queries/unverified.ts'
import { coverageText } from '../coverageText.ts'
import type { Need } from '../reading.ts'
import type { Outcome, ReadContext } from './context.ts'
import {
  currentSince,
  isWhole,
  isWithin,
  knownHistory,
  type ListAsked,
  NOTHING,
  unlessMissing,
} from './knowing.ts'
import { unverifiedText } from './unverifiedText.ts'

/**
 * Completeness of lists of token contracts and their events: they are complete if the blocks that they are about are
 * indexed, and detection has looked at the accounts of these blocks.
 */

/** The answer of a list of contracts, which only an index of the whole chain can give. */
export function ofWholeChain(context: ReadContext, answer: () => Outcome): Outcome {
  if (!isWhole(context)) return NOTHING
  return unlessMissing(context, backlogNeeds(context, 0), answer)
}

/** Whether detection has looked at all indexed accounts. */
export function isUpToDate(context: ReadContext): boolean {
  return backlogNeeds(context, 0).length === 0
}

/** The answer of a list of events: it lies within covered blocks, or it is unknown. */
export function eventsWithin(context: ReadContext, asked: ListAsked, answer: () => Outcome): Outcome {
  if (!isWithin(context, asked)) return NOTHING
  // The first block is found by halving: seldom does anything wait that makes it count.
  const needs = isBacklogEmpty(context.reader) ? [] : backlogNeeds(context, firstBlock(context, asked))
  return unlessMissing(context, needs, answer)
}

function backlogNeeds({ reader, options }: ReadContext, first: number): Need[] {
  const { head = Number.MAX_SAFE_INTEGER } = options
  return hasBacklog(reader, { first, last: head }) ? [{ kind: 'detection', mcSeqno: head }] : []
}

const MASTERCHAIN = { workchain: -1, shard: BigInt.asIntN(64, FULL_SHARD) }

/** Returns a masterchain block before which no event of a list is. */
export function firstBlock({ reader }: ReadContext, { utimes, lts, page, last }: ListAsked): number {
  const end = page?.sort === 'desc' ? last : undefined
  const isByLt = isOpen(utimes)
  const lt = { start: end && isByLt ? end.lt : lts.start }
  const utime = { start: end && !isByLt ? end.now : utimes.start }
  return Number(seqnosWithin(reader, MASTERCHAIN, utime, lt).start ?? 0n)
}

/** Needs for accounts of which the index does not know whether they are token contracts now. */
export function contractNeeds(context: ReadContext, accounts: readonly StdAddress[]): Need[] {
  const queued = keysOf(findUnverified(context.reader, accounts))
  const current = isWhole(context) ? undefined : keysOf(currentAccounts(context, accounts))
  const isKnown = (account: StdAddress) =>
    !queued.has(keyOf(account)) &&
    (current === undefined ||
      current.has(keyOf(account)) ||
      knownHistory(context, account).absentAt !== undefined)
  return [...new Map(accounts.map((account) => [keyOf(account), account])).values()]
    .filter((account) => !isKnown(account))
    .map((account) => ({ kind: 'contract', account }))
}

/** Accounts whose newest state is indexed, as far as that can be known. */
function currentAccounts(context: ReadContext, accounts: readonly StdAddress[]): StdAddress[] {
  const { reader, options } = context
  const since = options.offline ? 0 : currentSince(context)
  if (since === undefined) return []
  return [...loadStateTimes(reader, accounts)].flatMap(([account, utime]) =>
    utime >= since ? [account] : [],
  )
}

function keyOf(account: StdAddress): string {
  return account.toString('latin1')
}

function keysOf(accounts: readonly StdAddress[]): ReadonlySet<string> {
  return new Set(accounts.map(keyOf))
}

/** Adds the number of accounts that are not verified yet to the coverage of an answer or refusal. */
export function withBacklog(context: ReadContext, outcome: Outcome): Outcome {
  if (outcome.kind === 'refused') return outcome
  const coverage = outcome.coverage ?? coverageText(context.coverage)
  return { ...outcome, coverage: unverifiedText(coverage, countUnverified(context.reader)) }
}
