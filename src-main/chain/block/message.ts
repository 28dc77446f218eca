import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { parseCell } from '../tlb.ts'
import type { CommonMsgInfo } from './commonMsgInfo.ts'
import { loadCommonMsgInfo, storeCommonMsgInfo } from './commonMsgInfo.ts'
import type { StateInit } from './stateInit.ts'
import { loadStateInit, storeStateInit } from './stateInit.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// message$_ {X:Type} info:CommonMsgInfo init:(Maybe (Either StateInit ^StateInit))
//   body:(Either X ^X) = Message X;

/**
 * A message with its exact layout. @ton/core's Message does not keep whether init and body were in
 * references, which loses the hash; storing this one gives the cell that was loaded.
 */
export type Message = {
  readonly info: CommonMsgInfo
  readonly init: StateInit | undefined
  /** A body that shares the message's cell is copied to a cell of its own. */
  readonly body: Cell
  readonly initInRef: boolean
  readonly bodyInRef: boolean
}

/** Reads `message$_`. The slice is empty afterwards. */
export function loadMessage(slice: Slice): Message {
  const info = loadCommonMsgInfo(slice)
  let init: StateInit | undefined
  let initInRef = false
  if (slice.loadBit()) {
    initInRef = slice.loadBit()
    init = initInRef ? parseCell(slice.loadRef(), 'StateInit', loadStateInit) : loadStateInit(slice)
  }
  const bodyInRef = slice.loadBit()
  return { info, init, body: bodyInRef ? slice.loadRef() : takeRest(slice), initInRef, bodyInRef }
}

/** Returns the rest of the slice and empties it, so that parseCell finds nothing left over. */
function takeRest(slice: Slice): Cell {
  const rest = slice.asCell()
  slice.skip(slice.remainingBits)
  while (slice.remainingRefs > 0) slice.loadRef()
  return rest
}

/** Returns a writer (for Builder.store) of `message$_`. */
export function storeMessage(message: Message): (builder: Builder) => void {
  return (builder) => {
    builder.store(storeCommonMsgInfo(message.info)).storeBit(message.init !== undefined)
    if (message.init) {
      builder.storeBit(message.initInRef)
      if (message.initInRef) builder.storeRef(beginCell().store(storeStateInit(message.init)))
      else builder.store(storeStateInit(message.init))
    }
    builder.storeBit(message.bodyInRef)
    if (message.bodyInRef) builder.storeRef(message.body)
    else builder.storeSlice(message.body.beginParse())
  }
}
