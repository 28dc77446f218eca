import type { Cell } from '@ton/core'
import { loadCommonMsgInfo } from '../../chain/block/commonMsgInfo.ts'
import type { IntermediateAddress } from '../../chain/block/intermediateAddress.ts'
import { loadMsgEnvelope, type MsgEnvelope } from '../../chain/block/msgEnvelope.ts'
import type { EnqueuedMsg } from '../../chain/state/outMsgQueue.ts'
import { openCell, parseCell, TlbError } from '../../chain/tlb.ts'
import { type AddressPrefix, prefixOf } from './addressPrefix.ts'
import type { QueuedMessageRef } from './processed.ts'
import { routePrefix } from './routing.ts'

/** A message in an out queue, with its envelope parsed. */
export type QueuedMessage = QueuedMessageRef & {
  /** Its key in the queue. */
  readonly key: Buffer
  readonly envelopeCell: Cell
  readonly envelope: MsgEnvelope
  readonly destination: AddressPrefix
}

export function openQueuedMessage(key: Buffer, { enqueuedLt, outMsg }: EnqueuedMsg): QueuedMessage {
  const envelope = parseCell(outMsg, 'MsgEnvelope', loadMsgEnvelope)
  const info = loadCommonMsgInfo(openCell(envelope.msg, 'Message'))
  if (info.type !== 'internal') throw new TlbError('OutMsgQueue', `${info.type} message in a queue`)
  const source = prefixOf(info.src)
  const destination = prefixOf(info.dest)
  return {
    key,
    envelopeCell: outMsg,
    envelope,
    destination,
    lt: envelope.v2?.emittedLt ?? info.createdLt,
    enqueuedLt,
    hash: envelope.msg.hash(),
    current: hopPlace(envelope.curAddr, source, destination),
    next: hopPlace(envelope.nextAddr, source, destination),
  }
}

function hopPlace(
  address: IntermediateAddress,
  source: AddressPrefix,
  destination: AddressPrefix,
): AddressPrefix {
  if (address.kind !== 'regular') return { workchain: address.workchain, prefix: address.addrPfx }
  return routePrefix(source, destination, address.useDestBits)
}
