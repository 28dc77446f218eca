import type { V3Values } from '#shared/schema/v3/operations.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { loadJettonsOf } from '../../../store/queries/tokenEntries.ts'
import { tokenMetadata } from '../render/metadata.ts'
import { ifComplete } from './completeness.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { missingContracts } from './tokenCompleteness.ts'
import { stdAddress } from './values.ts'

/** compatibility-v3 §6.4: texts that are not addresses are omitted, and the client cannot decline the metadata. */
export function readMetadata({ address: texts }: V3Values<'metadata'>, context: ReadContext): Outcome {
  const addresses = texts.flatMap((text) => {
    const address = parseAddress(text)
    return (address && stdAddress(address)) ?? []
  })
  return ifComplete(context, missingContracts(context, addresses), () => {
    const jettons = loadJettonsOf(context.reader, addresses)
    return ifComplete(context, missingContracts(context, jettons), () =>
      found(tokenMetadata(context, addresses)),
    )
  })
}
