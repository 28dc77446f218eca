import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { seqnosWithin } from '../../../store/queries/blocks.ts'
import { isOpen } from '../../../store/queries/conditions.ts'
import { findUnverified, hasBacklog, isBacklogEmpty } from '../../../store/queries/detectionBacklog.ts'
import { countUnverified } from '../../../store/queries/unverified.ts'
import { coverageText } from '../coverageText.ts'
import type { ContractNeed, MissingData } from '../reading.ts'
import {
  currentAccounts,
  ifComplete,
  isFullyIndexed,
  isListCovered,
  knownHistory,
  type ListQuery,
  UNKNOWN,
} from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { unverifiedText } from './unverifiedText.ts'

/**
 * Completeness of lists of token contracts and their events: they are complete if the blocks that they are about are
 * indexed, and the accounts of these blocks are inspected by detection.
 */

/** Returns the answer of a list of contracts, which only an index of the whole chain can give. */
export function ifChainVerified(context: ReadContext, answer: () => Outcome): Outcome {
  if (!isFullyIndexed(context)) return UNKNOWN
  return ifComplete(context, missingDetection(context, 0), answer)
}

/** Returns whether detection has inspected all indexed accounts. */
export function isVerified(context: ReadContext): boolean {
  return missingDetection(context, 0).length === 0
}

/** Returns the answer of a list of events if it is within covered blocks, else UNKNOWN. */
export function ifEventsCovered(context: ReadContext, query: ListQuery, answer: () => Outcome): Outcome {
  if (!isListCovered(context, query)) return UNKNOWN
  // Found by bisection; usually nothing waits.
  const missing = isBacklogEmpty(context.reader) ? [] : missingDetection(context, firstBlock(context, query))
  return ifComplete(context, missing, answer)
}

function missingDetection({ reader, options }: ReadContext, first: number): MissingData[] {
  const { head = Number.MAX_SAFE_INTEGER } = options
  return hasBacklog(reader, { first, last: head }) ? [{ kind: 'detection', mcSeqno: head }] : []
}

const MASTERCHAIN = { workchain: -1, shard: BigInt.asIntN(64, FULL_SHARD) }

/** Returns a masterchain block before which no event of a list is. */
export function firstBlock({ reader }: ReadContext, { utimes, lts, page, last }: ListQuery): number {
  const end = page?.sort === 'desc' ? last : undefined
  const isByLt = isOpen(utimes)
  const lt = { start: end && isByLt ? end.lt : lts.start }
  const utime = { start: end && !isByLt ? end.now : utimes.start }
  return Number(seqnosWithin(reader, MASTERCHAIN, utime, lt).start ?? 0n)
}

/** Returns the accounts whose present contract type is not in the index. */
export function missingContracts(context: ReadContext, accounts: readonly StdAddress[]): ContractNeed[] {
  const queued = keysOf(findUnverified(context.reader, accounts))
  const current = isFullyIndexed(context) ? undefined : keysOf(currentAccounts(context, accounts))
  const isKnown = (account: StdAddress) =>
    !queued.has(keyOf(account)) &&
    (current === undefined ||
      current.has(keyOf(account)) ||
      knownHistory(context, account).absentAt !== undefined)
  return [...new Map(accounts.map((account) => [keyOf(account), account])).values()]
    .filter((account) => !isKnown(account))
    .map((account) => ({ kind: 'contract', account }))
}

/** Returns the key of an account in sets and maps. */
export function keyOf(account: StdAddress): string {
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
