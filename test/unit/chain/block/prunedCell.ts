import { beginCell, type Cell } from '@ton/core'

/** Returns the pruned branch of level 1 that replaces a cell in a proof. */
export function pruned(cell: Cell): Cell {
  return beginCell()
    .storeUint(1, 8)
    .storeUint(1, 8)
    .storeBuffer(cell.hash(0))
    .storeUint(cell.depth(0), 16)
    .endCell({ exotic: true })
}
