import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { Page, Window } from '../../../store/queries/conditions.ts'
import type { EventRecord } from '../../../store/queries/tokenEvents.ts'
import type { Outcome, ReadContext } from './context.ts'
import { historyNeeds, isWhole, unlessMissing } from './knowing.ts'
import { contractNeeds, eventsWithin } from './verified.ts'

type EventsAsked = {
  /** The contracts whose events are listed; undefined: of any. */
  readonly contracts: readonly StdAddress[] | undefined
  readonly utimes: Window<number>
  readonly lts: Window<bigint>
  readonly page: Page
  /** The page as it is indexed. */
  readonly events: readonly EventRecord[]
}

/**
 * The answer of a list of events, unless something is missing. The histories of the contracts have all of their events;
 * those of other accounts are only known within covered blocks.
 */
export function knownEvents(
  context: ReadContext,
  { contracts, utimes, lts, page, events }: EventsAsked,
  answer: () => Outcome,
): Outcome {
  const last = events.length === page.limit ? events.at(-1) : undefined
  if (!contracts) return eventsWithin(context, { utimes, lts, page, last }, answer)
  const history = isWhole(context) ? [] : historyNeeds(context, contracts, { page, utimes, lts, last })
  return unlessMissing(context, history, () =>
    unlessMissing(context, contractNeeds(context, contracts), answer),
  )
}
