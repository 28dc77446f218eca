import { beginCell, type Cell } from '@ton/core'

const WITHDRAW = 0x3f8b64d2

/** Body of an order to a librarian, from its owner: withdraw the library. */
export function withdrawBody(queryId: number): Cell {
  return beginCell().storeUint(WITHDRAW, 32).storeUint(queryId, 64).endCell()
}
