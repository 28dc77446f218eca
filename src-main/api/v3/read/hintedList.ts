import type { HintedCandidates } from '../../../indexer/indexer.ts'
import type { HintList } from '../../../metadata/hintServer.ts'
import { bufferOf } from '../../../platform/bufferOf.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { coverageText } from '../coverageText.ts'
import { type MissingData, missingDataKey } from '../reading.ts'
import { ifComplete, isFullyIndexed, refusal, UNKNOWN } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { ifChainVerified, keyOf, missingContracts } from './tokenCompleteness.ts'
import { findWatchedOwner, withWatchedOwner } from './watchedOwner.ts'

/** Lists of the contracts of an owner, of which a watched account has those that its history names. */
const OF_OWNERS: ReadonlySet<HintList> = new Set(['walletsOfOwner', 'itemsOfOwner', 'itemsOfSeller'])

/** A list of contracts that a hint server can name. */
export type HintedList = {
  readonly list: HintList
  /** What the list is of; undefined if the request names several, or none. */
  readonly account: StdAddress | undefined
  /** Returns up to MAX_KNOWN contracts of the list that are in the index, as of any block. */
  known(): readonly StdAddress[]
  /** Returns the contracts among these that belong to the list. */
  belonging(contracts: readonly StdAddress[]): readonly StdAddress[]
  /** Returns the answer of a list that has no other contracts than these. */
  answer(contracts: readonly StdAddress[]): Outcome
}

/**
 * Returns the answer of a list of contracts of which only an index of the whole chain has all. Without such an index
 * it is of those that the allowed hint server names and detection confirms, and its coverage states so.
 */
export function ifChainVerifiedOrHinted(
  context: ReadContext,
  hinted: HintedList,
  answer: () => Outcome,
): Outcome {
  const { list, account } = hinted
  const { hints } = context.options
  if (isFullyIndexed(context)) return ifChainVerified(context, answer)
  const watched = OF_OWNERS.has(list) ? findWatchedOwner(context, account) : undefined
  if (watched) {
    const unread = hinted.belonging(watched.unread).length
    return withWatchedOwner(context, watched, unread, hinted.answer(watched.current))
  }
  if (hints === undefined || account === undefined) return UNKNOWN
  const item: MissingData = { kind: 'candidates', list, account }
  return ifComplete(context, [item], () => {
    const { candidates } = context.options.fetched?.find(({ key }) => key === missingDataKey(item)) ?? {}
    if (!candidates) return refusal(`the hint server ${hints} does not answer now`)
    return hintedAnswer(context, hinted, { ...candidates, contracts: candidates.contracts.map(bufferOf) })
  })
}

function hintedAnswer(
  context: ReadContext,
  { known, belonging, answer }: HintedList,
  { contracts, refuted, unread }: HintedCandidates,
): Outcome {
  const named = new Set(contracts.map(keyOf))
  const others = missingContracts(
    context,
    known().filter((account) => !named.has(keyOf(account))),
  ).map((item) => ({ ...item, isOptional: true }))
  return ifComplete(context, others, () => {
    const current = others.filter((item) => context.fetched.has(missingDataKey(item)))
    const outcome = answer([...contracts, ...current.map((item) => item.account)])
    if (outcome.kind !== 'found') return outcome
    const proved = belonging(contracts).length
    const coverage = outcome.coverage ?? coverageText(context.coverage)
    return {
      ...outcome,
      coverage: `${coverage}, ${hintsText(context.options.hints, unread)}`,
      hinted: { proved, dropped: refuted + contracts.length - proved },
    }
  })
}

function hintsText(host: string | undefined, unread: number): string {
  const text = `hints ${host}, completeness unproved`
  return unread === 0 ? text : `${text}, ${unread} not read in time`
}

/** Returns the only account of a filter; undefined if it has several, or none. */
export function onlyOne(accounts: readonly StdAddress[] | undefined): StdAddress | undefined {
  return accounts?.length === 1 ? accounts[0] : undefined
}
