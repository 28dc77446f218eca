import { Address } from '@ton/core'
import type { MsgEnvelope } from '../../chain/block/msgEnvelope.ts'
import type { TransactionMetadata } from '../tl/transactions.ts'

/** Returns an envelope's metadata of the transaction that started its chain of messages. */
export function metadataOf(envelope: MsgEnvelope): TransactionMetadata | undefined {
  const metadata = envelope.v2?.metadata
  // The reference server reads only standard addresses without anycast.
  if (!metadata || !(metadata.initiatorAddr instanceof Address)) return undefined
  const { depth, initiatorAddr, initiatorLt } = metadata
  return {
    mode: 0,
    depth,
    initiator: { workchain: initiatorAddr.workChain, id: initiatorAddr.hash },
    initiatorLt: BigInt.asIntN(64, initiatorLt),
  }
}
