import type { KnownParts } from '../accountCell.ts'
import { dedupedHashes } from '../dedupedCells.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { CellRows } from './cells.ts'

/** Parts of accounts' cells that are stored already, for storeAccountCell. */
export type CarriedParts = KnownParts & {
  /** Selects the account whose state is written next; `isFirst` is true if no state of it is stored. */
  select(account: bigint, isFirst: boolean): void
}

/**
 * Maximum size of an account's cell whose unchanged parts are carried over, bytes: they are written again with every
 * block.
 */
const MAX_CARRIED_BYTES = 1 << 18

/** Prepares the statements of earlier states on the writer's connection. */
export function createCarriedParts(connection: Connection, cells: CellRows): CarriedParts {
  const findCell = connection
    .prepare<[bigint], [Buffer, number | null]>(
      'SELECT account_cell, code FROM latest_states WHERE account = ?',
    )
    .raw()
  let current = 0n
  let isFirst = false

  /** Yields the account's earlier cell, its code, then the parts pruned in these. Callers can stop early. */
  function* bagsBefore(account: bigint): Generator<Buffer> {
    const before = findCell.get(account)
    if (before === undefined || before[0].length > MAX_CARRIED_BYTES) return
    const bags = [before[0]]
    const code = before[1] === null ? undefined : cells.codeOf(before[1])
    if (code) bags.push(code)
    const seen = new Set<string>()
    for (const bag of bags) {
      yield bag
      for (const hash of dedupedHashes(bag)) {
        if (seen.has(hash) || !cells.hasCode(hash)) continue
        seen.add(hash)
        const part = cells.codeOf(cells.codeId(Buffer.from(hash, 'latin1')))
        if (part) bags.push(part)
      }
    }
  }

  return {
    hasCode: cells.hasCode,
    hasCachedCode: cells.hasCachedCode,
    saveCode: cells.saveCode,
    get isFirst() {
      return isFirst
    },
    before: { [Symbol.iterator]: () => bagsBefore(current) },
    select(account, first) {
      current = account
      isFirst = first
    },
  }
}
