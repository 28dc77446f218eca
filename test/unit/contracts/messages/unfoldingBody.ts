import { beginCell, type Cell } from '@ton/core'

/** A few cells that say thousands of things: each has the next one twice, in fulfill_payload and reject_payload. */
export function unfoldingBody(innermost: Cell, depth: number): Cell {
  let body = innermost
  for (let level = 0; level < depth; level++) {
    body = beginCell()
      .storeUint(0x40e108d6, 32)
      .storeBit(false)
      .storeUint(0, 8)
      .storeCoins(1n)
      .storeCoins(2n)
      .storeCoins(3n)
      .storeMaybeRef(body)
      .storeMaybeRef(body)
      .endCell()
  }
  return body
}
