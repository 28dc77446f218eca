import { Address } from '@ton/core'
import type { MsgEnvelope } from '../../chain/block/msgEnvelope.ts'
import type { TransactionMetadata } from '../tl/transactions.ts'

/** What an envelope says of the transaction that began its chain of messages. */
export function metadataOf(envelope: MsgEnvelope): TransactionMetadata | undefined {
  const metadata = envelope.v2?.metadata
  // The reference reads standard addresses without anycast only.
  if (!metadata || !(metadata.initiatorAddr instanceof Address)) return undefined
  const { depth, initiatorAddr, initiatorLt } = metadata
  return {
    mode: 0,
    depth,
    initiator: { workchain: initiatorAddr.workChain, id: initiatorAddr.hash },
    initiatorLt: BigInt.asIntN(64, initiatorLt),
  }
}
