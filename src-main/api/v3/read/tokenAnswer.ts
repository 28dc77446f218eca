import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { EventRecord } from '../../../store/queries/tokenEvents.ts'
import { addressBookJson } from '../render/addressBook.ts'
import { metadataJson } from '../render/metadata.ts'
import { foundForAccounts } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { withDetails } from './details.ts'

type TokenAnswer = {
  /** The rows under the answer's field. */
  readonly body: object
  /** Accounts of the list, and texts in place of accounts. */
  readonly parties: readonly (StdAddress | string)[]
  /** The rows if they are events, which name their traces. */
  readonly events?: readonly EventRecord[]
  /** Accounts on whose histories the list depends. */
  readonly accounts?: readonly StdAddress[] | undefined
}

/** Returns the answer of an operation on jettons or NFTs, with the names of its accounts. */
export function tokenAnswer(
  context: ReadContext,
  { body, parties, events = [], accounts = [] }: TokenAnswer,
): Outcome {
  const addresses = parties.flatMap((party) => (typeof party === 'string' ? [] : [party]))
  const texts = parties.filter((party) => typeof party === 'string')
  return withDetails(context, { transactions: events, parties: addresses }, () =>
    foundForAccounts(context, accounts, {
      ...body,
      address_book: addressBookJson(context, addresses, texts),
      metadata: metadataJson(context, addresses),
    }),
  )
}
