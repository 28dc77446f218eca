import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { Page, Window } from '../../../store/queries/conditions.ts'
import type { EventRecord } from '../../../store/queries/tokenEvents.ts'
import { ifComplete, isFullyIndexed, isListCovered, missingHistories } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { ifEventsCovered, missingContracts } from './tokenCompleteness.ts'
import { findWatchedOwner, withWatchedOwner } from './watchedOwner.ts'

type EventsQuery = {
  /** The contracts whose events are listed; undefined: all contracts. */
  readonly contracts: readonly StdAddress[] | undefined
  /** The only account that must be a party of the events; undefined if there are several, or none. */
  readonly owner: StdAddress | undefined
  readonly utimes: Window<number>
  readonly lts: Window<bigint>
  readonly page: Page
  /** The page as it is indexed. */
  readonly events: readonly EventRecord[]
}

/**
 * Returns the answer of a list of events, or the data to fetch first. The histories of the contracts have all of their
 * events; those of other accounts are known within covered blocks only. Offline, a list of a watched account has the
 * events of the contracts that its history names.
 */
export function ifEventsKnown(
  context: ReadContext,
  { contracts, owner, utimes, lts, page, events }: EventsQuery,
  answer: () => Outcome,
): Outcome {
  const last = events.length === page.limit ? events.at(-1) : undefined
  const query = { utimes, lts, page, last }
  if (!contracts) {
    const watched = isListCovered(context, query) ? undefined : findWatchedOwner(context, owner)
    if (!watched) return ifEventsCovered(context, query, answer)
    const histories = missingHistories(context, [watched.owner, ...watched.current], query)
    return ifComplete(context, histories, () =>
      withWatchedOwner(context, watched, watched.unread.length, answer()),
    )
  }
  const history = isFullyIndexed(context) ? [] : missingHistories(context, contracts, query)
  return ifComplete(context, history, () => ifComplete(context, missingContracts(context, contracts), answer))
}
