import type { StdAddress } from '../../../store/parsedBlock.ts'
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
  /** Accounts on whose histories the list depends. */
  readonly accounts?: readonly StdAddress[] | undefined
}

/** Returns the answer of an operation on jettons or NFTs, with the names of its accounts. */
export function tokenAnswer(context: ReadContext, { body, parties, accounts = [] }: TokenAnswer): Outcome {
  const addresses = parties.flatMap((party) => (typeof party === 'string' ? [] : [party]))
  const texts = parties.filter((party) => typeof party === 'string')
  return withDetails(context, { parties: addresses }, () =>
    foundForAccounts(context, accounts, {
      ...body,
      address_book: addressBookJson(context, addresses, texts),
      metadata: metadataJson(context, addresses),
    }),
  )
}
