import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { Page, Window } from '../../../store/queries/conditions.ts'
import type { EventRecord } from '../../../store/queries/tokenEvents.ts'
import { ifComplete, isFullyIndexed, missingHistories } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { ifEventsCovered, missingContracts } from './tokenCompleteness.ts'

type EventsQuery = {
  /** The contracts whose events are listed; undefined: all contracts. */
  readonly contracts: readonly StdAddress[] | undefined
  readonly utimes: Window<number>
  readonly lts: Window<bigint>
  readonly page: Page
  /** The page as it is indexed. */
  readonly events: readonly EventRecord[]
}

/**
 * Returns the answer of a list of events, or the data to fetch first. The histories of the contracts have all of their
 * events; those of other accounts are known within covered blocks only.
 */
export function ifEventsKnown(
  context: ReadContext,
  { contracts, utimes, lts, page, events }: EventsQuery,
  answer: () => Outcome,
): Outcome {
  const last = events.length === page.limit ? events.at(-1) : undefined
  if (!contracts) return ifEventsCovered(context, { utimes, lts, page, last }, answer)
  const history = isFullyIndexed(context)
    ? []
    : missingHistories(context, contracts, { page, utimes, lts, last })
  return ifComplete(context, history, () => ifComplete(context, missingContracts(context, contracts), answer))
}
