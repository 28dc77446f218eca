import { beginCell, type Cell } from '@ton/core'
import { finishCell } from '../hashmap/finishCell.ts'
import { type Message, storeMessage } from './message.ts'
import type { MsgAddressInt } from './msgAddress.ts'

/**
 * Returns the hash of an external message in its normal form (TEP-467): no source, no import fee, no
 * StateInit, the body in a reference. Relays can change the omitted parts.
 * @throws TypeError for a message that is not an external inbound one
 */
export function normalHash({ info, body }: Message): Buffer {
  if (info.type !== 'external-in') throw new TypeError('only external messages have a normal form')
  return normalHashOf(info.dest, body)
}

/** Returns the hash of a normal form from its two parts. */
export function normalHashOf(dest: MsgAddressInt, body: Cell): Buffer {
  const normal: Message = {
    info: { type: 'external-in', src: null, dest, importFee: 0n },
    init: undefined,
    body,
    initInRef: false,
    bodyInRef: true,
  }
  return finishCell(beginCell().store(storeMessage(normal))).hash()
}
