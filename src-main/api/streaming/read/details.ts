import type { MetadataJson } from '#shared/schema/v3/common.ts'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { ReadContext } from '../../v3/read/context.ts'
import { namedAccounts } from '../../v3/read/details.ts'
import { addressBookRows, bookRow } from '../../v3/render/addressBook.ts'
import { tokenMetadata } from '../../v3/render/metadata.ts'
import { addressText } from '../../v3/render/scalars.ts'
import type { Details, TokenDetails } from '../streamReading.ts'
import { jsonText } from './jsonText.ts'

/** Collects accounts of an answer, and reads their rows of address book and metadata. */
export type DetailsReader = {
  add(addresses: readonly StdAddress[]): void
  read(): Details
}

export function createDetailsReader(context: ReadContext): DetailsReader {
  const { options } = context
  const addresses = new Map<string, StdAddress>()
  return {
    add(more) {
      if (!options.addressBook && !options.metadata) return
      for (const address of new Set(more)) addresses.set(addressText(address), address)
    },
    read() {
      const all = [...addresses.values()]
      return {
        addressBook: options.addressBook ? bookOf(context, all) : new Map(),
        metadata: options.metadata ? metadataOf(tokenMetadata(context, all)) : new Map(),
        missingContent: [...context.missingContent],
      }
    },
  }
}

function bookOf(context: ReadContext, addresses: readonly StdAddress[]): Map<string, string> {
  const rows = [...addressBookRows(context, namedAccounts(context, addresses))]
  rows.sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(rows.map(([address, row]) => [address, jsonText(bookRow, row, undefined)]))
}

function metadataOf(metadata: MetadataJson): Map<string, TokenDetails> {
  return new Map(
    Object.entries(metadata).map(([address, tokens]) => [
      address,
      {
        json: v3JsonText(tokens),
        masters: tokens.token_info.flatMap(({ type, extra }) =>
          type === 'jetton_wallets' && typeof extra?.jetton === 'string' ? [extra.jetton] : [],
        ),
      },
    ]),
  )
}
