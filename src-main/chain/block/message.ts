import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { parseCell } from '../tlb.ts'
import type { CommonMsgInfo } from './commonMsgInfo.ts'
import { loadCommonMsgInfo, storeCommonMsgInfo } from './commonMsgInfo.ts'
import type { StateInit } from './stateInit.ts'
import { loadStateInit, storeStateInit } from './stateInit.ts'

// message$_ {X:Type} info:CommonMsgInfo init:(Maybe (Either StateInit ^StateInit))
//   body:(Either X ^X) = Message X;

/**
 * A message as it lies in a block. @ton/core's Message forgets where init and body were and so loses the hash;
 * here storing gives the cell that was loaded.
 */
export type Message = {
  readonly info: CommonMsgInfo
  readonly init: StateInit | undefined
  /** A body that shares the message's cell is given as a cell of its own. */
  readonly body: Cell
  readonly initInRef: boolean
  readonly bodyInRef: boolean
}

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

/** Empties the slice, so that nothing seems left over. */
function takeRest(slice: Slice): Cell {
  const rest = slice.asCell()
  slice.skip(slice.remainingBits)
  while (slice.remainingRefs > 0) slice.loadRef()
  return rest
}

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
