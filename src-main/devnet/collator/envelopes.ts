import { beginCell, type Cell } from '@ton/core'
import { type InMsg, storeInMsg } from '../../chain/block/inMsg.ts'
import { type MsgEnvelope, storeMsgEnvelope } from '../../chain/block/msgEnvelope.ts'
import type { MsgMetadata } from '../../chain/block/msgMetadata.ts'
import { finishCell } from '../../chain/hashmap/finishCell.ts'

/** Address in the destination's shard: no hop is left. */
const ARRIVED = { kind: 'regular', useDestBits: 96 } as const

export function envelopeCell(envelope: MsgEnvelope): Cell {
  return finishCell(beginCell().store(storeMsgEnvelope(envelope)))
}

/** Returns the envelope of a message that is in its destination's shard. */
export function arrivedEnvelope(
  msg: Cell,
  fwdFeeRemaining: bigint,
  metadata: MsgMetadata | undefined,
): MsgEnvelope {
  const v2 = metadata && { emittedLt: undefined, metadata }
  return { curAddr: ARRIVED, nextAddr: ARRIVED, fwdFeeRemaining, msg, v2 }
}

/** Returns the metadata of the messages that a message with this metadata causes. */
export function nextMetadata(metadata: MsgMetadata | undefined): MsgMetadata | undefined {
  return metadata && { ...metadata, depth: metadata.depth + 1 }
}

export function inMsgCell(inMsg: InMsg): Cell {
  return finishCell(beginCell().store(storeInMsg(inMsg)))
}
